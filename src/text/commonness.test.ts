import { describe, expect, it } from 'vitest'
import { rarityOf, readRanks, stemList, writeRanks } from './commonness.ts'
import { termsOf } from './terms.ts'

const rarity = (word: string, language: string) => rarityOf(termsOf(word, language)[0] ?? '', language)

describe('rarityOf', () => {
  it.each([
    ['en', 'city', 'earthquake'],
    ['de', 'wasser', 'erdbeben'],
    ['es', 'casa', 'terremoto'],
    ['ru', 'вода', 'землетрясение'],
    ['zh', '城市', '海啸'],
  ])('rates a common %s word lower than a rarer one', (language, common, rare) => {
    expect(rarity(common, language)).toBeLessThan(rarity(rare, language))
  })

  it('returns 1 for unlisted words and for languages without a list', () => {
    expect(rarityOf('zyxwvut', 'en')).toBe(1)
    expect(rarityOf('city', 'und')).toBe(1)
    expect(rarityOf('constructor', '__proto__')).toBe(1)
  })

  it('returns a value from 0 to 1', () => {
    for (const word of ['information', 'time', 'page', 'lightbox']) {
      expect(rarity(word, 'en')).toBeGreaterThan(0)
      expect(rarity(word, 'en')).toBeLessThanOrEqual(1)
    }
  })
})

describe('writeRanks', () => {
  it.each(['en', 'ru', 'zh', 'th'] as const)(
    'preserves the %s list when it is written and read back',
    (code) => {
      const made = stemList(code)
      expect(made.ranks.size).toBeGreaterThan(500)
      expect(readRanks(writeRanks(made))).toEqual(made)
    },
  )
})
