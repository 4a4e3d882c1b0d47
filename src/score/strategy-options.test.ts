import { describe, expect, it } from 'vitest'
import { STRATEGIES, STRATEGY_NAMES, strategyNamed } from './registry.ts'
import { describeOptions } from './strategy-options.ts'

const optionOf = (strategy: keyof typeof STRATEGIES, name: string) =>
  describeOptions(strategyNamed(strategy)).find((option) => option.name === name)

describe('describeOptions', () => {
  it('gives type, default, bounds and description', () => {
    expect(optionOf('best-first', 'threshold')).toMatchObject({
      type: 'number',
      default: 0.45,
      min: 0,
      max: 1,
      nullable: false,
    })
    expect(optionOf('fish-search', 'width')).toMatchObject({
      type: 'integer',
      default: null,
      min: 1,
      nullable: true,
    })
    expect(optionOf('fish-search', 'width')).not.toHaveProperty('max')
    expect(optionOf('annealing', 'temperature')).toMatchObject({ type: 'number', above: 0 })
    expect(optionOf('adaptive', 'suggest')).toMatchObject({ type: 'boolean', default: true })
    expect(optionOf('event-model-sources', 'source')).toMatchObject({
      type: 'choice',
      default: 'site',
      choices: ['site', 'host'],
    })
  })

  it.each(STRATEGY_NAMES)('describes every option of %s', (name) => {
    const options = describeOptions(STRATEGIES[name])
    const defaults = STRATEGIES[name].options.parse({}) as object
    expect(Object.fromEntries(options.map((option) => [option.name, option.default]))).toEqual(defaults)
    for (const { type, description, min, above, choices } of options) {
      expect(description).not.toBe('')
      expect(type).not.toBe('json')
      if (type === 'number' || type === 'integer') expect(min ?? above).toBeDefined()
      if (type === 'choice') expect(choices?.length).toBeGreaterThan(1)
    }
  })
})
