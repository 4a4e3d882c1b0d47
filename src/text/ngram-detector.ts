import { MAX_NGRAM_LENGTH, type NgramTable, slotOf } from './ngram-table.ts'

/** The language of a text written in letters that several languages share. */
export interface NgramDetector {
  /** ISO 639-1; empty when the text speaks for none, or for none enough. */
  detect(text: string): string
}

/** What eld reads of a text at most. */
const MAX_TEXT = 1000
/** What it reads of the words: up to the first space after so many bytes of words, and none after so many more. */
const ENOUGH_BYTES = 350
const MAX_BYTES = 380
/** Units that hold as many: each takes a byte at least. */
const MAX_UNITS = MAX_BYTES + 20
/** Of a longer word the rest makes no n-grams. */
const MAX_WORD_LENGTH = 70
/** Fewer tell nothing. */
const MIN_NGRAMS = 3
/** Brings scores between 0 and 1. */
const SCALE = 25
/** A language is told when its score is at least this part of what its texts usually get ... */
const RELIABLE = 0.75
/** ... and not as good as nothing. */
const MIN_APART = 0.01

const SPACE = 0x20
const LAST_ASCII = 0x7f
/** Room for all n-grams of a text, twice over. */
const SEEN = 1024

/** What eld's `detect` and `isReliable` say, without an object for each text and without reading what they do not look at. */
export function createNgramDetector(table: NgramTable): NgramDetector {
  return new Detector(table)
}

class Detector implements NgramDetector {
  readonly #table: NgramTable
  readonly #scores: Float64Array
  /** The bytes of one word. */
  readonly #word = new Uint8Array(MAX_BYTES + 8)
  /** The n-grams of this text: each counts once. */
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
    return this.#verdict()
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

  /** UTF-8, each byte as the table has it. */
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

  /** Four bytes from every third one on, and the last four; the first and the last of a word are marked as such. */
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
    // The six characters pass through two numbers, three in each.
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

  /** The rest of a very long word is no n-gram of the table, but counts as one: a number that no other has for its head. */
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

  #verdict(): string {
    let best = -1
    let most = 0
    let second = 0
    let next = 0
    for (let language = 0; language < this.#scores.length; language++) {
      const score = this.#scores[language] ?? 0
      if (score <= 0) continue
      const each = score / this.#ngrams
      const scaled = each / (each + SCALE)
      if (scaled > most) {
        second = Math.max(0, best)
        next = most
        best = language
        most = scaled
      } else if (scaled > next) {
        second = language
        next = scaled
      }
    }
    if (best < 0 || this.#ngrams < MIN_NGRAMS) return ''
    // eld takes the number of the second language for its score; what it says then is what this must say.
    const isReliable =
      (this.#table.usual[best] ?? 0) * RELIABLE <= most && Math.abs(most - second) >= MIN_APART
    return isReliable ? (this.#table.languages[best] ?? '') : ''
  }
}

/** The words of the start of a text in small letters, a space between each two. An apostrophe stays with the letter after it. */
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
