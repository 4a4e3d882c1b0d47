import { describe, expect, it } from 'vitest'
import { samplePages } from './sample.ts'

const page = (order: number, published: string | null, relevance: number) => ({ order, published, relevance })

describe('samplePages', () => {
  it('takes all pages when there are few, in the order of fetching', () => {
    const pages = [page(3, null, 0.5), page(1, null, 0.9), page(2, null, 0.7)]
    expect(samplePages(pages, 3).map(({ order }) => order)).toEqual([1, 2, 3])
  })

  it('takes half by relevance and half day by day', () => {
    const loud = Array.from({ length: 100 }, (_, i) => page(i + 1, '2024-11-08', 0.9 - i / 1_000))
    const quiet = ['2024-11-09', '2024-11-10', null].map((day, i) => page(101 + i, day, 0.3))
    const chosen = samplePages([...loud, ...quiet], 10)
    expect(chosen).toHaveLength(10)
    expect(chosen.filter(({ published }) => published === '2024-11-08').map(({ order }) => order)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
    expect(chosen.slice(-3)).toEqual(quiet)
  })
})
