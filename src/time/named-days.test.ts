import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedDays } from './named-days.ts'

describe('namedDays', () => {
  it('finds weekdays and dates with the month in words, with and without a year', () => {
    expect(namedDays('On Saturday, May 5th, 2013; again on 3 June 2014, Sept. 11 and July 4.', 'en')).toEqual(
      [
        { weekday: 6 },
        { month: 5, date: 5, year: 2013 },
        { month: 6, date: 3, year: 2014 },
        { month: 9, date: 11, year: null },
        { month: 7, date: 4, year: null },
      ],
    )
  })

  it.each([
    ['es', 'El sábado 17 de mayo de 2014 murió'],
    ['de', 'Am Samstag, dem 17. Mai 2014, brannte'],
    ['fr', 'Samedi 17 mai 2014, un incendie'],
    ['zh', '2014年5月17日星期六'],
    ['ja', '2014年5月17日土曜日'],
  ])('reads %s', (language, text) => {
    const days = namedDays(text, language)
    expect(days).toContainEqual({ weekday: 6 })
    expect(days).toContainEqual({ month: 5, date: 17, year: 2014 })
  })

  it('ignores verbs, ages and longer numbers', () => {
    expect(
      namedDays('Of 12 may have died; she is 17; March on 2014 Avenue. Maya, 45, and 1712 May', 'en'),
    ).toEqual([])
    expect(namedDays('Sundaybest and XMonday', 'en')).toEqual([])
  })

  it('accepts any text in any language, including an empty one', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('en', 'zh', 'und', 'xx', 'th', ''),
        (text, language) => {
          expect(namedDays(text, language)).toEqual(namedDays(text, language))
        },
      ),
    )
  })

  it('reads a long text of numbers in linear time', () => {
    expect(namedDays('12 '.repeat(1_000_000), 'en')).toEqual([])
  })
})
