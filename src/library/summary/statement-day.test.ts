import { describe, expect, it } from 'vitest'
import { dayNumber } from '../../time/day.ts'
import { dayOfStatement } from './statement-day.ts'

const span = { from: dayNumber('2013-11-01')!, to: dayNumber('2014-02-01')! }
// A Monday.
const PUBLISHED = '2013-11-11'

describe('dayOfStatement', () => {
  it.each([
    ['The storm struck on November 8, 2013, officials said.', 'en', '2013-11-08', true],
    ['The storm struck on November 8, officials said.', 'en', '2013-11-08', true],
    ['The storm struck on Friday and left on Saturday.', 'en', '2013-11-09', true],
    ['It was Monday when help came.', 'en', '2013-11-11', true],
    ['Der Sturm traf die Küste am 8. November 2013.', 'de', '2013-11-08', true],
    ['台风11月8日凌晨登陆。', 'zh', '2013-11-08', true],
    ['Nobody was hurt in the town.', 'en', '2013-11-11', false],
    ['Not since the flood of December 1, 1991, has it been so bad.', 'en', null, false],
  ])('%s', (text, language, day, named) => {
    expect(dayOfStatement(text, language, PUBLISHED, span)).toEqual({ day, named })
  })

  it("takes a date without a year as last year's when it would lie in the future", () => {
    expect(dayOfStatement('Ships were lost on December 24, he said.', 'en', '2014-01-03', span).day).toBe(
      '2013-12-24',
    )
  })

  it('returns null for a page without a date', () => {
    expect(dayOfStatement('It was Monday when help came.', 'en', null, span)).toEqual({
      day: null,
      named: false,
    })
    expect(dayOfStatement('The storm struck on 8 November 2013.', 'en', null, span).day).toBe('2013-11-08')
  })
})
