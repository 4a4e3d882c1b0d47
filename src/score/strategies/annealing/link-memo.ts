import type { WordCounts } from '../../features/topic-words.ts'
import type { RankLink } from './topical-pagerank.ts'

export interface MemoLink extends RankLink {
  /** Topic words of the link. */
  readonly words: WordCounts
}

/** What a resumed crawl needs to know about a page that was crawled before. */
export interface LinkMemo {
  /** Fingerprint of the vocabulary by which the words are numbered. */
  readonly fingerprint: number
  /** Topic words that the page contains. */
  readonly held: readonly number[]
  /** Links on the page, including those omitted below. */
  readonly outDegree: number
  readonly links: readonly MemoLink[]
}

const MARK = 'links1:'
const STEPS = 255
const WIDE = 2 ** 32

/** About a dozen characters per link. */
export function encodeLinkMemo({ fingerprint, held, outDegree, links }: LinkMemo): string {
  const bytes: number[] = []
  const fixed = (value: number, width: number) => {
    for (let i = 0; i < width; i++) bytes.push((value >>> (8 * i)) & 0xff)
  }
  const number = (value: number) => {
    let rest = Math.min(Math.max(0, Math.floor(value)), WIDE - 1)
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  fixed(fingerprint, 4)
  number(held.length)
  for (const word of held) number(word)
  number(outDegree)
  number(links.length)
  for (const { target, relevance, words } of links) {
    fixed(target, 4)
    fixed(Math.floor(target / WIDE), 3)
    bytes.push(Math.round(Math.min(1, Math.max(0, relevance)) * STEPS))
    number(words.size)
    for (const [word, count] of words) {
      number(word)
      number(count)
    }
  }
  return MARK + Buffer.from(bytes).toString('base64')
}

/** Null for anything that `encodeLinkMemo` has not written, such as the memo of another strategy. */
export function decodeLinkMemo(memo: unknown): LinkMemo | null {
  if (typeof memo !== 'string' || !memo.startsWith(MARK)) return null
  const bytes = Buffer.from(memo.slice(MARK.length), 'base64')
  let at = 0
  const byte = () => bytes[at++] ?? 0
  const fixed = (width: number) => {
    let value = 0
    for (let i = 0; i < width; i++) value += byte() * 256 ** i
    return value
  }
  const number = () => {
    let value = 0
    for (let factor = 1; factor < WIDE * 128; factor *= 128) {
      const part = byte()
      value += (part % 128) * factor
      if (part < 128) break
    }
    return value
  }
  // Every entry takes at least a byte, so a corrupt count cannot exceed the number of bytes.
  const times = <T>(make: () => T) => Array.from({ length: Math.min(number(), bytes.length - at) }, make)
  const fingerprint = fixed(4)
  const held = times(number)
  const outDegree = number()
  const links = times((): MemoLink => {
    const low = fixed(4)
    const target = fixed(3) * WIDE + low
    const relevance = byte() / STEPS
    return { target, relevance, words: new Map(times(() => [number(), number()] as const)) }
  })
  return at <= bytes.length ? { fingerprint, held, outDegree, links } : null
}
