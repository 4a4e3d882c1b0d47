import { TextDecoder } from '@exodus/bytes/encoding.js'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './charset.ts'

const LIMIT = 1_000_000
const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...values: number[]) => Uint8Array.from(values)

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/**
 * Encodes by looking up every one- and two-byte sequence in the decoder: slow, but independent of any
 * encoder.
 */
function encode(charset: string, text: string): Uint8Array {
  const decoder = new TextDecoder(charset)
  const characters = new Set(text)
  const known = new Map<string, number[]>()
  for (let first = 0; first < 256 && known.size < characters.size; first++) {
    const single = decoder.decode(bytes(first))
    if (characters.has(single) && !known.has(single)) known.set(single, [first])
    for (let second = 0x40; first > 0x80 && second < 256; second++) {
      const pair = decoder.decode(bytes(first, second))
      if (characters.has(pair) && !known.has(pair)) known.set(pair, [first, second])
    }
  }
  return Uint8Array.from([...text].flatMap((character) => known.get(character) ?? []))
}

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const out = new Uint8Array(text.length * 2)
  const view = new DataView(out.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), order === 'le')
  return out
}

const CHINESE = '台风海燕在菲律宾登陆，造成严重人员伤亡和财产损失，救援队伍已经赶到现场。'
const JAPANESE = '台風の影響で、各地で大雨となっています。気象庁は警戒を呼びかけています。'
const page = (text: string, head = '') => `<html><head>${head}</head><body><p>${text}</p></body></html>`

describe('decodeBody', () => {
  it('prefers a byte order mark to anything else', () => {
    const body = joined(bytes(0xef, 0xbb, 0xbf), utf8('é'))
    expect(decodeBody(body, 'iso-8859-1', LIMIT)).toMatchObject({ text: 'é', charset: 'utf-8', from: 'bom' })
  })

  it.each(['le', 'be'] as const)('reads UTF-16%s with and without a mark', (order) => {
    const mark = order === 'le' ? bytes(0xff, 0xfe) : bytes(0xfe, 0xff)
    const text = page(`Größe ${CHINESE}`)
    const marked = decodeBody(joined(mark, utf16(text, order)), null, LIMIT)
    expect(marked).toMatchObject({ text, charset: `utf-16${order}`, from: 'bom' })
    const bare = decodeBody(utf16(text, order), 'utf-8', LIMIT)
    expect(bare).toMatchObject({ text, charset: `utf-16${order}`, from: 'detected' })
  })

  it('follows the header, then meta, then the XML declaration', () => {
    const cyrillic = encode('windows-1251', page('Тайфун обрушился на побережье'))
    expect(decodeBody(cyrillic, 'windows-1251', LIMIT)).toMatchObject({ from: 'header' })
    const meta = encode('windows-1251', page('Тайфун', '<meta charset="windows-1251">'))
    expect(decodeBody(meta, null, LIMIT)).toMatchObject({ charset: 'windows-1251', from: 'meta' })
    expect(decodeBody(meta, null, LIMIT).text).toContain('Тайфун')
    const xml = encode('windows-1251', `<?xml version="1.0" encoding="windows-1251"?>${page('Тайфун')}`)
    expect(decodeBody(xml, null, LIMIT)).toMatchObject({ charset: 'windows-1251', from: 'meta' })
  })

  it('decodes windows-1252 by the standard, also under the name iso-8859-1', () => {
    const quoted = joined(utf8('<p>'), bytes(0x93, 0x80, 0x94), utf8('</p>'))
    expect(decodeBody(quoted, 'iso-8859-1', LIMIT).text).toBe('<p>“€”</p>')
  })

  it.each([
    ['utf-8', 'nothing', ''],
    ['utf-8', 'meta', '<meta charset=gbk>'],
    ['iso-8859-1', 'meta', '<meta http-equiv=content-type content="text/html; charset=gb2312">'],
    ['iso-8859-1', 'nothing', ''],
  ])('reads GBK under a wrong header (%s, declared as %s)', (header, _declared, head) => {
    const body = encode('gbk', page(CHINESE, head))
    expect(decodeBody(body, header, LIMIT).text).toContain(CHINESE)
  })

  it('detects undeclared Shift_JIS', () => {
    const found = decodeBody(encode('shift_jis', page(JAPANESE)), null, LIMIT)
    expect(found).toMatchObject({ charset: 'shift_jis', from: 'detected' })
    expect(found.text).toContain(JAPANESE)
  })

  it('reads valid UTF-8 that is declared as Latin-1', () => {
    const found = decodeBody(utf8(page('Größe und Höhe')), 'iso-8859-1', LIMIT)
    expect(found).toMatchObject({ charset: 'utf-8', from: 'utf8' })
  })

  it('keeps UTF-8 when only the last character was cut', () => {
    const whole = utf8(page('Größe und Höhe 台风'))
    const cut = utf8('Größe 台').subarray(0, -1)
    expect(decodeBody(whole, null, LIMIT).from).toBe('utf8')
    expect(decodeBody(cut, null, LIMIT)).toMatchObject({ charset: 'utf-8', text: 'Größe \ufffd' })
  })

  it('recognises UTF-8 that ends with a character of any length', () => {
    for (const last of ['a', 'é', '台', '😀'])
      for (const before of ['', 'é', 'Größe 台风 😀'])
        expect(decodeBody(utf8(`x${before}${last}`), null, LIMIT)).toMatchObject({
          text: `x${before}${last}`,
          from: 'utf8',
        })
  })

  it('ignores unknown charsets', () => {
    for (const label of ['', 'constructor', '__proto__', 'x-user-defined', 'iso-2022-kr', 'utf-99']) {
      expect(decodeBody(utf8('é'), label, LIMIT).text).toBe('é')
    }
  })

  it('removes NUL characters and never leaves half a surrogate pair', () => {
    expect(decodeBody(utf8('a\0b'), null, LIMIT).text).toBe('ab')
    const surrogates = decodeBody(bytes(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00), null, LIMIT)
    expect(surrogates.text).toBe('\ufffdA')
    const cut = decodeBody(utf8('ab😀cd'), null, 3)
    expect(cut).toMatchObject({ text: 'ab', truncated: true })
  })

  it('reports a body that exceeds the limit', () => {
    expect(decodeBody(utf8('x'.repeat(100)), null, 10)).toMatchObject({
      text: 'x'.repeat(10),
      truncated: true,
    })
    expect(decodeBody(utf8('x'.repeat(10)), null, 10).truncated).toBe(false)
  })
})
