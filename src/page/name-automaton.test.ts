import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NameAutomaton, partAutomaton, START, SYMBOLS, wordAutomaton } from './name-automaton.ts'

const LISTS = ['nav navbar bar-nav side_bar', 'bar vba a-b', 'ar']
const WORDS = LISTS.map((list, i): [number, string] => [1 << i, list])

function foundIn({ next, found }: NameAutomaton, text: string): { any: number; last: number } {
  let state = START
  let any = 0
  for (const letter of text) {
    state = next[(state << 5) | (SYMBOLS[letter.charCodeAt(0)] ?? 0)] ?? START
    any |= found[state] ?? 0
  }
  return { any, last: found[state] ?? 0 }
}

const texts = fc
  .array(fc.constantFrom('nav', 'bar', '-', '_', 'side', 'a', 'b', 'v', 'r', '1', 'N', 'Bar'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

describe('partAutomaton', () => {
  it('finds every word anywhere in a text', () => {
    const automaton = partAutomaton(WORDS)
    fc.assert(
      fc.property(texts, (text) => {
        const lower = text.toLowerCase()
        const expected = LISTS.map((list, i) =>
          list.split(' ').some((word) => lower.includes(word)) ? 1 << i : 0,
        )
        expect(foundIn(automaton, text).any).toBe(expected.reduce((a, b) => a | b))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('wordAutomaton', () => {
  it('matches a word only as a whole', () => {
    const automaton = wordAutomaton(WORDS)
    fc.assert(
      fc.property(texts, (text) => {
        const expected = LISTS.map((list, i) => (list.split(' ').includes(text.toLowerCase()) ? 1 << i : 0))
        expect(foundIn(automaton, text).last).toBe(expected.reduce((a, b) => a | b))
      }),
      { numRuns: 1_000 },
    )
  })
})
