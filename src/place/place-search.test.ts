import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EditCounter } from './edits.ts'
import { loadGazetteer } from './load-gazetteer.ts'
import { typedKeys } from './name-key.ts'
import { searchPlaces } from './place-search.ts'
import { describePlaces } from './place-words.ts'
import { placesAt } from './places-at.ts'
import { smallGazetteer } from './small-gazetteer.ts'

const small = smallGazetteer()
const found = (typed: string, limit = 10) =>
  searchPlaces(small, typed, limit).map(({ name, country }) => `${name} ${country}`)

describe('searchPlaces', () => {
  it('finds names by prefix, the best known first', () => {
    expect(found('par')).toEqual(['Paris FR', 'Paris US'])
    expect(found('s').slice(0, 2)).toEqual(['Sichuan CN', 'Springfield US'])
  })

  it('ranks an exact name first', () => {
    expect(found('reading')).toEqual(['Reading GB', 'Reading US'])
  })

  it('matches later words and names in other languages and scripts', () => {
    expect(found('kor')).toEqual(['North Korea KP'])
    expect(found('四')).toEqual(['Sichuan CN'])
    expect(found('汶川')).toEqual(['Wenchuan CN'])
    expect(found('川县')).toEqual(['Wenchuan CN'])
  })

  it('limits results to the unit after the comma, even when it is incomplete', () => {
    expect(found('paris, tex')).toEqual(['Paris US'])
    expect(found('Springfield, Mass.')).toEqual(['Springfield US'])
    expect(found('Wenchuan，四川')).toEqual(['Wenchuan CN'])
    expect(found('paris, china')).toEqual([])
  })

  it('tolerates a typing error', () => {
    expect(found('Wenchaun')).toEqual(['Wenchuan CN'])
    expect(found('afganistan')).toEqual(['Afghanistan AF'])
    expect(found('aMssachusetts')).toEqual(['Massachusetts US'])
  })

  it('never suggests a place for a demonym', () => {
    expect(found('french')).toEqual([])
  })

  it('respects the limit and returns the same results each time', () => {
    expect(found('n', 2)).toHaveLength(2)
    expect(found('s')).toEqual(found('s'))
  })

  it.each([
    '',
    ' ',
    ',',
    ',,,',
    '( . )',
    '\u0000',
    '\ud800',
    'x'.repeat(10_000),
    ','.repeat(10_000),
    '_proto_',
  ])('finds nothing for %j', (typed) => {
    expect(searchPlaces(small, typed, 5)).toEqual([])
  })

  it('reads St as Saint or as the start of a name', () => {
    expect(typedKeys('St')).toEqual(['saint', 'st'])
    expect(typedKeys('saint')).toEqual(['saint'])
    expect(typedKeys('east st')).toEqual(['east saint', 'east st'])
  })

  it('finds places worldwide in the built gazetteer', () => {
    const world = loadGazetteer()
    const first = (typed: string) => searchPlaces(world, typed, 3)[0]
    expect(first('lon')).toMatchObject({ name: 'London', country: 'GB' })
    expect(first('菲律')).toMatchObject({ name: 'Philippines' })
    expect(first('москва')).toMatchObject({ name: 'Moscow', country: 'RU' })
    expect(first('zhengzhuo')).toMatchObject({ name: 'Zhengzhou' })
    expect(first('Paris, Tex')).toMatchObject({ name: 'Paris', country: 'US' })
  })
})

describe('describePlaces', () => {
  const within = (typed: string) =>
    describePlaces(small, searchPlaces(small, typed, 10)).map((place) => place.within)

  it('describes a place by its province and country', () => {
    expect(within('springfield')).toEqual(['Massachusetts, United States', 'Illinois, United States'])
    expect(within('paris')).toEqual(['France', 'Texas, United States'])
    expect(within('france')).toEqual([''])
  })

  it('adds units and then coordinates when labels collide', () => {
    const [one] = small.named('Springfield')
    const twins = describePlaces(small, [one!, one!])
    expect(twins.map((place) => place.within)).toEqual([
      'Massachusetts, United States, 42.1, -72.59',
      'Massachusetts, United States, 42.1, -72.59',
    ])
    const counties = { ...one!, parents: [small.resolve('Lamar County')!.id, ...one!.parents] }
    expect(describePlaces(small, [one!, counties]).map((place) => place.within)).toEqual([
      'Massachusetts, United States',
      'Lamar County, Massachusetts, United States',
    ])
  })
})

describe('placesAt', () => {
  const at = (lat: number, lon: number) => placesAt(small, lat, lon).map(({ name }) => name)

  it('lists the nearest towns, then the containing areas from smallest to largest', () => {
    expect(at(31.4, 103.5)).toEqual(['Wenchuan', 'Aba', 'Sichuan', 'China', 'Sichuan Basin'])
  })

  it('lists only areas when no town is near', () => {
    expect(at(28, 80)).toEqual(['China', 'Himalayas'])
  })

  it('returns nothing at sea and at the poles', () => {
    expect(at(0, -150)).toEqual([])
    expect(at(90, 0)).toEqual([])
    expect(at(-90, 180)).toEqual([])
  })

  it('finds places across the 180th meridian', () => {
    const world = loadGazetteer()
    expect(placesAt(world, -16.8, -179.99).map(({ country }) => country)).toContain('FJ')
  })
})

describe('EditCounter', () => {
  /** Reference implementation without a band; a transposition counts once. */
  function edits(a: string, b: string): number {
    const rows = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => i + j),
    )
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++) {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1
        rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + cost)
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1)
      }
    return rows[a.length]![b.length]!
  }
  const word = fc.stringMatching(/^[abc]{1,9}$/)

  it('matches the reference distance up to the limit, for whole names and for prefixes', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (a, b, max) => {
        const counter = new EditCounter(Buffer.from(a), max)
        const bytes = Buffer.from(`xx${b}yy`)
        const beginnings = Array.from({ length: b.length + 1 }, (_, n) => edits(a, b.slice(0, n)))
        expect(counter.whole(bytes, 2, 2 + b.length)).toBe(Math.min(max + 1, edits(a, b)))
        expect(counter.beginning(bytes, 2, 2 + b.length)).toBe(Math.min(max + 1, ...beginnings))
      }),
      { numRuns: 500 },
    )
  })
})
