import { describe, expect, it } from 'vitest'
import { askedOf, NO_QUESTION, readQuestion, writeQuestion } from './question.ts'

describe('the question of the address', () => {
  it('is read as it was written', () => {
    const question = {
      ...NO_QUESTION,
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
    expect(readQuestion(writeQuestion(question))).toEqual(question)
  })

  it('that asks nothing is nothing', () => {
    expect(writeQuestion(NO_QUESTION)).toBe('')
    expect(readQuestion('')).toEqual(NO_QUESTION)
  })

  it('forgets what makes no sense', () => {
    const said =
      'page=-3&sort=constructor&verdict=__proto__&from=yesterday&to=2013-11-0&box=1,2&in=,,&lang=zh,zh'
    expect(readQuestion(said)).toEqual({ ...NO_QUESTION, lang: ['zh'] })
    expect(readQuestion('page=99999999').page).toBe(5_000)
    expect(readQuestion(`q=${'x'.repeat(5_000)}`).q).toHaveLength(1_000)
  })

  it('is put to the API without what was not asked', () => {
    expect(askedOf({ ...NO_QUESTION, lang: ['en', 'zh'], box: [1, 2, 3, 4] })).toEqual({
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
