import { describe, expect, it } from 'vitest'
import { namesOf } from './names.ts'

const named = (text: string, language = 'en') =>
  Object.fromEntries(namesOf(text, language).map(({ name, kind, count }) => [name, `${kind} ${count}`]))

describe('namesOf', () => {
  it('counts the full name, the initials and the surname as one person', () => {
    const text =
      'The mayor met Maria L. Castellanos on Friday. Later Maria Castellanos spoke, and Castellanos left. "No," Castellanos said.'
    expect(named(text)).toEqual({ 'Maria L. Castellanos': 'person 4' })
  })

  it('recognises a person by a title or an age and drops the title', () => {
    const text = 'It was said by Dr. Okonkwo. We saw Brandt, 54, in the yard. Then Sgt. Ana Ruiz came.'
    expect(named(text)).toEqual({ Okonkwo: 'person 1', Brandt: 'person 1', 'Ana Ruiz': 'person 1' })
  })

  it('recognises organisations by typical words and by acronyms', () => {
    const text =
      'A team of the University of Marburg and the Harbor Police Department called UNHCR and Tessler Inc for help.'
    expect(named(text)).toEqual({
      'University of Marburg': 'organisation 1',
      'Harbor Police Department': 'organisation 1',
      UNHCR: 'organisation 1',
      'Tessler Inc': 'organisation 1',
    })
  })

  it('does not report streets and buildings as people', () => {
    expect(named('It burned on Calder Street near the Old Mill Bridge.')).toEqual({
      'Calder Street': 'other 1',
      'Old Mill Bridge': 'other 1',
    })
  })

  it('ignores capitals in sentence starts, months, weekdays and headlines', () => {
    const text =
      'Storm Leaves Thousands Without Power Across Coast\nPeople waited. The power failed on Monday. Nobody in April knew; people slept.'
    expect(named(text)).toEqual({})
  })

  it('skips names that the caller lists as places', () => {
    const places = new Set(['new harbor'])
    expect(namesOf('They went to New Harbor with Ines Calvo.', 'en', { places })).toEqual([
      { name: 'Ines Calvo', kind: 'person', count: 1 },
    ])
  })

  it('finds Cyrillic names', () => {
    expect(named('Об этом заявил Иван Петров на встрече.', 'ru')).toEqual({ 'Иван Петров': 'person 1' })
  })

  it('finds Chinese names with the dictionary', () => {
    const found = named('国家地震局局长王建国表示，中国红十字会已派出救援队。', 'zh')
    expect(found.王建国).toBe('person 1')
    expect(found.中国红十字会).toBe('organisation 1')
  })

  it('handles adversarial text in bounded time', () => {
    for (const text of [
      'A'.repeat(500_000),
      'A. '.repeat(100_000),
      "A'".repeat(200_000),
      'Of The '.repeat(50_000),
    ])
      expect(namesOf(text, 'en').length).toBeLessThan(1000)
  })
})
