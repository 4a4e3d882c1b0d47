import { describe, expect, it } from 'vitest'
import {
  displayOf,
  NO_STRATEGY,
  readStrategyForm,
  type Strategy,
  strategyFormOf,
  strategyLabel,
  withOptionText,
} from './strategy-form.ts'

const number = { type: 'number', nullable: false, description: 'share of the anchor' } as const
const shark: Strategy = {
  name: 'shark-search',
  summary: 'links inherit a share of their parent',
  from: 'Hersovici',
  options: [
    { ...number, name: 'delta', default: 0.5, min: 0, max: 1 },
    { ...number, name: 'depth', type: 'integer', default: 3, above: 0 },
    { ...number, name: 'width', type: 'integer', default: null, min: 1, nullable: true },
    { ...number, name: 'space', type: 'choice', default: 'event', choices: ['event', 'page'] },
    { ...number, name: 'suggest', type: 'boolean', default: true },
  ],
}
const read = (form: typeof NO_STRATEGY) => readStrategyForm(form, [shark], 'shark-search')

describe('readStrategyForm', () => {
  it('restores a stored strategy with its options', () => {
    const stored = { name: 'shark-search', delta: 0.3, width: null, space: 'page', suggest: false }
    const { strategy, errors } = read(strategyFormOf(stored))
    expect(errors.size).toBe(0)
    expect(strategy).toEqual({ name: 'shark-search', delta: 0.3, space: 'page', suggest: false })
    expect(read(strategyFormOf('shark-search')).strategy).toBe('shark-search')
    expect(read(NO_STRATEGY).strategy).toBeUndefined()
  })

  it('names the default strategy when one of its options is set', () => {
    const form = withOptionText(NO_STRATEGY, 'shark-search', 'delta', '0.2')
    expect(read(form).strategy).toEqual({ name: 'shark-search', delta: 0.2 })
  })

  it.each([
    ['delta', '1.5', 'Must be a number from 0 to 1.'],
    ['delta', 'half', 'Must be a number from 0 to 1.'],
    ['depth', '2.5', 'Must be a whole number above 0.'],
    ['depth', '0', 'Must be a whole number above 0.'],
    ['width', '0', 'Must be a whole number of at least 1 or null.'],
  ])('refuses %s = %s', (option, text, message) => {
    const form = withOptionText(strategyFormOf('shark-search'), 'shark-search', option, text)
    expect([...read(form).errors]).toEqual([[option, message]])
  })

  it('keeps what was typed for a strategy while another one is chosen', () => {
    const typed = withOptionText(strategyFormOf('shark-search'), 'shark-search', 'delta', '0.2')
    const other = { ...typed, name: 'tabu' }
    expect(read(other).strategy).toBe('tabu')
    expect(read({ ...other, name: 'shark-search' }).strategy).toEqual({ name: 'shark-search', delta: 0.2 })
  })

  it('keeps options of a strategy that is not loaded', () => {
    const form = strategyFormOf({ name: 'mine', weight: 2, mode: 'fast' })
    expect(readStrategyForm(form, [], 'adaptive').strategy).toEqual({ name: 'mine', weight: 2, mode: 'fast' })
  })

  it('is not confused by a strategy called __proto__', () => {
    expect(readStrategyForm({ name: '__proto__', typed: {} }, [shark], 'adaptive').strategy).toBe('__proto__')
  })
})

describe('displayOf', () => {
  it('describes each option with its bounds and its default', () => {
    const [delta, , , space, suggest] = shark.options.map(displayOf)
    expect(delta).toEqual({
      label: 'Delta',
      hint: 'Share of the anchor. A number from 0 to 1.',
      input: { kind: 'text', placeholder: '0.5', numeric: true },
    })
    expect(space?.input).toEqual({
      kind: 'choice',
      choices: [
        { value: '', label: 'event (default)' },
        { value: 'page', label: 'page' },
      ],
    })
    expect(suggest?.input).toEqual({ kind: 'flag', default: true })
  })
})

describe('strategyLabel', () => {
  it('shows the options that are set', () => {
    expect(strategyLabel({ name: 'shark-search', delta: 0.3, space: 'page' })).toBe(
      'shark-search (delta 0.3, space page)',
    )
    expect(strategyLabel('tabu')).toBe('tabu')
    expect(strategyLabel({ name: 'tabu' })).toBe('tabu')
  })
})
