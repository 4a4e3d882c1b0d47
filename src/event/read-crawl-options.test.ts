import { describe, expect, it } from 'vitest'
import { CRAWL_OPTION_NAMES, crawlOption } from '../model/crawl-options.ts'
import { strategyCatalog } from '../score/strategy-spec.ts'
import { parseEvent } from './event-file.ts'

const world = { places: { resolve: () => undefined, suggest: () => [] }, strategies: strategyCatalog }
const parse = (crawl: string) => parseEvent(`name: Storm\nwhat: [storm]\ncrawl:\n${crawl}`, world)

describe('crawl: in an event file', () => {
  it('sets options of the crawl, durations and sizes with their units', () => {
    const { crawl } = parse(
      '  pages: 500\n  time: 2h\n  delay: 250\n  minFree: 2GB\n  denyHost: [ads.example]\n  sitemaps: false',
    )
    expect(crawl).toEqual({
      pages: 500,
      time: 7_200_000,
      delay: 250,
      minFree: 2e9,
      denyHost: ['ads.example'],
      sitemaps: false,
    })
  })

  it('names the line of a misspelt option and what may have been meant', () => {
    expect(() => parse('  pagse: 500')).toThrow(/event\.yaml:4:3: unknown key "pagse".*did you mean "?pages/)
  })

  it('names the line of a value out of bounds', () => {
    expect(() => parse('  pages: 5\n  concurrency: 5000')).toThrow(
      'event.yaml:5:16: crawl.concurrency must be a whole number from 1 to 1000',
    )
  })

  it.each(CRAWL_OPTION_NAMES.filter((name) => crawlOption(name).operator))(
    'leaves %s to whoever runs the crawl',
    (name) => {
      expect(() => parse(`  ${name}: 1`)).toThrow(`crawl.${name} cannot be set in an event file`)
    },
  )

  it('accepts a strategy here or at the top level, but not in both', () => {
    expect(parse('  strategy: { name: best-first, threshold: 0.3 }')).toMatchObject({
      strategy: 'best-first',
      strategyOptions: { threshold: 0.3 },
    })
    expect(() => parse('  strategy: tabu\nstrategy: adaptive')).toThrow(/set twice/)
  })
})
