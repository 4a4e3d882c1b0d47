import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { CollectionIndex } from './collection-index.ts'
import { rankingOf } from './ranking.ts'
import { resolveSearch } from './search-query.ts'
import { TestLibrary, WORLD } from './test-library.ts'

const WORDS = ['storm', 'coast', 'rescue', 'flood', 'rain', 'relief']
const QUERIES = [
  'storm',
  'storm coast',
  'storm OR flood',
  'storm OR flood rescue',
  '"storm coast"',
  'storm -flood',
  '-storm',
  'title:storm',
  'sto*',
  'storm verdict:all',
  'nothing storm',
]

let bed: TestLibrary
let index: CollectionIndex
let pages = 0
const ids: number[] = []
const random = seededRandom(3)
const words = (n: number) =>
  Array.from({ length: n }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')

async function addPages(n: number): Promise<void> {
  for (let i = 0; i < n; i++)
    ids.push(
      await bed.add({
        url: `https://a.example/${++pages}`,
        title: words(2),
        text: `${words(3 + Math.floor(random() * 30))} number${pages}`,
        relevant: random() < 0.8,
      }),
    )
}

async function resultsOf(of: CollectionIndex, query: string) {
  const { queries } = resolveSearch({ q: query }, [bed.collection], WORLD)
  const selection = await of.select(queries[0]!)
  const { orders, keys } = await rankingOf(selection, 'relevance', 50, false)
  return { total: selection.total, orders, keys }
}

/** Results of an index that has been in use equal those of one that was just made. */
async function expectNothingStale(): Promise<void> {
  const fresh = new CollectionIndex(bed.store.catalogue, WORLD.places, () => 0)
  for (const query of QUERIES)
    expect(await resultsOf(index, query), query).toEqual(await resultsOf(fresh, query))
}

beforeAll(async () => {
  bed = await TestLibrary.make('bed')
  // Each searchQuery is a second after the last: no answer holds because of its age.
  let now = 0
  index = new CollectionIndex(bed.store.catalogue, WORLD.places, () => (now += 2_000))
  await addPages(40)
})
afterAll(() => bed.remove())

describe('postings', () => {
  it('give the same results after pages were added', async () => {
    await expectNothingStale()
    await addPages(10)
    await expectNothingStale()
    await addPages(1)
    await expectNothingStale()
  })

  it('give the same results after a decision on a page', async () => {
    const decide = (page: number, decision: 'accepted' | 'rejected') =>
      bed.store.curate({ target: { page }, decision, reason: '', at: '2026-01-01T00:00:00.000Z' })
    for (const id of ids.slice(0, 6)) await decide(id, 'rejected')
    await expectNothingStale()
    for (const id of ids.slice(3, 9)) await decide(id, 'accepted')
    await expectNothingStale()
  })

  it('read a word from the index once', async () => {
    const queries: string[] = []
    const counting = new Proxy(bed.store.catalogue, {
      get(target, name: keyof Catalogue) {
        const method = target[name] as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          if (/matching|occurrences/i.test(name)) queries.push(name)
          return method.apply(target, args)
        }
      },
    })
    const other = new CollectionIndex(counting, WORLD.places, () => 0)
    await resultsOf(other, 'storm')
    await resultsOf(other, 'coast flood')
    const before = queries.length
    expect(before).toBeGreaterThan(0)
    await resultsOf(other, 'storm coast -flood')
    expect(queries.slice(before)).toEqual([])
  })
})
