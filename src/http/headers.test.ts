import { describe, expect, it } from 'vitest'
import { headerValue, headerValues, redirectLocation } from './headers.ts'

const HEADERS = [
  ['Content-Type', 'text/html'],
  ['x-robots-tag', 'noarchive'],
  ['X-Robots-Tag', 'nofollow'],
  ['Empty', ''],
] as const

describe('headerValue', () => {
  it('finds a header whatever the case of its name', () => {
    expect(headerValue(HEADERS, 'content-type')).toBe('text/html')
    expect(headerValue(HEADERS, 'CONTENT-TYPE')).toBe('text/html')
  })

  it('gives the first value of a repeated header, and an empty value as it is', () => {
    expect(headerValue(HEADERS, 'X-Robots-Tag')).toBe('noarchive')
    expect(headerValue(HEADERS, 'empty')).toBe('')
  })

  it('gives undefined for a header that was not sent', () => {
    expect(headerValue(HEADERS, 'constructor')).toBeUndefined()
  })
})

describe('headerValues', () => {
  it('gives every value of a repeated header, in order', () => {
    expect(headerValues(HEADERS, 'x-robots-tag')).toEqual(['noarchive', 'nofollow'])
    expect(headerValues(HEADERS, 'set-cookie')).toEqual([])
  })
})

describe('redirectLocation', () => {
  const sent = (bytes: Buffer) => redirectLocation([['Location', bytes.toString('latin1')]])

  it('reads UTF-8 that was sent unescaped', () => {
    expect(sent(Buffer.from('https://example.org/台風/été'))).toBe('https://example.org/台風/été')
    expect(sent(Buffer.from('https://münchen.example/'))).toBe('https://münchen.example/')
  })

  it('escapes bytes that are not UTF-8', () => {
    expect(sent(Buffer.from('/caf\xe9', 'latin1'))).toBe('/caf%E9')
  })

  it('leaves ASCII as it is', () => {
    expect(sent(Buffer.from('/a%20b?x=%E9#y'))).toBe('/a%20b?x=%E9#y')
    expect(redirectLocation([])).toBeUndefined()
  })
})
