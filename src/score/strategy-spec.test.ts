import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatStrategySpec } from '../model/strategy-spec.ts'
import { STRATEGY_NAMES } from './registry.ts'
import {
  changedOptions,
  checkStrategySpec,
  effectiveOptions,
  parseStrategySpec,
  strategyOf,
  strategyProblems,
  strategySpecFrom,
  withOptionPairs,
} from './strategy-spec.ts'

describe('parseStrategySpec', () => {
  it.each([
    ['adaptive', 'adaptive', {}],
    [' best-first ', 'best-first', {}],
    ['event-model-sources:importance=thompson', 'event-model-sources', { importance: 'thompson' }],
    ['shark-search:delta=0.3;beta=0.7', 'shark-search', { delta: 0.3, beta: 0.7 }],
    ['adaptive:suggest=false', 'adaptive', { suggest: false }],
    ['fish-search: width=null; depth = 4 ;', 'fish-search', { width: null, depth: 4 }],
    ['no-such:x=a=b', 'no-such', { x: 'a=b' }],
  ])('reads %j', (text, name, options) => {
    expect(parseStrategySpec(text)).toEqual({ name, options })
  })

  it('refuses an option without a value', () => {
    expect(() => parseStrategySpec('best-first:threshold')).toThrow('"threshold" is not an option')
  })

  it('refuses an option that is given twice', () => {
    expect(() => parseStrategySpec('best-first:threshold=0.1;threshold=0.2')).toThrow(/threshold.*twice/)
  })

  it.each(STRATEGY_NAMES)('reads back what formatStrategySpec writes for the defaults of %s', (name) => {
    const spec = { name, options: effectiveOptions({ name, options: {} }) }
    expect(parseStrategySpec(formatStrategySpec(spec))).toEqual(spec)
  })
})

describe('strategySpecFrom', () => {
  it('reads a name with or without options, and a mapping', () => {
    expect(strategySpecFrom('tabu')).toEqual({ name: 'tabu', options: {} })
    expect(strategySpecFrom({ name: 'tabu', tenure: 3 })).toEqual({ name: 'tabu', options: { tenure: 3 } })
  })

  it.each([null, 3, [], ['tabu']])('refuses %j', (value) => {
    expect(() => strategySpecFrom(value)).toThrow(/^A strategy is a name/)
  })

  it('refuses options without a name', () => {
    expect(() => strategySpecFrom({ tenure: 3 })).toThrow(/needs a "name"; known strategies: adaptive/)
  })
})

describe('withOptionPairs', () => {
  it('replaces options of the same name and keeps the others', () => {
    const spec = { name: 'shark-search', options: { delta: 0.3, beta: 0.7 } }
    expect(withOptionPairs(spec, ['delta=0.5', 'gamma=0.1']).options).toEqual({
      delta: 0.5,
      beta: 0.7,
      gamma: 0.1,
    })
  })

  it('keeps a hostile key as data', () => {
    const { options } = withOptionPairs({ name: 'tabu', options: {} }, ['__proto__={"tenure":1}'])
    expect(Object.keys(options)).toEqual(['__proto__'])
    expect((options as { tenure?: number }).tenure).toBeUndefined()
    expect(() => checkStrategySpec({ name: 'tabu', options })).toThrow(/unknown option "__proto__"/)
  })
})

