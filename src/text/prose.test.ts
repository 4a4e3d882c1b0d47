import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { whyNotProse } from './prose.ts'

const ENGLISH =
  'The storm reached the coast of the island on Friday morning, and the water rose to the second floor of the houses near the harbour. ' +
  'A nurse at the hospital said that they had worked by the light of torches since the power failed. The mayor asked the government for water, ' +
  'rice and a ship, and said that the airport would open for a few flights. People walked along the road to the north because they had heard ' +
  'of a ferry from the town. Soldiers cleared the road with a single machine, and it took them until the end of the week to reach the market. ' +
  'The weather bureau had warned of a surge, but few people knew what the word meant, said a teacher who had sheltered her pupils in the church. ' +
  'Some of the shops were emptied on the second day, when no help had come from the capital and nobody knew when it would.'
const RUSSIAN =
  'Шторм достиг берега острова в пятницу утром, и вода поднялась до второго этажа домов у порта. Врачи работали при свете фонарей, ' +
  'потому что электричества не было с ночи. Мэр просил о воде и рисе для жителей и сказал, что аэропорт откроется на несколько часов. ' +
  'Люди шли по дороге на север, потому что слышали о пароме из города. Солдаты расчищали дорогу от аэропорта до рынка с одной машиной, ' +
  'и на это ушло несколько дней. Школа на холме стала приютом для семей с детьми из прибрежных деревень. Помощь пришла к ним лишь в понедельник ' +
  'с кораблём из столицы. На стене ратуши висели списки пропавших, и родные искали в них имена с утра до вечера.'

function shuffled(text: string, seed: number): string {
  const random = seededRandom(seed)
  const words = text.split(' ')
  for (let i = words.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[words[i], words[j]] = [words[j] as string, words[i] as string]
  }
  return words.join(' ')
}

const many = (n: number, line: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n')

describe('whyNotProse', () => {
  it.each([
    ['en', ENGLISH],
    ['ru', RUSSIAN],
  ])('recognises the words of an article in random order (%s)', (language, text) => {
    expect(whyNotProse(text, language)).toBeNull()
    for (let seed = 1; seed <= 20; seed++)
      expect(whyNotProse(shuffled(text, seed), language)).toMatch(/random order: \d+ of \d+ phrases/)
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
