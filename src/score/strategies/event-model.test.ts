import { describe, expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import type { PageReading } from '../../model/page.ts'
import type { Place } from '../../model/place.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('event-model')

const gazetteer = loadGazetteer()
const place = (name: string): Place => {
  const found = gazetteer.resolve(name)
  if (!found) throw new Error(`no ${name} in the gazetteer`)
  return found
}
const LYON = place('Lyon, France')

const event: EventModel = {
  name: 'Bridge collapse',
  what: [
    { term: 'bridge', weight: 1 },
    { term: 'collapse', weight: 0.8 },
    { term: 'rescuers', weight: 0.5 },
  ],
  where: [{ name: 'Lyon', place: LYON, weight: 1 }],
  when: { start: '2024-03-10', interest: [] },
  who: [{ term: 'Odile Kerbrat', weight: 1 }],
  languages: ['en'],
  seeds: [],
}
const TEXT = `${'The bridge collapsed at dawn and rescuers searched the river. '.repeat(5)}`
const at = (name: string, count = 2) => {
  const { id, lat, lon, name: own } = place(name)
  return { id, name: own, lat, lon, count }
}
const page = (given: Partial<PageReading> = {}, text = TEXT) =>
  sampleReading('Bridge collapse', text, { published: '2024-03-11', places: [at('Lyon, France')], ...given })
const make = (options = {}) => createStrategy('event-model', { event, random: () => 0.5 }, options)
const relevance = (reading: PageReading) => make().judge(reading).relevance

describe('event-model', () => {
  it('keeps a page about the place and day of the event, with reasons', () => {
    const { relevant, evidence } = make().judge(page())
    expect(relevant).toBe(true)
    expect(evidence.topic?.because[0]).toBe('bridge ×6')
    expect(evidence.place).toMatchObject({ value: 1, because: ['Lyon ×2'] })
    expect(evidence.date?.because).toEqual(['2024-03-11, 1 day after'])
    expect(evidence.who).toMatchObject({ value: 0, because: [] })
  })

  it('ranks the same words lower at another place, and lower still from before the start', () => {
    const here = relevance(page())
    const elsewhere = relevance(page({ places: [at('Turin, Italy')] }))
    const earlier = relevance(page({ published: '2023-05-01' }))
    const neither = relevance(page({ published: '2023-05-01', places: [at('Turin, Italy')] }))
    expect(here).toBeGreaterThan(elsewhere)
    expect(here).toBeGreaterThan(earlier)
    expect(Math.min(elsewhere, earlier)).toBeGreaterThan(neither)
  })

  it('ranks an unknown part between a matching and a contradicting one', () => {
    const unknown = relevance(page({ published: null, publishedFrom: 'none', places: [] }))
    expect(unknown).toBeLessThan(relevance(page()))
    expect(unknown).toBeGreaterThan(
      relevance(page({ published: '2023-05-01', places: [at('Turin, Italy')] })),
    )
    expect(make().judge(page({ published: null })).evidence.date?.value).toBeNull()
  })

  it('ranks a larger unit above another town (PN)', () => {
    const of = (name: string) => make().judge(page({ places: [at(name)] })).evidence.place?.value ?? -1
    expect(of(LYON.id)).toBe(1)
    expect(of(LYON.parents[0] ?? '')).toBeCloseTo(0.4, 9)
    expect(of('Turin, Italy')).toBe(0)
  })

  it('finds people by full name, and by a surname that is not a common word', () => {
    const full = make().judge(page({}, `${TEXT} Odile Kerbrat spoke.`)).evidence.who
    const short = make().judge(page({}, `${TEXT} Kerbrat spoke.`)).evidence.who
    expect(full).toMatchObject({ value: 0.9, because: ['Odile Kerbrat'] })
    expect(short?.value).toBe(0.9)
  })

  it('gives extracted places and names less weight, the fewer pages they come from', () => {
    const swing = (learned?: EventModel['learned']) => {
      const strategy = createStrategy('event-model', { event: { ...event, learned }, random: () => 0.5 })
      const odds = (reading: PageReading) => {
        const { relevance: chance } = strategy.judge(reading)
        return Math.log(chance / (1 - chance))
      }
      return odds(page()) - odds(page({ places: [at('Turin, Italy')] }))
    }
    expect(swing({ where: 1 })).toBeCloseTo(swing() / 10, 6)
    expect(swing({ where: 9 })).toBeCloseTo(swing() / 2, 6)
    expect(swing({ when: 1 })).toBeCloseTo(swing(), 6)
  })

  it('ranks a page higher that begins with the event', () => {
    const rest = 'The orchestra played waltzes for the guests of the gala until midnight. '.repeat(5)
    const first = make().judge(page({}, `${TEXT} ${rest}`)).evidence.topic?.value ?? 0
    const last = make().judge(sampleReading('Gala', `${rest} ${TEXT}`)).evidence.topic?.value ?? 1
    expect(first).toBeGreaterThan(last)
  })

  it('ignores a date in the text if the page names later years', () => {
    const dated = (text: string, publishedFrom: PageReading['publishedFrom']) =>
      make().judge(page({ published: '2024-03-11', publishedFrom }, text)).evidence.date?.value
    expect(dated(`${TEXT} In 2031 it was rebuilt.`, 'text')).toBeNull()
    expect(dated(`${TEXT} In 2031 it was rebuilt.`, 'meta')).not.toBeNull()
    expect(dated(`${TEXT} In 2025 it will be rebuilt.`, 'text')).not.toBeNull()
  })

  it('decreases with the logarithm of the days, except on days of high interest', () => {
    const date = (published: string, of = event) =>
      createStrategy('event-model', { event: of, random: () => 0.5 }).judge(page({ published })).evidence.date
        ?.value
    expect(date('2024-03-09')).toBe(1)
    expect(date('2024-03-08')).toBe(0)
    expect(date('2024-04-09')).toBeCloseTo(0.4 + 0.6 * (1 - Math.log(31) / Math.log(3651)), 9)
    const trial = {
      ...event,
      when: { ...event.when, interest: [{ from: '2025-03-10', to: '2025-03-12', value: 80 }] },
    }
    expect(date('2025-03-11', trial)).toBe(1)
  })

  it('uses a calibration: the weighted mean of the known parts against its threshold (EV eq. 1)', () => {
    const judge = { threshold: 0.9, weights: { topic: 0, place: 0.5, date: 0.5 } }
    const strategy = createStrategy('event-model', { event: { ...event, judge }, random: () => 0.5 })
    const { relevance: mean, relevant, evidence } = strategy.judge(page({ places: [at('Turin, Italy')] }))
    expect(mean).toBeCloseTo(((evidence.date?.value ?? 0) + 0) / 2, 9)
    expect(relevant).toBe(false)
    expect(strategy.judge(page({ places: [] })).evidence.place?.value).toBeNull()
    expect(strategy.judge(page({ places: [], published: null })).relevance).toBe(0)
    expect(strategy.judge(page({ published: '2024-03-10' })).relevant).toBe(true)
  })

  it('scores a link by its words, its place, its date and its parent (EV 4.2.3)', () => {
    const strategy = make()
    const reading = page()
    const from = sampleJudged(strategy, reading)
    const [good, dated, old] = strategy.score(
      [
        sampleLink('http://x.example/2024/03/12/lyon-bridge', 'Bridge collapse in Lyon'),
        sampleLink('http://x.example/2024/03/12/football', 'Football'),
        sampleLink('http://x.example/2019/03/12/football', 'Football'),
      ],
      from,
    )
    expect(good?.score).toBeGreaterThan(dated?.score ?? 1)
    expect(dated?.score).toBeGreaterThan(old?.score ?? 1)
    expect(good?.evidence.place?.because).toEqual(['Lyon ×2'])
    expect(dated?.evidence.place?.value).toBeNull()
    expect(old?.evidence.date?.value).toBe(0)
  })
})
