import { eld } from 'eld/extrasmall'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNgramDetector } from './ngram-detector.ts'
import { readNgramTable } from './ngram-table.ts'

const table = readNgramTable()
const detector = createNgramDetector(table)

function detectedByEld(text: string): string {
  const result = eld.detect(text)
  return result.language && result.isReliable() ? result.language : ''
}

const WORDS =
  `the and of river people it's l'eau d’été rivière été niño días días años über Straße große čeština žena Łódź więc
  için İSTANBUL ISTANBUL çocuk người không được река люди дома річка їхні ποταμός ΟΔΟΣ σπίτια النهر ليلا חשוב नदी 'quoted' \`tick\` 'n' rock'n'roll
  dogs' -- — ... 12,345 a I e o K ﬁn ŉ ſ straße Ǆ 中文 日本語 𝒜 x1y2 e-mail www.example.org ʼokina finlandssvenska`.split(
    /\s+/,
  )

const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))
const longWord = fc.integer({ min: 60, max: 90 }).map((length) => 'abcdefghij'.repeat(9).slice(0, length))
const texts = fc
  .array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...WORDS) }, anyUnits, longWord), {
    maxLength: 150,
  })
  .chain((words) => fc.constantFrom(' ', ', ', "'", ' ’', '').map((gap) => words.join(gap)))

describe('createNgramDetector', () => {
  it('reads the complete data set', () => {
    expect(table.languages).toHaveLength(60)
    expect(table.starts).toHaveLength(49_554)
    expect(table.of).toHaveLength(81_138)
  })

  it('returns the same language as eld for any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(detector.detect(text)).toBe(detectedByEld(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['en', 'The river rose overnight and thousands of people had to leave their homes in the valley.'],
    ['de', 'Der Fluss stieg über Nacht an, und Tausende Menschen mussten ihre Häuser verlassen.'],
    ['ru', 'За ночь река поднялась, и тысячам людей пришлось покинуть свои дома.'],
    ['', 'x'],
    ['', ''],
  ])('returns "%s" for "%s", as eld does', (language, text) => {
    expect(detector.detect(text)).toBe(language)
    expect(detectedByEld(text)).toBe(language)
  })
})
