import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Place } from '../../model/place.ts'
import { sampleReading } from '../../page/sample-reading.ts'
import { strategyCatalog } from '../../score/strategy-spec.ts'
import { eventFromListed, readEventList } from './listed-events.ts'
import { createWordRelevance } from './word-relevance.ts'

const place = (name: string): Place => ({
  id: `test:${name}`,
  name,
  level: 'town',
  lat: 0,
  lon: 0,
  population: 0,
  country: 'XX',
  parents: [],
})
const world = {
  places: {
    resolve: (name: string) => (name === 'Farland' || name === 'Oldport, Farland' ? place(name) : undefined),
    suggest: () => [],
  },
  strategies: strategyCatalog,
}
const listed = {
  event: 'March 2004 Oldport harbour fire',
  start: '2004-03-11',
  places: [{ name: 'Oldport, Farland' }, { name: 'Grey Delta, Farland' }, { name: 'Nowhere' }],
  seed: 'http://a.example/1',
  relevant: ['http://a.example/secret-page'],
  unsure: [],
  stories: [],
  core: true,
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-events-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('eventFromListed', () => {
  const seed = sampleReading('Harbour burns', 'The quay was ablaze and boats sank. '.repeat(3), {
    url: listed.seed,
  })
  const model = eventFromListed(listed, [seed], world)

  it('uses the words of the name, without years, months and places', () => {
    const given = model.what.slice(0, 2).map(({ term }) => term)
    expect(given).toEqual(['harbour', 'fire'])
    expect(model.what.map(({ term }) => term)).not.toContain('march')
  })

  it('generalizes an unknown place, and omits it if that fails', () => {
    expect(model.where.map(({ name }) => name)).toEqual(['Oldport, Farland', 'Farland'])
    expect(model.when.start).toBe('2004-03-11')
  })

  it('does not use the relevant pages', () => {
    expect(JSON.stringify(model)).not.toContain('secret')
  })
})

describe('readEventList', () => {
  const read = async (value: unknown, only: 'all' | 'core' = 'all') => {
    const file = join(folder, 'events.json')
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value))
    return readEventList(file, only)
  }

  it('returns all events or only core events', async () => {
    const two = [listed, { ...listed, event: 'Other', core: false }]
    expect((await read(two)).map(({ event }) => event)).toEqual([listed.event, 'Other'])
    expect((await read(two, 'core')).map(({ event }) => event)).toEqual([listed.event])
  })

  it.each([
    ['[', 'not valid JSON'],
    [[{ ...listed, relevant: [] }], '0.relevant'],
    [[{ event: 'x' }], '0.'],
    [[{ ...listed, core: false }], 'lists no event'],
  ])('refuses %j', async (value, message) => {
    await expect(read(value, 'core')).rejects.toThrow(message)
  })
})

describe('createWordRelevance', () => {
  const event = {
    name: 'x',
    what: [
      { term: 'harbour', weight: 1 },
      { term: 'fire', weight: 0.5 },
    ],
    where: [],
    when: { interest: [] },
    who: [],
    languages: [],
    seeds: [],
  }

  it('computes OA eq. 4 and 6: frequencies by tag group, normalized, weighted, and the cosine with the topic', () => {
    // harbour: twice in the head (2/2 * 2.0) and once in the body (1/2 * 1.0); fire: once in the body (1/1 * 1.0).
    const page = sampleReading('harbour harbour', 'harbour fire')
    const [harbour, fire] = [2.5, 1]
    const cosine = (harbour + 0.5 * fire) / (Math.hypot(1, 0.5) * Math.hypot(harbour, fire))
    expect(createWordRelevance(event)(page)).toBeCloseTo(cosine, 10)
  })

  it('is 0 for a page without words of the event', () => {
    expect(createWordRelevance(event)(sampleReading('football', 'a match'))).toBe(0)
  })
})
