import { describe, expect, it } from 'vitest'
import type { Place } from '../../model/place.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { neighboursOf } from '../../place/relation.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('place-names')

const gazetteer = loadGazetteer()
function place(name: string): Place {
  const found = gazetteer.resolve(name)
  if (!found) throw new Error(`no ${name} in the gazetteer`)
  return found
}
const FRANCE = place('France')
const ITALY = place('Italy')
/** A region of Italy: one level below it. */
const TUSCANY = place('Tuscany, Italy')

const where = [FRANCE, ITALY].map((one) => ({ name: one.name, place: one, weight: 1 }))
const event = sampleEvent({ bridge: 1, collapse: 1 }, { where })
const make = (options = {}, of = event) =>
  createStrategy('place-names', { event: of, random: () => 0.5 }, options)
const named = (...places: readonly (readonly [Place, number])[]) =>
  places.map(([{ id, name, lat, lon }, count]) => ({ id, name, lat, lon, count }))
const page = (places: ReturnType<typeof named>, text = 'A bridge collapsed. ') =>
  sampleReading('', text.repeat(20), { places })
const spatial = (places: ReturnType<typeof named>) => make().judge(page(places)).evidence.place?.value

describe('place-names', () => {
  it('adds the counts of other places to those of the event by their spatial factor (PN eq. 12-14)', () => {
    // France 1, Italy 0.6 by its region.
    expect(spatial(named([FRANCE, 1], [TUSCANY, 1]))).toBeCloseTo(
      1.6 / Math.hypot(1, 1) / Math.hypot(1, 0.6),
      12,
    )
    // Europe is one level above both: 0.4 each, in equal parts.
    expect(spatial(named([place('Europe'), 3]))).toBeCloseTo(1, 12)
    expect(spatial(named([FRANCE, 2], [place('Japan'), 50]))).toBeCloseTo(1 / Math.SQRT2, 12)
    expect(spatial(named([place('Japan'), 50]))).toBe(0)
  })

  it('adds nothing from a place that is a place of the event itself', () => {
    const both = sampleEvent(
      { bridge: 1 },
      { where: [ITALY, TUSCANY].map((one) => ({ name: one.name, place: one, weight: 1 })) },
    )
    const judged = make({}, both).judge(page(named([TUSCANY, 5])))
    expect(judged.evidence.place?.value).toBeCloseTo(1 / Math.SQRT2, 12)
  })

  it('knows the same neighbours as PN eq. 15', () => {
    const one = make({}, sampleEvent({ bridge: 1 }, { where: where.slice(1) }))
    const neighbours = neighboursOf(gazetteer, ITALY)
    const counts = (other: Place) =>
      (one.judge(page(named([other, 1]))).evidence.place?.value ?? 0) > 0 ===
      (neighbours.get(other.id) ?? 0) > 0
    for (const name of ['Italy', 'Florence, Italy', 'Europe', 'Alps', 'Mediterranean Sea', 'Spain', 'Tokyo'])
      expect(counts(place(name)), name).toBe(true)
  })

  it('takes the spatial factors from its options', () => {
    const value = (options: object, ...places: (readonly [Place, number])[]) =>
      make(options).judge(page(named(...places))).evidence.place?.value
    // France 1, Italy 0.3 by its region.
    expect(value({ below1: 0.3 }, [FRANCE, 1], [TUSCANY, 1])).toBeCloseTo(
      1.3 / Math.SQRT2 / Math.hypot(1, 0.3),
      12,
    )
    expect(value({ below2: 0 }, [place('Province of Florence'), 1])).toBe(0)
    expect(value({ above1: 0 }, [place('Europe'), 3])).toBe(0)
    expect(value({ overlap: 0 }, [place('Alps'), 3])).toBe(0)
    expect(value({}, [place('Alps'), 3])).toBeGreaterThan(0)
  })

  it('applies two gates, one after the other (PN 3.3)', () => {
    const here = named([FRANCE, 2], [ITALY, 1])
    expect(make().judge(page(here)).relevant).toBe(true)
    expect(make().judge(page(here, 'A match was won. ')).relevant).toBe(false)
    expect(make().judge(page(named([place('Japan'), 3]))).relevant).toBe(false)
    expect(make({ placeThreshold: 0.72 }).judge(page(named([FRANCE, 2]))).relevant).toBe(false)
    expect(make().judge(page(named([FRANCE, 2]))).relevance).toBeCloseTo(Math.SQRT1_2, 12)
  })

  it('rejects a page without places by default, and skips the gate for an event without places', () => {
    expect(make().judge(page([])).relevant).toBe(false)
    expect(make({ unplaced: 'pass' }).judge(page([])).relevant).toBe(true)
    const anywhere = make({}, { ...event, where: [] })
    expect(anywhere.judge(page([]))).toMatchObject({ relevant: true, evidence: { place: { value: null } } })
  })

  it('scores a link by its words and both values of its parent', () => {
    const strategy = make()
    const from = sampleJudged(strategy, page(named([FRANCE, 2])))
    const { topic, place: at } = from.verdict.evidence
    const parent = ((topic?.value ?? 0) + (at?.value ?? 0)) / 2
    const [plain, about] = strategy.score(
      [sampleLink('http://a.example/1', 'x'), sampleLink('http://a.example/2', 'bridge')],
      from,
    )
    expect(plain?.score).toBeCloseTo(parent / 2, 12)
    expect(about?.score).toBeCloseTo((1 / Math.SQRT2 + parent) / 2, 12)
  })
})
