import { describe, expect, it } from 'vitest'
import { createStrategy, specOf } from './registry.ts'

const event = {
  name: 'x',
  what: [{ term: 'a', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: [],
  seeds: [],
}

describe('createStrategy', () => {
  it.each(['constructor', 'toString', '__proto__', ''])('refuses "%s"', (name) => {
    expect(() => createStrategy(name, { event, random: Math.random })).toThrow(/^Unknown strategy/)
  })

  it('remembers which options differ from their defaults', () => {
    const strategy = createStrategy('tabu', { event, random: Math.random }, { tenure: 3, penalty: 2 })
    expect(specOf(strategy)).toEqual({ name: 'tabu', options: { tenure: 3 } })
  })

  it('suggests the nearest name', () => {
    expect(() => createStrategy('best-frist', { event, random: Math.random })).toThrow(
      /did you mean "best-first"/,
    )
  })
})
