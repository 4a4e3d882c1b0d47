import { describe, expect, it } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('mediaTypeOf', () => {
  it.each([
    ['text/html', 'html'],
    ['Text/HTML ; charset=utf-8', 'html'],
    ['application/xhtml+xml', 'xhtml'],
    ['text/plain', 'text'],
    ['application/pdf', 'other'],
    ['image/png', 'other'],
    ['application/json', 'json'],
    ['application/atom+xml', 'xml'],
    ['image/svg+xml', 'other'],
    ['application/gzip', 'other'],
  ])('%s is %s', (contentType, kind) => {
    expect(mediaTypeOf(contentType, bytes('<html>')).kind).toBe(kind)
  })

  it('looks at the bytes when there is no usable header', () => {
    expect(mediaTypeOf('', bytes('<!DOCTYPE html><p>x')).kind).toBe('html')
    expect(mediaTypeOf('', bytes('just words')).kind).toBe('text')
    expect(mediaTypeOf('', Uint8Array.from([0x89, 0x50, 0, 0])).kind).toBe('other')
    expect(mediaTypeOf('', new Uint8Array()).kind).toBe('other')
    const wide = Uint8Array.from([...'<html>'].flatMap((c) => [c.charCodeAt(0), 0]))
    expect(mediaTypeOf('', wide).kind).toBe('html')
  })

  it('reads the charset parameter, quoted or not', () => {
    expect(mediaTypeOf('text/html; charset="GBK"', bytes('')).charset).toBe('GBK')
    expect(mediaTypeOf("text/html;boundary=x; CHARSET='utf-8'", bytes('')).charset).toBe('utf-8')
    expect(mediaTypeOf('text/html; charset=', bytes('')).charset).toBeNull()
  })
})
