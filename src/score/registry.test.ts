import { describe, expect, it } from 'vitest'
import { createStrategy } from './registry.ts'

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
  it.each(['constructor', 'toString', '__proto__', ''])('does not know "%s"', (name) => {
    expect(() => createStrategy(name, { event, random: Math.random })).toThrow(/^Unknown strategy/)
  })

  it('suggests the nearest name', () => {
    expect(() => createStrategy('best-frist', { event, random: Math.random })).toThrow(
      /did you mean "best-first"/,
    )
  })
})
