import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Place } from '../model/place.ts'
import { neighboursOf, relationOf, spatialFactor } from './relation.ts'
import { smallGazetteer } from './small-gazetteer.ts'

const gazetteer = smallGazetteer()
const place = (name: string): Place => {
  const found = gazetteer.resolve(name)
  if (!found) throw new Error(`No place named ${name}`)
  return found
}
const everywhere = Array.from({ length: gazetteer.file.header.places }, (_, row) => gazetteer.at(row))

describe('spatialFactor', () => {
  it.each([
    ['North Korea', 'North Korea', 1],
    ['North Korea', 'Pyongyang', 0.6],
    ['China', 'Sichuan', 0.6],
    ['China', 'Aba', 0.4],
    ['China', 'Wenchuan', 0.2],
    ['North Korea', 'East Asia', 0.4],
    ['North Korea', 'Asia', 0.4],
    ['North Korea', 'World', 0.2],
    ['Sichuan', 'Asia', 0.2],
    ['Sichuan', 'Sichuan Basin', 0.4],
    ['China', 'Himalayas', 0.4],
    ['France', 'Himalayas', 0],
    ['France', 'China', 0],
    ['Wenchuan', 'China', 0],
  ])('for an event in %s and a page about %s is %d', (event, page, factor) => {
    expect(spatialFactor(gazetteer, place(event), place(page))).toBeCloseTo(factor, 10)
  })

  it('accepts custom factors', () => {
    const factors = { equal: 1, below: [0.9], above: [0.1], overlap: 0.5 }
    expect(spatialFactor(gazetteer, place('China'), place('Sichuan'), factors)).toBe(0.9)
    expect(spatialFactor(gazetteer, place('China'), place('Aba'), factors)).toBe(0)
  })
})

describe('relationOf', () => {
  it('treats a city that makes up its unit as that unit', () => {
    expect(relationOf(gazetteer, place('Pyongyang Province'), place('Pyongyang'))).toEqual({ kind: 'equal' })
  })
  it('treats a region of countries like a continent', () => {
    expect(relationOf(gazetteer, place('East Asia'), place('Sichuan'))).toEqual({ kind: 'below', levels: 2 })
    expect(relationOf(gazetteer, place('Asia'), place('East Asia'))).toEqual({ kind: 'below', levels: 1 })
  })
  it('is consistent when the two places are swapped', () => {
    const mirror = {
      equal: 'equal',
      below: 'above',
      above: 'below',
      overlap: 'overlap',
      disjoint: 'disjoint',
    }
    fc.assert(
      fc.property(fc.constantFrom(...everywhere), fc.constantFrom(...everywhere), (a, b) => {
        const there = relationOf(gazetteer, a, b)
        const back = relationOf(gazetteer, b, a)
        expect(back.kind).toBe(mirror[there.kind])
        if ('levels' in there && 'levels' in back) expect(back.levels).toBe(there.levels)
      }),
    )
  })
  it('treats a place from another gazetteer as unrelated', () => {
    expect(relationOf(gazetteer, place('China'), { ...place('Sichuan'), id: 'gn:424242' })).toEqual({
      kind: 'disjoint',
    })
  })
})

describe('neighboursOf', () => {
  it('contains exactly the places with a non-zero factor', () => {
    for (const name of ['China', 'Sichuan', 'Wenchuan', 'Himalayas', 'East Asia']) {
      const neighbours = neighboursOf(gazetteer, place(name))
      for (const other of everywhere)
        expect(neighbours.get(other.id) ?? 0, `${name} ${other.name}`).toBe(
          spatialFactor(gazetteer, place(name), other),
        )
    }
  })
})
