import { describe, expect, it } from 'vitest'
import { apiQuery, NO_FILTERS, readFilters, writeFilters } from './filters.ts'

describe('the filters of the URL', () => {
  it('are read as they were written', () => {
    const filters = {
      ...NO_FILTERS,
      q: '"storm surge" -basketball near:Tacloban within:50km',
      in: ['haiyan', 'flood'],
      site: ['example.org'],
      place: ['1717511'],
      who: 'Red Cross, Geneva',
      verdict: 'all' as const,
      from: '2013-11-05',
      to: '2013-11-12',
      box: [120, 5, 126, 20] as const,
      sort: 'oldest' as const,
      page: 3,
      topics: ['rescue', '台风'],
    }
    expect(readFilters(writeFilters(filters))).toEqual(filters)
  })

  it('without any, the URL stays empty', () => {
    expect(writeFilters(NO_FILTERS)).toBe('')
    expect(readFilters('')).toEqual(NO_FILTERS)
  })

  it('are ignored where they are invalid', () => {
    const search =
      'page=-3&sort=constructor&verdict=__proto__&from=yesterday&to=2013-11-0&box=1,2&in=,,&lang=zh,zh'
    expect(readFilters(search)).toEqual({ ...NO_FILTERS, lang: ['zh'] })
    expect(readFilters('page=99999999').page).toBe(5_000)
    expect(readFilters(`q=${'x'.repeat(5_000)}`).q).toHaveLength(1_000)
  })

  it('are sent to the API without the empty ones', () => {
    expect(apiQuery({ ...NO_FILTERS, lang: ['en', 'zh'], box: [1, 2, 3, 4] })).toEqual({
      q: '',
      in: undefined,
      site: undefined,
      lang: 'en,zh',
      place: undefined,
      kind: undefined,
      who: undefined,
      verdict: 'kept',
      from: undefined,
      to: undefined,
      box: '1,2,3,4',
    })
  })
})
