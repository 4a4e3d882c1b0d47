import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber } from './day.ts'
import { interestOf, onset, readSeries } from './interest.ts'
import type { Series } from './series.ts'

/** A monthly export from January of the first year on, with these values by month and 0 elsewhere. */
function monthlyExport(
  firstYear: number,
  lastYear: number,
  values: Readonly<Record<string, string>>,
): string {
  const rows = ['Category: All categories', '', 'Month,the event: (Worldwide)']
  for (let year = firstYear; year <= lastYear; year++) {
    for (let month = 1; month <= 12; month++) {
      const key = `${year}-${String(month).padStart(2, '0')}`
      rows.push(`${key},${values[key] ?? '0'}`)
    }
  }
  return rows.join('\r\n')
}

function only(text: string): Series {
  const [series, ...others] = readSeries(text)
  if (!series || others.length > 0) throw new Error('one series expected')
  return series
}

const daily = (values: readonly number[], first = '2017-08-20'): string => {
  const start = Date.parse(`${first}T00:00:00Z`) / 86_400_000
  return [
    'Day,storm: (Earth)',
    ...values.map((value, index) => `${dayFromNumber(start + index)},${value}`),
  ].join('\n')
}

describe('start of an event (TI table 1)', () => {
  it.each([
    ['Wenchuan earthquake', '2008-05'],
    ['Yushu earthquake', '2010-04'],
    ['Typhoon Haiyan', '2013-11'],
    ['Haiti earthquake', '2010-01'],
    ['Indian Ocean tsunami', '2004-12'],
  ])('%s: %s, by both rules', (_event, month) => {
    const year = Number(month.slice(0, 4))
    const series = only(monthlyExport(2004, year + 2, { [month]: '100', [`${year + 1}-03`]: '2' }))
    expect(onset(series, 'first-nonzero')).toBe(`${month}-01`)
    expect(onset(series, 'onset')).toBe(`${month}-01`)
  })

  it('gives the distribution of TI eq. 20 for Haiyan', () => {
    const series = only(monthlyExport(2013, 2013, { '2013-11': '100', '2013-12': '6' }))
    expect(onset(series)).toBe('2013-11-01')
    expect(interestOf(series)).toEqual([
      { from: '2013-11-01', to: '2013-11-30', value: 100 },
      { from: '2013-12-01', to: '2013-12-31', value: 6 },
    ])
  })
})

describe('onset on real series', () => {
  it('ignores stray values years before, unlike the literal rule', () => {
    const text = monthlyExport(2004, 2014, {
      '2006-03': '<1',
      '2009-07': '1',
      '2013-11': '100',
      '2013-12': '6',
    })
    expect(onset(only(text), 'first-nonzero')).toBe('2006-03-01')
    expect(onset(only(text), 'onset')).toBe('2013-11-01')
    expect(interestOf(only(text)).map(({ from }) => from)).toEqual(['2013-11-01', '2013-12-01'])
  })

  it('goes back from the peak to the start of the rise', () => {
    expect(onset(only(daily([0, 0, 0, 1, 9, 29, 44, 18, 17])))).toBe('2017-08-24')
    expect(onset(only(daily([0, 2, 0, 0, 5, 14, 13, 24, 100, 54, 0, 30])))).toBe('2017-08-24')
  })

  it('is where interest exceeds its usual level if it is never 0', () => {
    const usual = [31, 29, 33, 30, 28, 32, 30, 31, 29, 34, 30, 31]
    expect(onset(only(daily([...usual, 60, 400, 900, 500])))).toBe('2017-09-01')
  })

  it('handles series without interest, of one period, and that start within the event', () => {
    expect(onset(only(daily([0, 0, 0])))).toBeNull()
    expect(interestOf(only(daily([0, 0, 0])))).toEqual([])
    expect(onset(only(daily([7])))).toBe('2017-08-20')
    expect(onset(only(daily([50, 100, 20])), 'first-nonzero')).toBe('2017-08-20')
    expect(onset(only(daily([5, 3, 0, 0, 100])), 'first-nonzero')).toBe('2017-08-24')
  })

  it('is never after the peak, and the peak counts 100', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 60 }), (values) => {
        fc.pre(values.some((value) => value > 0))
        const series = only(daily(values))
        const peak = series.points[values.indexOf(Math.max(...values))]
        const start = onset(series)
        expect(start !== null && peak !== undefined && start <= peak.from).toBe(true)
        expect(Math.max(...interestOf(series).map(({ value }) => value))).toBe(100)
      }),
    )
  })
})

