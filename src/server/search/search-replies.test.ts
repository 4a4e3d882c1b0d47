import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { routes } from '../../api/routes.ts'
import { at, person, TestLibrary, type TestPage, WORLD } from '../../library/test-library.ts'
import { EventideError } from '../../model/errors.ts'
import { strategyCatalog } from '../../score/strategy-spec.ts'
import { type SearchSetting, searchReplies } from './search-replies.ts'

const page = (name: string, day: string, changes: Partial<TestPage> = {}): TestPage => ({
  url: `https://${name}.example/${day.replaceAll('-', '/')}/the-storm-of-the-year`,
  title: `Storm over ${name}`,
  text: `A storm came over ${name}.`,
  published: day,
  places: at('Tacloban'),
  who: [person('Ann Example')],
  ...changes,
})

const beds = new Map<string, TestLibrary>()
beforeAll(async () => {
  beds.set(
    'haiyan',
    await TestLibrary.make('haiyan', [page('alpha', '2013-11-08'), page('beta', '2013-11-09')]),
  )
  beds.set('hagupit', await TestLibrary.make('hagupit', [page('gamma', '2014-12-06')]))
})
afterAll(async () => {
  for (const bed of beds.values()) await bed.remove()
})

const context = {
  eventContext: { ...WORLD, strategies: strategyCatalog },
  collections: {
    folder: '/srv/library',
    ids: async () => [...beds.keys(), 'new', 'broken'],
    open: async (id: string) => {
      const bed = beds.get(id)
      if (bed) return bed.collection
      throw new EventideError(
        id === 'new' ? 'no-collection' : 'store-damaged',
        `/srv/library/${id} cannot be opened`,
      )
    },
  },
} as unknown as SearchSetting

type Name = keyof typeof searchReplies

/** Validates request and response, as the server does. */
async function get<N extends Name>(name: N, query: Record<string, string>) {
  const checked = routes[name].query.parse(query)
  const reply = searchReplies[name] as (query: object, setting: SearchSetting) => Promise<unknown>
  return routes[name].reply.parse(await reply(checked, context)) as z.output<(typeof routes)[N]['reply']>
}

describe('the search routes', () => {
  it('search every collection that can be opened, and name those that cannot', async () => {
    const reply = await get('GET /api/search', { q: 'storm' })
    expect(reply).toMatchObject({
      total: 3,
      notes: ['broken could not be searched: broken cannot be opened'],
    })
    expect(reply.hits.map(({ collection }) => collection).sort()).toEqual(['hagupit', 'haiyan', 'haiyan'])
    await expect(get('GET /api/search', { q: 'storm', in: 'broken' })).rejects.toThrow('cannot be opened')
  })

  it('return results of the requested collections, paginated', async () => {
    const query = { q: 'storm', in: 'haiyan', sort: 'oldest', limit: '1', offset: '1' }
    const { hits, total, notes } = await get('GET /api/search', query)
    expect([total, notes, hits.map(({ title }) => title)]).toEqual([2, [], ['Storm over beta']])
  })

  it('count facets, ignoring the selection for the collection facet', async () => {
    const facets = await get('GET /api/facets', { q: '', in: 'haiyan', site: 'alpha.example' })
    expect(facets.source.map(({ value, count }) => [value, count])).toEqual([
      ['alpha.example', 1],
      ['beta.example', 1],
    ])
    expect(facets.who).toEqual([{ value: 'Ann Example', label: 'Ann Example', count: 1 }])
    expect(facets.collection.map(({ value, count }) => [value, count])).toEqual([
      ['haiyan', 1],
      ['hagupit', 0],
    ])
  })

  it('return timeline, map and statistics', async () => {
    const timeline = await get('GET /api/timeline', { q: 'storm', in: 'haiyan,hagupit', by: 'year' })
    expect(timeline.buckets.map(({ counts }) => counts)).toEqual([
      [2, 0],
      [0, 1],
    ])
    const map = await get('GET /api/map', { q: 'storm', box: '120,5,130,20' })
    expect(map).toMatchObject({ names: ['Tacloban'], pages: [3], truncated: false })
    const statistics = await get('GET /api/statistics', { topics: 'alpha,storm', in: 'haiyan' })
    expect(statistics.series.map(({ topic, counts }) => [topic, counts])).toEqual([
      ['alpha', [1, 0]],
      ['storm', [1, 1]],
    ])
  })
})
