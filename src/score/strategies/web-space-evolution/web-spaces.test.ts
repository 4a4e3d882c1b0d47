import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { sampleCandidate } from '../../samples.ts'
import { WebSpaces } from './web-spaces.ts'

const SETTINGS = { growth: 1.5, decline: 0.75, least: 0.05, most: 10, mutation: 0, spaces: 3 }

describe('web spaces', () => {
  it('grow with their yield and shrink without it, within limits', () => {
    const spaces = new WebSpaces(SETTINGS)
    spaces.observe('good', true)
    spaces.observe('bad', false)
    expect([spaces.sizeOf('good'), spaces.sizeOf('bad'), spaces.sizeOf('new')]).toEqual([1.5, 0.75, 1])
    for (let i = 0; i < 50; i++) {
      spaces.observe('good', true)
      spaces.observe('bad', false)
    }
    expect([spaces.sizeOf('good'), spaces.sizeOf('bad')]).toEqual([10, 0.05])
  })

  it('are drawn by size times the score of their best link', () => {
    const spaces = new WebSpaces(SETTINGS)
    for (let i = 0; i < 20; i++) spaces.observe('good', true)
    const links = [
      sampleCandidate(1, { host: 'good', score: 0.3 }),
      sampleCandidate(2, { host: 'good', score: 0.2 }),
      sampleCandidate(3, { host: 'new', score: 0.6 }),
    ]
    const random = seededRandom(4)
    const drawn = Array.from({ length: 4000 }, () => spaces.select(links, 1, random)[0]?.id)
    expect(drawn).not.toContain(2)
    const good = drawn.filter((id) => id === 1).length
    expect(good / 4000).toBeCloseTo((10 * 0.3) / (10 * 0.3 + 0.6), 1)
  })

  it('return any of their links by mutation', () => {
    const spaces = new WebSpaces({ ...SETTINGS, mutation: 1 })
    const links = [1, 2, 3].map((id) => sampleCandidate(id, { host: 'one', score: id / 10 }))
    const random = seededRandom(4)
    const drawn = new Set(Array.from({ length: 60 }, () => spaces.select(links, 5, random)[0]?.id))
    expect(drawn.size).toBe(3)
  })

  it('drop the least recently used host beyond their limit', () => {
    const spaces = new WebSpaces(SETTINGS)
    for (const host of ['a', 'b', 'c', 'a', 'd']) spaces.observe(host, true)
    expect(['a', 'b', 'c', 'd'].map((host) => spaces.sizeOf(host))).toEqual([2.25, 1, 1.5, 1.5])
  })
})