describe('reading series', () => {
  it('reads weeks, several columns, <1 and marks of unfinished periods', () => {
    const text = [
      'Category: All categories',
      '',
      'Week,"""first storm"": (Worldwide)",second: (Worldwide),isPartial',
      '2013-11-03,100,<1,False',
      '2013-11-10,40,3,False',
      '2013-11-17,"1,200",,True',
    ].join('\n')
    const [first, second, ...others] = readSeries(text)
    expect(others).toEqual([])
    expect(first?.name).toBe('first storm')
    expect(first?.points[0]).toEqual({ from: '2013-11-03', to: '2013-11-09', value: 100 })
    expect(first?.points[2]).toEqual({ from: '2013-11-17', to: '2013-11-23', value: 1200 })
    expect(second?.points.map(({ value }) => value)).toEqual([0.5, 3, 0])
  })

  it('reads hours as days', () => {
    const text = 'Time,storm\n2013-11-08T00,3\n2013-11-08T01,9\n2013-11-09T00,5\n'
    expect(only(text).points).toEqual([
      { from: '2013-11-08', to: '2013-11-08', value: 9 },
      { from: '2013-11-09', to: '2013-11-09', value: 5 },
    ])
  })

  it('reads two columns with or without a heading, in the order its dates are written', () => {
    expect(only('8/9/17,1\n8/20/17,2\n').points.map(({ from }) => from)).toEqual(['2017-08-09', '2017-08-20'])
    expect(only('9/8/17;1,5\n20/8/17;2\n').points.map(({ from, value }) => [from, value])).toEqual([
      ['2017-08-09', 1.5],
      ['2017-08-20', 2],
    ])
    expect(only('\ufeffdate\tviews\n2013\t4\n2014\t5').points[1]).toEqual({
      from: '2014-01-01',
      to: '2014-12-31',
      value: 5,
    })
  })

  it('sorts rows and ends a period before the next starts', () => {
    const { points } = only('day,v\n2013-11-15,3\n2013-11-01,1\n2013-11-08,2\n2013-11-18,4\n')
    expect(points.map(({ from, to }) => `${from}/${to}`)).toEqual([
      '2013-11-01/2013-11-07',
      '2013-11-08/2013-11-14',
      '2013-11-15/2013-11-17',
      '2013-11-18/2013-11-24',
    ])
  })

  it('reads page views, days without readers as 0', () => {
    const item = (timestamp: string, views: number) => ({
      article: 'Typhoon_Haiyan',
      granularity: 'daily',
      timestamp,
      views,
    })
    const series = only(JSON.stringify({ items: [item('2013110700', 12), item('2013111000', 90)] }))
    expect(series.name).toBe('Typhoon Haiyan')
    expect(series.points.map(({ from, value }) => [from, value])).toEqual([
      ['2013-11-07', 12],
      ['2013-11-08', 0],
      ['2013-11-09', 0],
      ['2013-11-10', 90],
    ])
    const monthly = { items: [{ article: 'A', granularity: 'monthly', timestamp: '2013110100', views: 3 }] }
    expect(only(JSON.stringify(monthly)).points).toEqual([{ from: '2013-11-01', to: '2013-11-30', value: 3 }])
  })

  it.each([
    ['', /no row starts with a date/],
    ['hello\nworld', /no row starts with a date.*keep one column of dates/],
    [
      'day,v\n2013-11-01,1\nyesterday,2',
      /^line 3: "yesterday" is not a date; write it as 2013-11-08, or remove rows/,
    ],
    ['day,who,v\n2013-11-01,CNN,2', /^line 2: "CNN" in column "who" is not a number of 0 or more; keep/],
    ['day,v\n2013-11-01,-4', /^line 2: "-4" in column "v" is not a number/],
    [
      'day,v\n2013-11-01,1\n2013-11-01,2',
      /^line 3: 2013-11-01 occurs twice \(lines 2 and 3\); keep one row per date$/,
    ],
    ['{"items": [', /not valid JSON/],
    ['{"items": []}', /no items; pass the unchanged response of the page views API/],
    ['{"items": [{"timestamp": "20139900", "views": 1}]}', /item 1 has no timestamp/],
    ['{"items": [{"timestamp": "2013110800", "views": "many"}]}', /item 1 has no number of views/],
  ])('explains what is wrong with %j', (text, message) => {
    expect(() => readSeries(text)).toThrow(message)
  })

  it('reads a written-out table back, whatever its values', () => {
    const value = fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), (values) => {
        expect(only(daily(values)).points.map((point) => point.value)).toEqual(values)
      }),
    )
  })
})
