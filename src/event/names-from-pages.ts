import type { NameCount, PageReading } from '../model/page.ts'
import { rarityOf } from '../text/commonness.ts'
import { NAME_FACTOR } from '../text/informativeness.ts'
import { namesOf } from '../text/names.ts'
import { termsOf } from '../text/terms.ts'
import { backgroundTerms } from './background.ts'

export interface NamedThing {
  readonly term: string
  readonly kind: NameCount['kind']
  readonly stems: readonly string[]
  readonly count: number
  readonly pages: number
  readonly score: number
}

/** Organisations take part in many events, people seldom in two, so names of organisations weigh half. */
const ORGANISATION_FACTOR = NAME_FACTOR / 2

/** "Leyte Province" is a place like Leyte. */
const UNITS = 'city town village county parish district province state region republic island'

/** Names of people, organisations and things in the pages, most distinctive first. Names of places belong to `where`. */
export function namesFromPages(pages: readonly PageReading[]): NamedThing[] {
  const found = new Map<string, { name: NameCount; count: number; pages: number; language: string }>()
  for (const { mainText, language, places } of pages) {
    const placeNames = new Set(places.map(({ name }) => name.toLowerCase()))
    const placeStems = new Set([...placeNames, UNITS].flatMap((name) => termsOf(name, language)))
    for (const name of namesOf(mainText, language, { places: placeNames })) {
      if (termsOf(name.name, language).every((stem) => placeStems.has(stem))) continue
      const known = found.get(name.name) ?? { name, count: 0, pages: 0, language }
      known.count += name.count
      known.pages++
      found.set(name.name, known)
    }
  }
  return [...found.values()]
    .map(({ name: { name, kind }, count, pages: n, language }) => {
      const stems = termsOf(name, language).filter((stem) => !backgroundTerms(language).has(stem))
      const rarest = Math.max(0, ...stems.map((stem) => rarityOf(stem, language)))
      const factor = kind === 'organisation' ? rarest ** 2 * ORGANISATION_FACTOR : NAME_FACTOR
      const score = stems.length === 0 ? 0 : (1 + Math.log(count)) * factor
      return { term: name, kind, stems, count, pages: n, score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
}
