import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { urlKey } from '../../features/url-key.ts'
import { decodeLinkMemo, encodeLinkMemo } from './link-memo.ts'

const words = fc
  .array(fc.tuple(fc.nat(70_000), fc.integer({ min: 1, max: 100_000 })), { maxLength: 5 })
  .map((pairs) => new Map(pairs))
const memo = fc.record({
  fingerprint: fc.nat(2 ** 31),
  held: fc.array(fc.nat(70_000), { maxLength: 20 }),
  outDegree: fc.nat(100_000),
  links: fc.array(
    fc.record({
      target: fc.webUrl().map(urlKey),
      relevance: fc.nat(255).map((step) => step / 255),
      words,
    }),
    { maxLength: 20 },
  ),
})

describe('link memo', () => {
  it('decodes what it encoded', () => {
    fc.assert(
      fc.property(memo, (one) => {
        expect(decodeLinkMemo(encodeLinkMemo(one))).toEqual(one)
      }),
    )
  })

  it('takes about a dozen characters per link', () => {
    const links = Array.from({ length: 50 }, (_, i) => ({
      target: urlKey(`http://a.example/${i}`),
      relevance: 0.5,
      words: new Map<number, number>(),
    }))
    expect(encodeLinkMemo({ fingerprint: 1, held: [], outDegree: 50, links }).length).toBeLessThan(50 * 13)
  })

  it('decodes anything else to null, and never throws on corrupt input', () => {
    expect([null, 1, {}, 'x', 'bmV3'].map(decodeLinkMemo)).toEqual([null, null, null, null, null])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const read = decodeLinkMemo(`links1:${Buffer.from(bytes).toString('base64')}`)
        expect(read === null || read.links.length <= 60).toBe(true)
      }),
    )
  })
})

describe('url key', () => {
  it('has no collision among a hundred thousand URLs, in 53 bits', () => {
    const keys = new Set(Array.from({ length: 100_000 }, (_, i) => urlKey(`https://news.example/story/${i}`)))
    expect([...keys].every((key) => Number.isSafeInteger(key) && key >= 0)).toBe(true)
    expect(keys.size).toBe(100_000)
  })
})
