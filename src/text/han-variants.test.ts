import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldHan } from './han-variants.ts'

describe('foldHan', () => {
  it('maps traditional and simplified spellings to the same text', () => {
    expect(foldHan('颱風在臺灣東部登陸,學校關閉,鐵路停駛')).toBe('台风在台湾东部登陆,学校关闭,铁路停驶')
    expect(foldHan('地震後,醫護與軍隊趕往災區搶救傷員')).toBe('地震后,医护与军队赶往灾区抢救伤员')
  })

  it('leaves simplified Chinese and other scripts unchanged', () => {
    const text = '医院和学校的重建工作已经开始, rescue ended, 新潟'
    expect(foldHan(text)).toBe(text)
  })

  it('never maps to a character that is itself mapped', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0x4e00, max: 0x9fff }), { maxLength: 400 }), (codes) => {
        const once = foldHan(String.fromCharCode(...codes))
        expect(foldHan(once)).toBe(once)
      }),
    )
  })
})
