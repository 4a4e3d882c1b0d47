import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber } from './day.ts'
import { writtenDates } from './text-date.ts'
import type { NumericOrder } from './written-date.ts'

function days(text: string, language = 'en', order: NumericOrder = 'day-first'): string[] {
  return writtenDates(text, language, order).map((date) => date.day)
}

describe('written dates', () => {
  it.each([
    ['en', 'May 12, 2019'],
    ['en', 'Posted on Sunday, 12th of May 2019 at 10:45 am'],
    ['en', 'Sun May 12 10:45:00 +0000 2019'],
    ['en', "12 May '19"],
    ['en', '12-May-19'],
    ['de', 'Sonntag, 12. Mai 2019'],
    ['de', '12.05.2019, 10:45 Uhr'],
    ['fr', 'Publié le 12 mai 2019 à 10h45'],
    ['es', '12 de mayo de 2019'],
    ['pt', '12 de maio de 2019'],
    ['it', '12 maggio 2019'],
    ['nl', '12 mei 2019'],
    ['ca', '12 de maig del 2019'],
    ['sv', 'den 12 maj 2019'],
    ['fi', '12. toukokuuta 2019'],
    ['pl', '12 maja 2019'],
    ['cs', '12. května 2019'],
    ['hu', '2019. május 12.'],
    ['lt', '2019 m. gegužės 12 d.'],
    ['lv', '2019. gada 12. maijs'],
    ['ru', '12 мая 2019 г.'],
    ['uk', '12 травня 2019'],
    ['el', '12 Μαΐου 2019'],
    ['tr', '12 Mayıs 2019'],
    ['id', '12 Mei 2019'],
    ['vi', 'ngày 12 tháng 5 năm 2019'],
    ['ar', '١٢ مايو ٢٠١٩'],
    ['ar', '12 أيار 2019'],
    ['fa', '۲۲ اردیبهشت ۱۳۹۸'],
    ['fa', '۱۳۹۸/۰۲/۲۲'],
    ['he', '12 במאי 2019'],
    ['hi', '१२ मई २०१९'],
    ['th', '12 พฤษภาคม 2562'],
    ['ko', '2019년 5월 12일'],
    ['ko', '2019. 5. 12.'],
    ['zh', '2019年5月12日 10:45'],
    ['zh', '２０１９年５月１２日'],
    ['zh', '二〇一九年五月十二日'],
    ['zh', '民國108年5月12日'],
    ['ja', '令和元年5月12日'],
    ['ja', '令和1年５月12日（日）'],
    ['', '2019-05-12'],
    ['', '2019/5/12'],
    ['', '12 | 05 | 2019'],
  ])('%s: %s', (language, text) => {
    expect(days(text, language)).toEqual(['2019-05-12'])
  })

  it('reads the two-word months of the Levant', () => {
    expect(days('12 كانون الثاني 2019', 'ar')).toEqual(['2019-01-12'])
  })

  it('reads a month name shared by languages in the language of the page', () => {
    expect(days('3 listopada 2019', 'pl')).toEqual(['2019-11-03'])
    expect(days('3. listopada 2019.', 'hr')).toEqual(['2019-10-03'])
  })

  it('finds several dates in order, with their positions', () => {
    const text = 'Published 1 March 2020, updated 2020-03-04'
    const found = writtenDates(text, 'en', 'day-first')
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['1 March 2020', '2020-03-04'])
  })

  it.each([
    '31.02.2019',
    '2019-13-01',
    '1.2.3.4567',
    '192.168.10.12',
    'May 2019',
    '12 May',
    'tel. 12-05-2019-44',
    '12. Mai 20 Uhr',
    '1234567890',
    '',
  ])('finds no date in %j', (text) => {
    expect(days(text, 'de')).toEqual([])
  })

  it('reads numeric dates in the given order and keeps the alternative', () => {
    const [found] = writtenDates('05/04/2019', 'en', 'month-first')
    expect(found).toMatchObject({ day: '2019-05-04', swapped: '2019-04-05' })
    expect(days('05/04/2019', 'en', 'day-first')).toEqual(['2019-04-05'])
    expect(days('23/04/2019', 'en', 'month-first')).toEqual(['2019-04-23'])
    expect(writtenDates('05.04.2019', 'de', 'month-first')[0]).toMatchObject({
      day: '2019-04-05',
      swapped: null,
    })
  })

  const locales = (
    'en-GB en-US de fr es it pt nl sv da nb fi is pl cs sk sl hr sr bg ru uk be ro hu el tr az sq lt lv et ca gl ' +
    'id ms sw vi ar ar-SY ar-MA fa he hi bn th ko ja zh-CN zh-TW ka hy kk af'
  ).split(' ')
  it('reads back every day as formatted by the calendar data of each language', () => {
    const long = new Map(
      locales.map((locale) => {
        const tag = `${locale}-u-ca-${locale === 'th' ? 'buddhist' : locale === 'fa' ? 'persian' : 'gregory'}`
        return [locale, new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })]
      }),
    )
    const number = fc.integer({ min: 10_957, max: 20_453 })
    fc.assert(
      fc.property(fc.constantFrom(...locales), number, (locale, day) => {
        const written = long.get(locale)?.format(new Date(day * 86_400_000)) ?? ''
        const language = locale.slice(0, 2)
        expect([locale, written, ...days(written, language)]).toEqual([locale, written, dayFromNumber(day)])
      }),
      { numRuns: 600, seed: 1 },
    )
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (text) => {
        for (const { day } of writtenDates(text, 'und', 'month-first'))
          expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      }),
    )
    for (const piece of ['1', '1.', '12 May ', '2019年', '1-', ' ', 'd ', '1:11']) {
      expect(() => days(piece.repeat(200_000))).not.toThrow()
    }
  })
})
