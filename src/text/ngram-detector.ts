import { MAX_NGRAM_LENGTH, type NgramTable, slotOf } from './ngram-table.ts'

/** Detects the language of a text in a script shared by several languages. */
export interface NgramDetector {
  /** ISO 639-1 code, or an empty string if no language is reliable. */
  detect(text: string): string
}

/** Characters of a text that eld reads. */
const MAX_TEXT = 1000
/** eld reads words up to the first space after `ENOUGH_BYTES`, and never more than `MAX_BYTES`. */
const ENOUGH_BYTES = 350
const MAX_BYTES = 380
/** Enough UTF-16 units for that: each takes at least one byte. */
const MAX_UNITS = MAX_BYTES + 20
/** The rest of a longer word yields no n-grams. */
const MAX_WORD_LENGTH = 70
/** With fewer n-grams the result is meaningless. */
const MIN_NGRAMS = 3
/** Scales scores to 0..1. */
const SCALE = 25
/** A result is reliable if its score is at least this share of the usual score of the language ... */
const RELIABLE = 0.75
/** ... and not close to zero. */
const MIN_APART = 0.01

const SPACE = 0x20
const LAST_ASCII = 0x7f
/** Twice the maximum number of n-grams in a text. */
const SEEN = 1024

/** Same results as eld's `detect` and `isReliable`, without allocating per text or reading unused input. */
export function createNgramDetector(table: NgramTable): NgramDetector {
  return new Detector(table)
}

class Detector implements NgramDetector {
  readonly #table: NgramTable
  readonly #scores: Float64Array
  readonly #word = new Uint8Array(MAX_BYTES + 8)
  /** N-grams seen in this text: each counts once. */
  readonly #heads = new Uint32Array(SEEN)
  readonly #tails = new Uint32Array(SEEN)
  readonly #takenIn = new Uint32Array(SEEN)
  #text = 0
  #ngrams = 0

  constructor(table: NgramTable) {
    this.#table = table
    this.#scores = new Float64Array(table.languages.length)
  }

  detect(text: string): string {
    this.#scores.fill(0)
    this.#ngrams = 0
    this.#text++
    this.#readWords(wordsOf(text, this.#table.letters))
    return this.#result()
  }

  #readWords(words: string): void {
    const word = this.#word
    let length = 0
    let bytes = 0
    for (let i = 0; i < words.length && bytes <= MAX_BYTES; i++) {
      const code = words.charCodeAt(i)
      if (code === SPACE) {
        if (length > 0) this.#readWord(length)
        length = 0
        if (bytes > ENOUGH_BYTES) break
        bytes++
        continue
      }
      const before = length
      if (code <= LAST_ASCII) word[length++] = code
      else length = this.#append(code, length)
      bytes += length - before
    }
    if (length > 0) this.#readWord(length)
  }

  /** Appends UTF-8 bytes in the encoding of the table. */
  #append(code: number, length: number): number {
    const { bytes } = this.#table
    const word = this.#word
    let end = length
    if (code < 0x800) word[end++] = bytes[0xc0 | (code >> 6)] ?? SPACE
    else {
      word[end++] = bytes[0xe0 | (code >> 12)] ?? SPACE
      word[end++] = bytes[0x80 | ((code >> 6) & 0x3f)] ?? SPACE
    }
    word[end++] = bytes[0x80 | (code & 0x3f)] ?? SPACE
    return end
  }

  /** N-grams of four bytes at every third byte, and the last four; the first and last of a word are marked. */
  #readWord(whole: number): void {
    const length = Math.min(whole, MAX_WORD_LENGTH)
    let at = 0
    for (; at + 4 < length; at += 3) this.#take(at, at + 4, at === 0, false)
    this.#take(Math.max(0, length - 4), whole, at === 0, true)
  }

  #take(start: number, end: number, isFirst: boolean, isLast: boolean): void {
    let head = 0
    let tail = isFirst ? SPACE : 0
    const word = this.#word
    // Six characters are packed into two numbers, three in each.
    for (let i = start; i < end; i++) {
      head = ((head << 8) | (tail >>> 16)) & 0xffffff
      tail = ((tail << 8) | (word[i] ?? 0)) & 0xffffff
    }
    const size = end - start + (isFirst ? 1 : 0) + (isLast ? 1 : 0)
    if (size > MAX_NGRAM_LENGTH) head = this.#hashOf(start, end)
    else if (isLast) {
      head = ((head << 8) | (tail >>> 16)) & 0xffffff
      tail = ((tail << 8) | SPACE) & 0xffffff
    }
    if (!this.#isNew(head, tail)) return
    this.#ngrams++
    if (size > MAX_NGRAM_LENGTH) return
    const { starts, of, score } = this.#table
    const place = this.#table.find(head, tail)
    if (place < 0) return
    const stop = starts[place + 1] ?? 0
    for (let i = starts[place] ?? 0; i < stop; i++) {
      const language = of[i] ?? 0
      this.#scores[language] = (this.#scores[language] ?? 0) + (score[i] ?? 0)
    }
  }

  /** The rest of a very long word counts as one unknown n-gram, with a head that no other n-gram has. */
  #hashOf(start: number, end: number): number {
    let hash = 0
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (this.#word[i] ?? 0), 0x01000193)
    return (hash | 0x80000000) >>> 0
  }

  #isNew(head: number, tail: number): boolean {
    for (let slot = slotOf(head, tail) & (SEEN - 1); ; slot = (slot + 1) & (SEEN - 1)) {
      if (this.#takenIn[slot] !== this.#text) {
        this.#takenIn[slot] = this.#text
        this.#heads[slot] = head
        this.#tails[slot] = tail
        return true
      }
      if (this.#heads[slot] === head && this.#tails[slot] === tail) return false
    }
  }

  #result(): string {
    let best = -1
    let highest = 0
    let second = 0
    let next = 0
    for (let language = 0; language < this.#scores.length; language++) {
      const score = this.#scores[language] ?? 0
      if (score <= 0) continue
      const each = score / this.#ngrams
      const scaled = each / (each + SCALE)
      if (scaled > highest) {
        second = Math.max(0, best)
        next = highest
        best = language
        highest = scaled
      } else if (scaled > next) {
        second = language
        next = scaled
      }
    }
    if (best < 0 || this.#ngrams < MIN_NGRAMS) return ''
    // eld uses the index of the second language as its score; reproduced here to give the same results.
    const isReliable =
      (this.#table.usual[best] ?? 0) * RELIABLE <= highest && Math.abs(highest - second) >= MIN_APART
    return isReliable ? (this.#table.languages[best] ?? '') : ''
  }
}

/** The first words of a text in lower case, separated by single spaces. An apostrophe stays with the next letter. */
function wordsOf(text: string, letters: Uint8Array): string {
  let words = ''
  let from = 0
  let i = 0
  const limit = Math.min(text.length, MAX_TEXT)
  while (i < limit && words.length + i - from < MAX_UNITS) {
    if (letters[text.charCodeAt(i)] === 1) {
      i++
      continue
    }
    let end = i
    while (end < limit && letters[text.charCodeAt(end)] !== 1) end++
    let gap = end
    while (gap > i && isApostrophe(text.charCodeAt(gap - 1))) gap--
    if (gap > i) {
      words += text.slice(from, i)
      words += ' '
      from = gap
    }
    i = end
  }
  words += text.slice(from, i)
  return words.trim().toLowerCase()
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x60 || code === 0x2019
}
