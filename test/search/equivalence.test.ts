import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFacets, type FacetValue } from '../../src/library/facets.ts'
import { mapOf } from '../../src/library/place-map.ts'
import { searchLibrary } from '../../src/library/search.ts'
import type { SearchQuery } from '../../src/library/search-query.ts'
import { selectMatches } from '../../src/library/search-selections.ts'
import { at, person, TestLibrary, WORLD } from '../../src/library/test-library.ts'
import { timelineOf } from '../../src/library/timeline.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { type DirectQuery, DirectSearch } from './direct-search.ts'

const PAGES = 90
const QUERIES = 60
/** The first ones are on most pages. */
const WORDS = [
  'storm',
  'coast',
  'rescue',
  'flood',
  'rain',
  'relief',
  'harbour',
  'dying',
  '台风登陆',
  'naïve',
  'surge',
]
const PLACES = ['Philippines', 'Leyte', 'Tacloban', 'China', 'London']
const NAMES = ['Ann Example', 'Bo Sample', 'Cy Third']
const random = seededRandom(11)
const below = (n: number) => Math.floor(random() * n)
const from = <T>(list: readonly T[]): T => list[below(list.length)]!
const some = <T>(list: readonly T[], n: number): T[] => [
  ...new Set(Array.from({ length: n }, () => from(list))),
]
/** Small numbers more often. */
const word = () => WORDS[Math.floor(random() ** 2 * WORDS.length)]!
const words = (n: number) => Array.from({ length: n }, word).join(' ')

let bed: TestLibrary
let direct: DirectSearch

async function addPages(count: number): Promise<void> {
  const texts: string[] = []
  for (let i = 0; i < count; i++) {
    const copied = texts.length > 0 && random() < 0.1
    const text = copied ? from(texts) : `${words(20 + below(150))} unique${random()}`
    texts.push(text)
    await bed.add({
      url: `https://www.s${below(6)}.example/${random()}`,
      title: words(below(5)),
      text,
      language: random() < 0.2 ? 'zh' : 'en',
      published: random() < 0.2 ? null : `2013-1${below(3)}-0${1 + below(9)}`,
      places: at(...some(PLACES, below(4))),
      who: some(NAMES, below(3)).map(person),
      relevance: below(20) / 20,
      relevant: random() < 0.75,
    })
  }
}

function query(): DirectQuery {
  const term = () => (random() < 0.2 ? `${word()} ${word()}` : word())
  const must = Array.from({ length: below(4) }, () => some([term(), term()], 1 + below(2)))
  return {
    must,
    not: random() < 0.3 ? [term()] : [],
    ...(random() < 0.2 && { site: some(['s1.example', 's2.example', 's3.example'], 2) }),
    ...(random() < 0.2 && { lang: ['en'] }),
    ...(random() < 0.2 && { place: [from(['iso:PH', 'gn:leyte', 'gn:lon'])] }),
    ...(random() < 0.15 && { who: from(NAMES) }),
    ...(random() < 0.2 && { kind: some(['article', 'list'], 2) }),
    ...(random() < 0.3 && { verdict: from(['kept', 'rejected', 'all'] as const) }),
    ...(random() < 0.2 && { from: `2013-1${below(3)}-05` }),
    ...(random() < 0.1 && { to: '2013-12-05' }),
  }
}

/** As a person would type it. */
function typed({ must, not, ...selections }: DirectQuery): SearchQuery {
  const quoted = (text: string) => `"${text}"`
  const groups = must.map((group) => group.map(quoted).join(' OR '))
  return { ...selections, q: [...groups, ...not.map((text) => `-${quoted(text)}`)].join(' ') }
}

const countsOf = (values: readonly FacetValue[]) =>
  Object.fromEntries(values.map(({ value, count }) => [value, count] as const).sort())

/** Everything that is found must be what the direct search finds. */
async function expectEqual(asked: DirectQuery): Promise<void> {
  const collections = [bed.collection]
  const searchQuery = typed(asked)
  const note = JSON.stringify(searchQuery)
  // With both kinds of pages, ranks are made comparable, which the direct search does not do.
  const sorts =
    asked.verdict === 'all' ? (['time', 'oldest'] as const) : (['relevance', 'time', 'oldest'] as const)
  for (const sort of sorts) {
    const expected = await direct.results(asked, sort)
    const first = await searchLibrary(collections, searchQuery, { sort, limit: 20, offset: 0 }, WORLD)
    const next = await searchLibrary(collections, searchQuery, { sort, limit: 200, offset: 20 }, WORLD)
    expect(first.total, note).toBe(expected.length)
    expect(
      [...first.hits, ...next.hits].map(({ page }) => page),
      `${sort} ${note}`,
    ).toEqual(expected)
  }
  const facets = countFacets(await selectMatches(collections, searchQuery, WORLD))
  const counted = Object.fromEntries(
    Object.entries(facets).map(([facet, values]) => [facet, countsOf(values)]),
  )
  expect(counted, note).toEqual(await direct.facets(asked))
  const { counts, undated } = await direct.days(asked)
  const timeline = await timelineOf(collections, searchQuery, 'day', WORLD)
  expect(timeline.undated, note).toBe(undated)
  const days = timeline.buckets.filter(({ counts }) => counts[0] !== 0)
  expect(Object.fromEntries(days.map(({ from, counts }) => [from, counts[0]])), note).toEqual(counts)
  const { names, pages } = await mapOf(collections, searchQuery, 100, WORLD)
  expect(Object.fromEntries(names.map((name, i) => [name, pages[i]])), note).toEqual(
    await direct.places(asked),
  )
}

beforeAll(async () => {
  bed = await TestLibrary.make('bed')
  direct = new DirectSearch(bed.store, join(bed.folder, 'collection.db'), WORLD.places)
  await addPages(PAGES)
})
afterAll(() => bed.remove())

describe('search', () => {
  it('finds, ranks and counts what a direct search of every page does', async () => {
    for (let i = 0; i < QUERIES; i++) await expectEqual(query())
  })

  it('still does when pages were added since the words were first searched', async () => {
    for (let i = 0; i < 5; i++) {
      await addPages(3)
      for (let j = 0; j < 6; j++) await expectEqual(query())
    }
  })
})
