import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.ts'

describe('parseQuery', () => {
  it('reads words, phrases and exclusions', () => {
    const query = parseQuery('typhoon "storm surge" -football -"last year"', ['en'])
    expect(query.must).toHaveLength(2)
    expect(query.must[1]![0]).toHaveLength(2)
    expect(query.not).toHaveLength(2)
    expect(query.words).toEqual(['typhoon', 'storm surge'])
  })

  it('looks for a word in the form each language gives it, once', () => {
    const [forms] = parseQuery('elections', ['en', 'de', 'fr']).must
    expect(forms!.length).toBeGreaterThan(0)
    expect(new Set(forms!.map((run) => run.join(' '))).size).toBe(forms!.length)
  })

  it('takes typographic quotes and an unclosed quote', () => {
    expect(parseQuery('“storm surge”', ['en']).must[0]![0]).toHaveLength(2)
    expect(parseQuery('"storm surge', ['en']).must[0]![0]).toHaveLength(2)
  })

  it('finds Chinese by its characters', () => {
    expect(parseQuery('台风登陆', ['zh']).must[0]![0]!.length).toBeGreaterThan(1)
  })

  it.each(['', '   ', '-football', '"" -x', '***'])(
    'refuses a query without anything to look for: %j',
    (text) => {
      expect(() => parseQuery(text, ['en'])).toThrow(/no word to look for/)
    },
  )

  it('refuses a query that is no question', () => {
    expect(() => parseQuery('x'.repeat(10_000_000), ['en'])).toThrow(/longer than/)
  })

  it('gives plain terms or a clear error, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        try {
          for (const group of parseQuery(text, ['en', 'zh']).must) {
            for (const term of group.flat()) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
          }
        } catch (error) {
          expect((error as { code: string }).code).toBe('query')
        }
      }),
    )
  })
})
