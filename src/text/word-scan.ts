import { KIND, kindOfUnit, UNIFIED } from './plain-letters.ts'
import { MAX_WORD_LENGTH } from './tokens.ts'
import { hashed } from './word-table.ts'

const SPACE = 32
const NEWLINE = 10
const APOSTROPHE = 39
const DOT = 46

/** Receives each word: its characters, their number and their hash. */
export interface WordSink {
  word(units: Uint16Array, length: number, hash: number): void
  /** Commits all words so far. */
  settle(): void
  /** Discards the words since the last `settle`: they are tokenised differently. */
  undo(): void
}

const word = new Uint16Array(MAX_WORD_LENGTH)

/**
 * Finds the words of `tokensOf(unify(text))` character by character from `from`, without creating intermediate strings.
 * Stops at the first stretch between spaces with a context-dependent character, and returns the start of that stretch.
 */
export function scanWords(text: Uint16Array, from: number, taker: WordSink): number {
  const { length } = text
  let stretch = from
  for (let at = from; at < length; ) {
    const unit = text[at] as number
    const kind = kindOfUnit(unit)
    if (kind <= KIND.sign) {
      // No abbreviation can start before a letter or a digit. Nearly all words take this path.
      const isPlain = at + 1 < length && UNIFIED[text[at + 1] as number] !== 0
      const end = isPlain || kind !== KIND.letter ? at : abbreviationEnd(text, at)
      at = end > at ? takeAbbreviation(text, at, end, taker) : takeWord(text, at, taker)
    } else if (kind === KIND.other) {
      taker.undo()
      return stretch
    } else {
      at++
      if (unit !== SPACE && unit !== NEWLINE) continue
      stretch = at
      taker.settle()
    }
  }
  return length
}

/** Reads letters, digits and inner apostrophes. Returns the end of the word. */
function takeWord(text: Uint16Array, from: number, taker: WordSink): number {
  const end = text.length
  let hash = 0
  let length = 0
  let at = from
  for (; at < end; at++) {
    const unit = text[at] as number
    let spelt = UNIFIED[unit] as number
    if (spelt === 0) {
      const kind = kindOfUnit(unit)
      if (kind === KIND.nothing) continue
      if (kind <= KIND.sign) spelt = UNIFIED[unit] as number
      else if (kind === KIND.apostrophe && isWordAt(text, at + 1)) spelt = APOSTROPHE
      else break
    }
    if (length < MAX_WORD_LENGTH) word[length] = spelt
    hash = hashed(hash, spelt)
    length++
  }
  if (length <= MAX_WORD_LENGTH) taker.word(word, length, hash)
  return at
}

/** Reads an abbreviation such as `u.s.a`. */
function takeAbbreviation(text: Uint16Array, from: number, end: number, taker: WordSink): number {
  let hash = 0
  let length = 0
  for (const unit of text.subarray(from, end)) {
    const kind = kindOfUnit(unit)
    if (kind === KIND.nothing) continue
    const spelt = kind === KIND.dot ? DOT : (UNIFIED[unit] as number)
    if (length < MAX_WORD_LENGTH) word[length] = spelt
    hash = hashed(hash, spelt)
    length++
  }
  if (length <= MAX_WORD_LENGTH) taker.word(word, length, hash)
  return end
}

/** End of the single letters joined by dots that start at `from`; `from` itself if there is only one. */
function abbreviationEnd(text: Uint16Array, from: number): number {
  let last = from
  let before = from
  for (;;) {
    const dot = next(text, last + 1)
    if (kindAt(text, dot) !== KIND.dot) break
    const letter = next(text, dot + 1)
    if (kindAt(text, letter) !== KIND.letter) break
    before = last
    last = letter
  }
  // The last letter may start a separate word.
  if (last > from && isWordAt(text, last + 1)) last = before
  return last > from ? last + 1 : from
}

function isWordAt(text: Uint16Array, at: number): boolean {
  return kindAt(text, next(text, at)) <= KIND.sign
}

/** Next position that is not ignored. */
function next(text: Uint16Array, from: number): number {
  let at = from
  while (kindAt(text, at) === KIND.nothing) at++
  return at
}

function kindAt(text: Uint16Array, at: number): number {
  return at < text.length ? kindOfUnit(text[at] as number) : KIND.separator
}