describe('checkStrategySpec', () => {
  const messageOf = (name: string, options: Record<string, unknown>) => {
    try {
      checkStrategySpec({ name, options })
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }

  it('names the strategy, the option, what is allowed and what was given', () => {
    expect(messageOf('best-first', { threshold: 3 })).toBe(
      'Strategy best-first: option threshold must be a number from 0 to 1, not 3',
    )
    expect(messageOf('best-first', { threshold: 'high' })).toBe(
      'Strategy best-first: option threshold must be a number from 0 to 1, not "high"',
    )
    expect(messageOf('fish-search', { width: 0 })).toBe(
      'Strategy fish-search: option width must be a whole number of at least 1 or null, not 0',
    )
    expect(messageOf('annealing', { temperature: 0 })).toBe(
      'Strategy annealing: option temperature must be a number above 0, not 0',
    )
    expect(messageOf('adaptive', { suggest: 'yes' })).toBe(
      'Strategy adaptive: option suggest must be true or false, not "yes"',
    )
  })

  it('suggests the nearest choice', () => {
    expect(messageOf('event-model-sources', { source: 'sit' })).toBe(
      'Strategy event-model-sources: option source must be one of site, host, not "sit" (did you mean "site"?)',
    )
  })

  it('suggests the nearest option and lists the known ones', () => {
    expect(messageOf('best-first', { treshold: 0.3 })).toBe(
      'Strategy best-first: unknown option "treshold" (did you mean "threshold"?); known options: threshold, space, linkThreshold, parent, words',
    )
  })

  it('reports options that do not fit together', () => {
    expect(messageOf('annealing', { alpha: 1 })).toBe(
      'Strategy annealing: alpha, beta, gamma and theta must sum to 1',
    )
  })

  it('reports every problem at once', () => {
    const problems = strategyProblems({ name: 'best-first', options: { threshold: 3, x: 1 } })
    expect(problems.map(({ option }) => option).sort()).toEqual(['threshold', 'x'])
  })

  it('suggests the nearest strategy', () => {
    expect(messageOf('best-frist', {})).toMatch(
      /^Unknown strategy "best-frist" \(did you mean "best-first"\?\); known: adaptive/,
    )
  })

  it.each(STRATEGY_NAMES)('never shows the words of the schema library for %s', (name) => {
    const keys = Object.keys(effectiveOptions({ name, options: {} }))
    for (const value of [{}, [], 'x', -1e9, 1e99, 0.5, true, undefined, null, Number.NaN])
      expect(messageOf(name, Object.fromEntries(keys.map((key) => [key, value])))).not.toMatch(
        /invalid|expected|received|too (small|big)|input/i,
      )
  })
})

describe('strategyOf', () => {
  const event = { strategy: 'tabu', strategyOptions: { tenure: 3, penalty: 4 } }

  it('is the default without anything else', () => {
    expect(strategyOf({})).toEqual({ name: 'adaptive', options: {} })
  })

  it('takes name and options from the event file', () => {
    expect(strategyOf(event)).toEqual({ name: 'tabu', options: event.strategyOptions })
  })

  it('replaces options of the event file one by one', () => {
    expect(strategyOf(event, { options: { tenure: 9 } })).toEqual({
      name: 'tabu',
      options: { tenure: 9, penalty: 4 },
    })
    expect(strategyOf(event, { name: 'tabu' }).options).toEqual(event.strategyOptions)
  })

  it('does not pass options of the event file to another strategy', () => {
    expect(strategyOf(event, { name: 'best-first', options: { threshold: 0.2 } })).toEqual({
      name: 'best-first',
      options: { threshold: 0.2 },
    })
  })
})

describe('changedOptions', () => {
  it('leaves out options that have their default', () => {
    expect(changedOptions({ name: 'tabu', options: { tenure: 7, penalty: 3 } })).toEqual({ penalty: 3 })
    expect(changedOptions({ name: 'tabu', options: {} })).toEqual({})
  })
})

describe('registerStrategy', () => {
  afterEach(() => vi.resetModules())

  // A separate registry: registrations last for the whole process.
  const fresh = async () => {
    vi.resetModules()
    const registry = await import('./registry.ts')
    const { breadthFirst } = await import('./strategies/breadth-first.ts')
    return { ...registry, breadthFirst, spec: await import('./strategy-spec.ts') }
  }

  it('makes a strategy known to every lookup', async () => {
    const { registerStrategy, strategyNames, createStrategy, breadthFirst, spec } = await fresh()
    registerStrategy('my-own', breadthFirst)
    expect(strategyNames()).toContain('my-own')
    expect(spec.strategyProblems({ name: 'my-own', options: {} })).toEqual([])
    expect(spec.strategyCatalog.names()).toContain('my-own')
    const event = {
      ...{ name: 'x', what: [], where: [], when: { interest: [] }, who: [] },
      languages: [],
      seeds: [],
    }
    expect(createStrategy('my-own', { event, random: () => 0.5 }).judge).toBeTypeOf('function')
    expect(() => createStrategy('my-own', { event, random: () => 0.5 }, { space: 'x' })).toThrow(
      'Strategy my-own: option space must be one of event, page, not "x"',
    )
  })

  it('refuses a name that is taken, also by a strategy that ships with Eventide', async () => {
    const { registerStrategy, breadthFirst } = await fresh()
    expect(() => registerStrategy('adaptive', breadthFirst)).toThrow(/There is a strategy "adaptive" already/)
    registerStrategy('my-own', breadthFirst)
    expect(() => registerStrategy('my-own', breadthFirst)).toThrow(/already/)
  })

  it.each(['', 'My Own', 'a:b', 'a,b', '__proto__', '-x', 'x'.repeat(61)])(
    'refuses %j as a name',
    async (name) => {
      const { registerStrategy, breadthFirst } = await fresh()
      expect(() => registerStrategy(name, breadthFirst)).toThrow(/cannot be the name of a strategy/)
    },
  )

  it('refuses a strategy with an option that has no default', async () => {
    const { registerStrategy, breadthFirst } = await fresh()
    const { z } = await import('zod')
    const options = z.strictObject({ needed: z.number() })
    const definition = { ...breadthFirst, options, create: () => breadthFirst.create as never }
    expect(() => registerStrategy('my-own', definition)).toThrow(/every option needs a default.*needed/)
  })
})
