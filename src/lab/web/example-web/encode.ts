import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js'

type Encoder = (text: string) => Uint8Array

const utf8 = new TextEncoder()

/** Characters outside the charset become numeric references, as in form submissions by browsers. */
function lenient(strict: Encoder): Encoder {
  const spelt = (char: string): string => {
    try {
      strict(char)
      return char
    } catch {
      return `&#${char.codePointAt(0)};`
    }
  }
  return (text) => {
    try {
      return strict(text)
    } catch {
      return strict(text.replaceAll(/\P{ASCII}/gu, spelt))
    }
  }
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes.set([0xff, 0xfe])
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 + i * 2] = unit & 0xff
    bytes[3 + i * 2] = unit >> 8
  }
  return bytes
}

/** Creating their tables takes longer than generating a page, so they are created on first use. */
function late(make: () => Encoder): Encoder {
  let made: Encoder | undefined
  return (text) => {
    made ??= make()
    return made(text)
  }
}

const ENCODERS = {
  'utf-8': (text: string): Uint8Array => utf8.encode(text),
  gbk: late(() => lenient(createMultibyteEncoder('gbk'))),
  'windows-1252': late(() => lenient(createSinglebyteEncoder('windows-1252'))),
  shift_jis: late(() => lenient(createMultibyteEncoder('shift_jis'))),
  'utf-16le': utf16,
}

export type Charset = keyof typeof ENCODERS

export function encoded(text: string, charset: Charset): Uint8Array {
  return ENCODERS[charset](text)
}
