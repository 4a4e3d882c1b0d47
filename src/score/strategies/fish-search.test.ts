import { describe, expect, it } from 'vitest'
import type { LinkScore } from '../../model/verdict.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('fish-search')

const make = (options = {}) =>
  createStrategy('fish-search', { event: sampleEvent({ fire: 1 }), random: () => 0.5 }, options)
const LINKS = Array.from({ length: 6 }, (_, i) => sampleLink(`http://a.example/${i}`, 'x'))
const ABOUT = sampleReading('Fire', 'A fire in the hills. '.repeat(20), { links: LINKS })
const OTHER = sampleReading('Sport', 'A match was won. '.repeat(20), { links: LINKS })

/** The link of a page that was reached by `link`, or of a seed. */
function next(page: typeof ABOUT, link?: LinkScore, options = {}): LinkScore {
  const strategy = make(options)
  return strategy.score(LINKS.slice(0, 1), sampleJudged(strategy, page, link && { link }))[0]!
}

describe('fish-search', () => {
  it('gives links of a relevant page the full depth, and one step less after every other page', () => {
    const first = next(ABOUT)
    const second = next(OTHER, first)
    const third = next(OTHER, second)
    const fourth = next(OTHER, third)
    expect([first, second, third].map(({ evidence }) => evidence.depth?.because[0])).toEqual([
      '3 of 3 steps left',
      '2 of 3 steps left',
      '1 of 3 steps left',
    ])
    expect([first, second, third].map(({ excluded }) => excluded)).toEqual([undefined, undefined, undefined])
    expect(fourth).toMatchObject({ score: 0, excluded: 'depth' })
    expect(next(ABOUT, third).evidence.depth?.value).toBe(1)
  })

  it('puts links of relevant pages first, then those with the most steps left', () => {
    const scores = [next(ABOUT), next(OTHER, next(ABOUT)), next(OTHER, next(OTHER, next(ABOUT)))]
    expect(scores.map(({ score }) => score)).toEqual([1, 1 / 3, 1 / 6])
    expect(make().merge).toBe('best')
  })

  it('starts seeds with the full depth', () => {
    expect(next(OTHER).evidence.depth?.because).toEqual(['2 of 3 steps left'])
    expect(next(OTHER, undefined, { depth: 1 }).excluded).toBe('depth')
  })

  it('follows only the first links of a page if a width is set, more on a relevant page', () => {
    const followed = (page: typeof ABOUT) => {
      const strategy = make({ width: 2 })
      return strategy.score(LINKS, sampleJudged(strategy, page)).filter(({ excluded }) => !excluded).length
    }
    expect(followed(ABOUT)).toBe(3)
    expect(followed(OTHER)).toBe(2)
  })
})
