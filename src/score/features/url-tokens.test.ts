import { describe, expect, it } from 'vitest'
import { urlTokens } from './url-tokens.ts'

describe('urlTokens', () => {
  it('splits at everything but letters and drops parts without meaning (EV 4.2.3)', () => {
    expect(urlTokens('https://www.news.example.com/2024/11/09/typhoon-relief_fund.html?id=3')).toEqual([
      'news',
      'example',
      'typhoon',
      'relief',
      'fund',
      'id',
    ])
  })

  it('reads percent-encoded words of any script', () => {
    expect(urlTokens('http://a.example/%E5%8F%B0%E9%A3%8E/x')).toContain('台风')
  })

  it('survives broken encoding', () => {
    expect(urlTokens('http://a.example/%ff%zz/storm')).toContain('storm')
  })
})
