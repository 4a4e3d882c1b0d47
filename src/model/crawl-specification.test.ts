import { describe, expect, it } from 'vitest'
import { CRAWL_OPTION_NAMES, crawlOption, DEPRECATED_OPTION_NAMES, OPTION_GROUPS } from './crawl-options.ts'
import {
  checkOptionValue,
  firstSet,
  isCrawlOptionName,
  optionsWhere,
  optionText,
  readOptionText,
  readOptionYaml,
  withCurrentNames,
  withDefaults,
} from './crawl-specification.ts'

describe('CRAWL_OPTIONS', () => {
  it.each(CRAWL_OPTION_NAMES)('%s has a name, a help text and a default within its bounds', (name) => {
    const option = crawlOption(name)
    expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    expect(OPTION_GROUPS).toContain(option.group)
    expect(option.help).toMatch(/^[a-zI].*[^.]$/)
    if (option.default === null) expect(option.unset).toBeTruthy()
    else expect(checkOptionValue(name, option.default)).toEqual({ value: option.default })
  })

  it('does not use a deprecated name for an option', () => {
    expect(Object.keys(DEPRECATED_OPTION_NAMES).filter(isCrawlOptionName)).toEqual([])
  })
})

describe('readOptionText', () => {
  it.each([
    ['pages', '200', 200],
    ['time', '90m', 5_400_000],
    ['delay', '250', 250],
    ['delay', '2s', 2_000],
    ['minScore', '0.25', 0.25],
    ['minFree', '500MB', 5e8],
    ['allowHost', ' news.example ', 'news.example'],
    ['allowPort', '8080', 8_080],
    ['archive', 'kept', 'kept'],
    ['sitemaps', 'false', false],
  ] as const)('reads --%s %s', (name, text, value) => {
    expect(readOptionText(name, text)).toEqual({ value })
  })

  it.each([
    ['pages', '0', 'must be a whole number from 1 to 100000000'],
    ['time', '90', 'must be a duration such as 500ms, 90s, 30m, 2h or 1d, from 1ms to 1000d'],
    ['minScore', '1.5', 'must be a number from 0 to 1'],
    ['archive', 'some', 'must be one of all, kept'],
    ['allowPort', '70000', 'must be a port from 1 to 65535'],
    ['allowHost', '', 'must be a host name such as news.example.org'],
    ['denyHost', 'http://a.example/', 'must be a host name such as news.example.org'],
  ] as const)('refuses --%s %s', (name, text, problem) => {
    expect(readOptionText(name, text)).toEqual({ problem })
  })

  it.each(CRAWL_OPTION_NAMES)('reads back the default of %s as it is written', (name) => {
    const { default: value, type } = crawlOption(name)
    if (value === null || type === 'list') return
    expect(readOptionText(name, optionText(name, value))).toEqual({ value })
  })
})

describe('readOptionYaml', () => {
  it.each([
    ['pages', 200, 200],
    ['time', '2h', 7_200_000],
    ['delay', 250, 250],
    ['minFree', '500MB', 5e8],
    ['allowHost', ['a.example'], ['a.example']],
    ['sitemaps', false, false],
  ] as const)('reads %s: %j', (name, written, value) => {
    expect(readOptionYaml(name, written)).toEqual({ value })
  })

  it.each([
    ['time', 90, /such as 500ms/],
    ['minFree', 500, /such as 500MB/],
    ['allowHost', 'a.example', /a list of/],
    ['sitemaps', 'maybe', /true or false/],
    ['pages', null, /whole number/],
  ] as const)('refuses %s: %j', (name, written, problem) => {
    expect(readOptionYaml(name, written)).toEqual({ problem: expect.stringMatching(problem) })
  })
})

describe('optionText', () => {
  it('writes a strategy with its options', () => {
    expect(optionText('strategy', { name: 'tabu', size: 5, kind: 'short' })).toBe('tabu:size=5;kind=short')
  })
})

describe('withCurrentNames', () => {
  it('translates the names of earlier versions', () => {
    const old = { minutes: 1.5, delayMs: 20, maxDepth: 3, allowHosts: ['a.example'], lookAgainMinutes: 0 }
    expect(withCurrentNames(old)).toEqual({
      time: 90_000,
      delay: 20,
      depth: 3,
      allowHost: ['a.example'],
      lookAgain: 0,
    })
  })

  it('prefers the current name', () => {
    expect(withCurrentNames({ delayMs: 20, delay: 30 })).toEqual({ delay: 30 })
  })
})

describe('firstSet', () => {
  it('takes each option from the first specification that sets it', () => {
    const merged = firstSet({ pages: 5, delay: undefined }, { pages: 7, delay: 0 }, { depth: 2, delay: 9 })
    expect(merged).toEqual({ pages: 5, delay: 0, depth: 2 })
  })
})

describe('withDefaults', () => {
  it('fills in what is not set and leaves out what has no default', () => {
    const complete = withDefaults({ pages: 5 })
    expect(complete).toMatchObject({ pages: 5, delay: 1_000, sitemaps: true, allowHost: [] })
    expect(complete).not.toHaveProperty('time')
  })
})

describe('optionsWhere', () => {
  it('selects options by their entry in the table', () => {
    const given = { proxy: 'http://127.0.0.1:8000', pages: 5, morePages: 6 }
    expect(optionsWhere(given, ({ operator }) => !operator)).toEqual({ pages: 5, morePages: 6 })
  })
})
