import { describe, expect, it } from 'vitest'
import { sampleCandidate, sampleObservation } from '../../samples.ts'
import { TabuMemory, type TabuSettings } from './tabu-memory.ts'

const SETTINGS: TabuSettings = {
  tenure: 3,
  neighbourTenure: 2,
  penalty: 2,
  neighbourhood: 'page',
  aspiration: 50,
}

const used = (memory: TabuMemory, host: string, given = {}) =>
  memory.observe(sampleObservation(1, { host, bestParent: null, relevant: true, score: 0.9, ...given }))
const first = (memory: TabuMemory, links: Parameters<TabuMemory['select']>[0]) =>
  memory.select(links, 1)[0]?.host

const A = sampleCandidate(1, { host: 'a', score: 0.8, bestParent: 11 })
const B = sampleCandidate(2, { host: 'b', score: 0.2, bestParent: 12 })

describe('tabu memory', () => {
  it('makes a visited host tabu for its tenure', () => {
    const memory = new TabuMemory(SETTINGS)
    expect(first(memory, [A, B])).toBe('a')
    used(memory, 'a')
    for (let i = 0; i < 2; i++) {
      expect(first(memory, [A, B])).toBe('b')
      used(memory, 'other')
    }
    used(memory, 'other')
    expect(first(memory, [A, B])).toBe('a')
  })

  it('makes it tabu for longer after an irrelevant page', () => {
    const memory = new TabuMemory(SETTINGS)
    used(memory, 'a', { relevant: false })
    for (let i = 0; i < 5; i++) {
      expect(first(memory, [A, B])).toBe('b')
      used(memory, 'other')
    }
    used(memory, 'other')
    expect(first(memory, [A, B])).toBe('a')
  })

  it('makes the neighbours of a visited link tabu: links of one page, or of one directory', () => {
    const byPage = new TabuMemory(SETTINGS)
    used(byPage, 'other', { bestParent: 11, score: 1 })
    expect(first(byPage, [A, B])).toBe('b')
    const byDirectory = new TabuMemory({ ...SETTINGS, neighbourhood: 'directory' })
    used(byDirectory, 'a', { url: 'http://a/news/1?x=/y', score: 1 })
    const inside = { ...A, host: 'a', url: 'http://a/news/2' }
    for (let i = 0; i < 3; i++) used(byDirectory, 'other', { url: 'http://other/' })
    expect(first(byDirectory, [inside, B])).toBe('a')
  })

  it('admits a tabu link that beats the best recent one', () => {
    const memory = new TabuMemory(SETTINGS)
    used(memory, 'a', { bestParent: 5, score: 0.7 })
    expect(first(memory, [A, B])).toBe('a')
    used(memory, 'a', { bestParent: 5, score: 0.85 })
    expect(first(memory, [A, B])).toBe('b')
  })

  it('takes the link whose tenure ends first if all are tabu', () => {
    const memory = new TabuMemory({ ...SETTINGS, tenure: 10 })
    used(memory, 'b', { bestParent: 3, score: 1 })
    used(memory, 'a', { bestParent: 4, score: 1 })
    expect(first(memory, [A, B])).toBe('b')
    expect(memory.select([A, B], 5).map(({ host }) => host)).toEqual(['b', 'a'])
  })

  it('takes two links of one page together only if there are no others', () => {
    const memory = new TabuMemory(SETTINGS)
    const sibling = sampleCandidate(3, { host: 'c', score: 0.7, bestParent: 11 })
    expect(memory.select([A, sibling, B], 2).map(({ host }) => host)).toEqual(['a', 'b'])
    expect(memory.select([A, sibling, B], 3).map(({ host }) => host)).toEqual(['a', 'b', 'c'])
  })

  it('bounds its entries by the tenure', () => {
    const memory = new TabuMemory(SETTINGS)
    for (let i = 0; i < 500; i++) used(memory, `h${i}`, { bestParent: i, relevant: false })
    expect((memory.snapshot() as { until: unknown[] }).until.length).toBeLessThanOrEqual(6 + 4)
  })
})
