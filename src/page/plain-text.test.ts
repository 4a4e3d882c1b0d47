import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from './limits.ts'
import { readPlain } from './plain-text.ts'

describe('readPlain', () => {
  it('keeps lines and finds URLs with their paragraph and context', () => {
    const text =
      'Report of  the day\r\nSee https://a.example/x#top, and more.\n\nOther (http://b.example/y_(z)).'
    const reading = readPlain(text, DEFAULT_LIMITS)
    expect(reading.text.split('\n')[0]).toBe('Report of the day')
    expect(reading.links.map((link) => link.url)).toEqual(['https://a.example/x', 'http://b.example/y_(z)'])
    expect(reading.links[0]?.context).toBe('See and more.')
    expect(reading.divisions[reading.links[0]?.division ?? -1]).toContain('Report of the day')
    expect(reading.divisions[reading.links[1]?.division ?? -1]).toMatch(/^Other/)
  })

  it('ends a URL at CJK punctuation', () => {
    expect(readPlain('详见 https://a.example/x。', DEFAULT_LIMITS).links[0]?.url).toBe('https://a.example/x')
  })

  it('stays within its limits', () => {
    const many = Array.from({ length: 50 }, (_, i) => `http://h${i}.example/`).join(' ')
    const reading = readPlain(many, { ...DEFAULT_LIMITS, links: 10 })
    expect(reading.links).toHaveLength(10)
    expect(reading.truncated).toBe(true)
    expect(readPlain('x'.repeat(50), { ...DEFAULT_LIMITS, text: 20 })).toMatchObject({
      text: 'x'.repeat(20),
      truncated: true,
    })
  })

  it('is not slowed down by runs of brackets and line breaks', () => {
    const hostile = `http://a.example/${')'.repeat(200_000)}${'\n'.repeat(200_000)}${'http://'.repeat(50_000)}`
    expect(readPlain(hostile, DEFAULT_LIMITS).links[0]?.url).toBe('http://a.example/')
  })
})
