import { describe, expect, it } from 'vitest'
import { REPORTED } from '../../test/hostile-web/salad-texts.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { whyNotProse } from './prose.ts'
import { isMark, wordUnits } from './word-units.ts'

const UNSPACED = ['zh', 'ja']

/** Words of an article, `n` of them drawn at random. */
function shuffled(sentences: readonly string[], language: string, n: number, seed: number): string {
  const random = seededRandom(seed)
  const words = sentences.flatMap((line) => wordUnits(line, language, 1_000)).filter((unit) => !isMark(unit))
  return Array.from({ length: n }, () => words[Math.floor(random() * words.length)]).join(
    UNSPACED.includes(language) ? '' : ' ',
  )
}

const many = (n: number, line: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n')

describe('whyNotProse', () => {
  it.each(Object.entries(REPORTED))(
    'recognises the words of an article in random order (%s)',
    (language, sentences) => {
      expect(whyNotProse(sentences.join(' '), language)).toBeNull()
      const found = Array.from({ length: 20 }, (_, seed) =>
        whyNotProse(shuffled(sentences, language, 400, seed), language),
      ).filter((why) => why?.startsWith('words in random order'))
      expect(found.length).toBeGreaterThanOrEqual(18)
    },
  )

  it('recognises event words strewn into random words, and doubled words', () => {
    const event = ['haiyan', 'leyte', 'tacloban', 'surge']
    for (const language of ['en', 'de', 'es', 'ru']) {
      const random = seededRandom(5)
      const words = shuffled(REPORTED[language] ?? [], language, 400, 6).split(' ')
      const text = words.map((word) => (random() < 0.3 ? event[Math.floor(random() * 4)] : word)).join(' ')
      expect(whyNotProse(text, language)).toMatch(/random order/)
    }
  })

  it('takes words that are joined by a hyphen for one', () => {
    const because = (REPORTED.ru ?? []).map((line) => `Из-за ветра из-под воды: ${line}`)
    expect(whyNotProse(because.join(' '), 'ru')).toBeNull()
  })

  it('recognises a few words in any order, in any language', () => {
    const words = 'typhoon haiyan storm surge tacloban leyte'.split(' ')
    const random = seededRandom(3)
    const text = many(200, () => words[Math.floor(random() * words.length)] as string)
    for (const language of ['en', 'tl', '']) expect(whyNotProse(text, language)).toMatch(/same few words/)
  })

  it('recognises a few sentences filled with other words', () => {
    const words = 'typhoon haiyan storm surge tacloban leyte'.split(' ')
    const random = seededRandom(4)
    const one = () => words[Math.floor(random() * words.length)] as string
    const text = many(30, (i) =>
      i % 2
        ? `Read all about the ${one()} and the ${one()} here.`
        : `Our ${one()} has the latest ${one()} for you.`,
    )
    expect(whyNotProse(text, 'en')).toMatch(/same few (sentences|words)/)
  })

  it('leaves short texts, lists, tables, headlines and warnings alone', () => {
    expect(whyNotProse('the of and the of and the of', 'en')).toBeNull()
    const names = many(
      120,
      (i) => `Player ${String.fromCharCode(97 + (i % 26))}${i} Team${i % 40} ${i} ${i * 3}`,
    )
    expect(whyNotProse(names, 'en')).toBeNull()
    const headlines = many(
      40,
      (i) => `Storm ${i}: mayor of Town${i} asks for help, Region${i * 7} closes schools${i}`,
    )
    expect(whyNotProse(headlines, 'en')).toBeNull()
    const warnings = many(
      12,
      (i) =>
        `Tornado Watch issued May ${i} at 7:41PM CDT expiring May 9 at 3:00AM CDT in effect for: County${i}`,
    )
    expect(whyNotProse(warnings, 'en')).toBeNull()
  })
})
