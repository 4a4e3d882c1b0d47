import { memoize } from '../../cache/memo.ts'
import type { EventModel } from '../../model/event.ts'
import type { SummaryPage } from './statements.ts'

export interface NamedPlace {
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly pages: number
  readonly cites: readonly number[]
}

export interface NamedEntity {
  readonly name: string
  readonly kind: string
  readonly pages: number
  readonly cites: readonly number[]
}

/** Maximum number of pages cited with a place or a name, most relevant first. */
const MAX_CITED = 10

/** The places on the most pages. */
export function placesOf(pages: readonly SummaryPage[], most: number): NamedPlace[] {
  const found = new Map<string, { place: SummaryPage['places'][number]; pages: SummaryPage[] }>()
  for (const page of pages) {
    for (const place of page.places) {
      const known = found.get(place.id)
      if (known) known.pages.push(page)
      else found.set(place.id, { place, pages: [page] })
    }
  }
  return [...found.values()]
    .sort((a, b) => b.pages.length - a.pages.length || compare(a.place.id, b.place.id))
    .slice(0, most)
    .map(({ place: { id, name, lat, lon }, pages: naming }) => ({
      id,
      name,
      lat,
      lon,
      pages: naming.length,
      cites: cited(naming),
    }))
}

interface Named {
  name: string
  readonly kinds: Map<string, number>
  readonly pages: Set<SummaryPage>
}

/**
 * The people and organisations on the most pages. A surname alone counts for the only person with that surname. Names of places, of
 * the sites themselves and of the event are excluded.
 */
export function whoOf(pages: readonly SummaryPage[], most: number, event: EventModel): NamedEntity[] {
  const found = new Map<string, Named>()
  const isOther = otherNames(pages, event)
  for (const page of pages) {
    for (const { name, kind } of page.who) {
      const key = name.toLowerCase()
      if (isOther(key)) continue
      const named: Named = found.get(key) ?? { name, kinds: new Map(), pages: new Set() }
      found.set(key, named)
      named.pages.add(page)
      named.kinds.set(kind, (named.kinds.get(kind) ?? 0) + 1)
    }
  }
  joinSurnames(found)
  return [...found.values()]
    .sort((a, b) => b.pages.size - a.pages.size || compare(a.name, b.name))
    .slice(0, most)
    .map(({ name, kinds, pages: naming }) => ({
      name,
      kind: [...kinds].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))[0]?.[0] ?? 'other',
      pages: naming.size,
      cites: cited([...naming]),
    }))
}

function otherNames(pages: readonly SummaryPage[], { what }: EventModel): (name: string) => boolean {
  const places = new Set<string>()
  const sites = new Set<string>()
  const topic = new Set(what.flatMap(({ term, synonyms = [] }) => [term, ...synonyms]).flatMap(wordsOf))
  for (const page of pages) {
    for (const { name } of page.places) for (const run of runsOf(wordsOf(name))) places.add(run)
    for (const label of page.source.split('.')) sites.add(lettersOf(label))
  }
  return memoize(MAX_REMEMBERED, (name) => {
    const words = wordsOf(name)
    const letters = lettersOf(name)
    const isSite = sites.has(letters) || sites.has(letters.replace(/^the/, ''))
    // "Typhoon Haiyan" is the event, not a person.
    return isSite || places.has(words.join(' ')) || topic.has(words[0] ?? '')
  })
}

const MAX_REMEMBERED = 10_000
const WORD = /[\p{L}\p{M}\p{N}]+/gu

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(WORD) ?? []
}

function lettersOf(name: string): string {
  return wordsOf(name).join('')
}

/** Suffixes of a place name are names of it too: "Eastern Samar" for "Province of Eastern Samar". */
function runsOf(words: readonly string[]): string[] {
  return words.map((_, i) => words.slice(i).join(' '))
}

function joinSurnames(found: Map<string, Named>): void {
  const bearers = new Map<string, Named[]>()
  for (const [key, named] of found) {
    const words = key.split(' ')
    const last = words.at(-1)
    if (words.length < 2 || last === undefined || !named.kinds.has('person')) continue
    bearers.set(last, [...(bearers.get(last) ?? []), named])
  }
  for (const [key, named] of found) {
    const [bearer, ...others] = key.includes(' ') ? [] : (bearers.get(key) ?? [])
    if (!bearer || others.length > 0 || !named.kinds.has('person')) continue
    for (const page of named.pages) bearer.pages.add(page)
    found.delete(key)
  }
}

function cited(pages: readonly SummaryPage[]): number[] {
  return [...pages]
    .sort((a, b) => b.relevance - a.relevance || a.id - b.id)
    .slice(0, MAX_CITED)
    .map((page) => page.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
