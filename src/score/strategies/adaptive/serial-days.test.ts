import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SerialDays, serialOf } from './serial-days.ts'

describe('SerialDays', () => {
  const known = (samples: readonly (readonly [number, number])[]) => {
    const days = new SerialDays()
    for (const [serial, day] of samples) days.learn('news.example/n/*', serial, day)
    return days
  }
  const RISING = [
    [100, 20_000],
    [200, 20_010],
    [300, 20_020],
    [400, 20_030],
  ] as const

  it('interpolates between the dates of neighbouring numbers', () => {
    const days = known(RISING)
    expect(days.day('news.example/n/*', 250)).toBe(20_015)
    expect(days.day('news.example/n/*', 300)).toBe(20_020)
  })

  it('does not extrapolate, and needs several pages of the same shape', () => {
    const days = known(RISING)
    expect(days.day('news.example/n/*', 401)).toBeNull()
    expect(days.day('news.example/n/*', 99)).toBeNull()
    expect(days.day('news.example/n/*', null)).toBeNull()
    expect(days.day('other.example/n/*', 250)).toBeNull()
    expect(known(RISING.slice(0, 3)).day('news.example/n/*', 250)).toBeNull()
  })

  it('ignores numbers that do not increase with time', () => {
    const mixed = [...RISING, [150, 9_000], [250, 30_000], [350, 12_000]] as const
    expect(known(mixed).day('news.example/n/*', 220)).toBeNull()
  })

  it('stays between the dates of the neighbours in any order of learning, also after a snapshot', () => {
    const pages = fc.uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 10, maxLength: 200 })
    fc.assert(
      fc.property(pages, fc.integer({ min: 0, max: 100_000 }), (serials, serial) => {
        const days = known(serials.map((serial) => [serial, Math.floor(serial / 50)]))
        const day = days.day('news.example/n/*', serial)
        if (day !== null) expect(Math.abs(day - serial / 50)).toBeLessThan(2)
        const again = new SerialDays()
        again.restore(JSON.parse(JSON.stringify(days.snapshot())))
        expect(again.day('news.example/n/*', serial)).toBe(day)
      }),
    )
  })

  it.each([
    ['http://a.example/article.php?id=2148&cat=7', 2148],
    ['http://a.example/n/500139.html', 500139],
    ['http://a.example/nation/search-goes-on-10282.html', 10282],
    ['http://a.example/about', null],
    ['http://123456.example/', null],
    ['http://a.example/x/99999999999999', null],
  ])('%s has the number %s', (url, serial) => {
    expect(serialOf(url)).toBe(serial)
  })
})
