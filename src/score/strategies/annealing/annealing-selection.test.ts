import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { Roulette } from '../../features/roulette.ts'
import { sampleCandidate } from '../../samples.ts'
import { type AnnealingSettings, selectByAnnealing, startTemperature } from './annealing-selection.ts'

const SETTINGS: AnnealingSettings = {
  temperature: 1,
  cooling: 0.9,
  cycles: 10,
  stop: 0.01,
  target: 15_000,
  schedule: 'fixed',
}

describe('roulette', () => {
  it('draws each item in proportion to its weight', () => {
    const wheel = new Roulette([1, 0, 3])
    expect([0, 0.24, 0.25, 0.999].map((at) => wheel.spin(at))).toEqual([0, 0, 2, 2])
  })

  it('draws uniformly if all weights are 0, and nothing if there are no items', () => {
    expect([0, 0.5, 0.99].map((at) => new Roulette([0, 0]).spin(at))).toEqual([0, 1, 1])
    expect(new Roulette([]).spin(0.5)).toBe(-1)
  })

  it('matches the weights over many draws', () => {
    const wheel = new Roulette([1, 2, 7])
    const random = seededRandom(5)
    const drawn = [0, 0, 0]
    for (let i = 0; i < 20_000; i++) drawn[wheel.spin(random())]!++
    expect(drawn.map((n) => Math.round(n / 2000))).toEqual([1, 2, 7])
  })
})

describe('start temperature', () => {
  it('falls as the crawl completes: 1 - rate, never below the stop', () => {
    const at = (pages: number) => startTemperature({ ...SETTINGS, schedule: 'falling' }, pages)
    expect(at(0)).toBe(1)
    expect(at(3750)).toBeCloseTo(0.75, 12)
    expect(at(15_000)).toBe(0.01)
    expect(at(90_000)).toBe(0.01)
  })

  it('uses the page budget of the crawl as target unless one is set', () => {
    const falling = { ...SETTINGS, schedule: 'falling' as const, target: null }
    expect(startTemperature(falling, 50, 100)).toBeCloseTo(0.5, 12)
    expect(startTemperature(falling, 3750)).toBeCloseTo(0.75, 12)
    expect(startTemperature({ ...falling, target: 200 }, 50, 100)).toBeCloseTo(0.75, 12)
  })

  it('as printed is T * rate, and T at the start', () => {
    const at = (pages: number) => startTemperature({ ...SETTINGS, schedule: 'printed' }, pages)
    expect([at(0), at(3750), at(15_000)]).toEqual([1, 0.25, 1])
  })

  it('is constant with a fixed schedule', () => {
    expect(startTemperature(SETTINGS, 9999)).toBe(1)
  })
})

describe('selection by annealing (OA algorithm 1)', () => {
  const candidates = Array.from({ length: 40 }, (_, id) => sampleCandidate(id, { score: id / 40 }))
  const choose = (temperature: number, seed: number) =>
    selectByAnnealing(candidates, 1, SETTINGS, temperature, seededRandom(seed))[0]?.score ?? 0

  it('takes the best link at a low temperature, and sometimes another at a high one', () => {
    expect(choose(1e-9, 1)).toBe(39 / 40)
    const drawn = new Set(Array.from({ length: 50 }, (_, seed) => choose(1, seed)))
    expect(drawn.size).toBeGreaterThan(1)
    expect(Math.min(...drawn)).toBeGreaterThan(0.8)
  })

  it('accepts a worse link with probability exp(difference / T)', () => {
    const two = [sampleCandidate(1, { score: 0.5 }), sampleCandidate(2, { score: 0.4 })]
    const once = { ...SETTINGS, cycles: 1, cooling: 0.01 }
    let worse = 0
    const random = seededRandom(8)
    for (let i = 0; i < 20_000; i++) if (selectByAnnealing(two, 1, once, 0.1, random)[0]?.id === 2) worse++
    // Drawn with probability 4/9, accepted with exp(-1).
    expect(worse / 20_000).toBeCloseTo((4 / 9) * Math.exp(-1), 1.7)
  })

  it('takes one link per host', () => {
    const crowded = candidates.map((candidate, i) => ({ ...candidate, host: `h${i % 3}.example` }))
    const chosen = selectByAnnealing(crowded, 10, SETTINGS, 1, seededRandom(2))
    expect(chosen.map(({ host }) => host).sort()).toEqual(['h0.example', 'h1.example', 'h2.example'])
  })
})
