import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventModel } from '../model/event.ts'
import type { Concept } from '../model/ontology.ts'
import { OPERATORS } from './query.ts'
import { type Condition, resolveSearch } from './search-query.ts'
import { eventNamed, WORLD } from './test-library.ts'

const concept = (id: string, zh: string, parents: string[] = [], synonyms: string[] = []): Concept => ({
  id,
  labels: [
    { text: id, language: 'en' },
    { text: zh, language: 'zh' },
  ],
  synonyms: synonyms.map((text) => ({ text, language: 'en' })),
  parents,
})

const rainstorm: EventModel = {
  ...eventNamed('Zhengzhou rainstorm 2021'),
  what: [{ term: 'subway', weight: 1, synonyms: ['metro'] }],
  concepts: {
    local: [
      {
        name: 'Flooded city',
        topic: 'disaster',
        concepts: [
          concept('disaster', '灾害'),
          concept('flood', '洪水', ['disaster'], ['inundation']),
          concept('flooded tunnel', '隧道被淹', ['flood']),
          concept('rescue', '救援', []),
        ],
      },
    ],
  },
}

const read = (q: string, collections = [{ id: 'zz', event: rainstorm }]) => {
  const { queries, notes } = resolveSearch({ q }, collections, WORLD)
  return { ...queries[0]!, notes, others: queries.slice(1) }
}
const only = (q: string): Condition => {
  const { conditions, notes } = read(q)
  expect(notes).toEqual([])
  expect(conditions).toHaveLength(1)
  return conditions[0]!
}

describe('operators', () => {
  it('takes several sites, languages or kinds as alternatives, and excludes each excluded one', () => {
    expect(only('site:a.example site:b.example,c.example')).toEqual({
      of: 'site',
      sites: ['a.example', 'b.example', 'c.example'],
      negated: false,
    })
    expect(read('-site:a.example -site:b.example').conditions.map(({ negated }) => negated)).toEqual([
      true,
      true,
    ])
    expect(only('kind:hub')).toMatchObject({ kinds: ['list', 'archive'] })
  })

  it('finds places by name and by id, and circles around them', () => {
    expect(only('place:Tacloban')).toMatchObject({ of: 'area', ids: ['gn:tac'] })
    expect(only('place:gn:tac')).toMatchObject({ ids: ['gn:tac'] })
    expect(only('near:Tacloban')).toMatchObject({ of: 'circle', circle: { lat: 11.24, lon: 125, km: 50 } })
    expect(only('near:"Tacloban" within:2mi')).toMatchObject({ circle: { km: 3.218688 } })
    expect(only('near:10,124.5 within:5km')).toMatchObject({ circle: { lat: 10, lon: 124.5, km: 5 } })
  })

  it('reads from: as the first day of a period and to: as the last', () => {
    const days = read('from:2013-11 to:2013-11').conditions
    expect(days).toMatchObject([
      { of: 'days', from: 16_010 },
      { of: 'days', to: 16_039 },
    ])
  })

  it('lets verdict: override the selected verdict', () => {
    const verdict = (q: string) => read(q).picked.verdict
    expect(verdict('')).toMatchObject({ kept: true })
    expect(verdict('verdict:rejected')).toMatchObject({ kept: false })
    expect(verdict('-verdict:kept')).toMatchObject({ kept: false })
    expect(verdict('verdict:all')).toBeUndefined()
    expect(read('verdict:accepted').conditions).toMatchObject([{ of: 'curated', decision: 'accepted' }])
    expect(verdict('verdict:curated')).toBeUndefined()
  })

  it.each([
    ['place:Nowhere', /no place is called "Nowhere"/],
    ['near:Taclobam', /no place is called "Taclobam" \(did you mean Tacloban\?\)/],
    ['near:Tacloban within:far', /not a distance such as 50km/],
    ['within:50km', /needs near: with a place/],
    ['from:yesterday', /not a day, month or year/],
    ['kind:poem', /is one of article, list/],
    ['verdict:guilty', /is one of kept, rejected, all/],
    ['storm verdict:all', /by title and summary only/],
  ])('%s says what could not be used', (q, note) => {
    expect(read(`storm ${q}`).notes.join(' ')).toMatch(note)
  })

  it.each([
    ['near:', /near: has no value after it/],
    ['title:""', /title: has no value after it/],
    ['near:Nowhere', /no place is called "Nowhere"/],
    ['from:yesterday to:', /not a day, month or year/],
    ['kind:poem', /is one of article, list/],
    ['verdict:guilty', /is one of kept, rejected, all/],
    ['within:50km', /needs near: with a place/],
    ['OR', /OR has nothing before it/],
    ['*', /needs the beginning of a word/],
  ])('refuses %s, because no part of it can be used', (q, reason) => {
    expect(() => read(q)).toThrow(/^No part of the query can be used: /)
    expect(() => read(q)).toThrow(reason)
    expect(() => read(q)).toThrow(expect.objectContaining({ code: 'query' }))
  })

  it.each(['', '  ', 'verdict:all', 'site:a.example near:', 'storm near:', 'inclass:zz near:'])(
    'accepts %j',
    (q) => {
      expect(() => read(q)).not.toThrow()
    },
  )
})

describe('inclass:', () => {
  it('finds all pages of an event by its name', () => {
    expect(read('inclass:"zhengzhou  Rainstorm 2021"')).toMatchObject({
      words: [],
      nothing: false,
      notes: [],
    })
    expect(read('-inclass:zz').nothing).toBe(true)
  })

  it('finds the words of a concept and all narrower ones, by its name in any language', () => {
    for (const name of ['flood', 'Inundation', '洪水']) {
      expect(read(`inclass:${name}`).words, name).toEqual([
        {
          negated: false,
          alternatives: ['flood', '洪水', 'inundation', 'flooded tunnel', '隧道被淹'].map((text) => ({
            text,
          })),
        },
      ])
    }
    expect(read('inclass:"Flooded city"').words[0]!.alternatives).toContainEqual({ text: '救援' })
  })

  it('includes the synonyms of a word of the event', () => {
    expect(read('-inclass:metro').words).toEqual([
      { negated: true, alternatives: [{ text: 'subway' }, { text: 'metro' }] },
    ])
  })

  it('searches only collections that know the class', () => {
    const collections = [
      { id: 'zz', event: rainstorm },
      { id: 'other', event: eventNamed('Other') },
    ]
    const { nothing, others, notes } = read('inclass:flood', collections)
    expect([nothing, others[0]!.nothing]).toEqual([false, true])
    expect(notes).toEqual([])
  })

  it('searches an unknown class as words', () => {
    const { words, notes } = read('inclass:volcano')
    expect(words).toEqual([{ negated: false, alternatives: [{ text: 'volcano' }] }])
    expect(notes[0]).toMatch(/No event and no concept is called "volcano"/)
  })
})

it('reads any query, or refuses it as too long or unusable', () => {
  const typed = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...OPERATORS).map((name) => `${name}:`),
      fc.constantFrom('"', '-', ' ', '2013-11', '50km', 'Tacloban', '台风', ','),
    ),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(typed, (pieces) => {
      try {
        const { queries } = resolveSearch({ q: pieces.join('') }, [{ id: 'zz', event: rainstorm }], WORLD)
        expect(queries).toHaveLength(1)
      } catch (error) {
        expect((error as { code: string }).code).toBe('query')
      }
    }),
  )
})
