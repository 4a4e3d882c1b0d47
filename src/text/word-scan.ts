import { KIND, kindOfUnit, SPELT } from './plain-letters.ts'
import { MAX_WORD_LENGTH } from './tokens.ts'
import { hashed } from './word-table.ts'

const SPACE = 32
const NEWLINE = 10
const APOSTROPHE = 39
const DOT = 46

/** Takes each word: its characters, how many they are and the hash of them. */
export interface WordTaker {
  word(units: Uint16Array, length: number, hash: number): void
  /** All words so far stand for good. */
  settle(): void
  /** Those since then do not: they are read otherwise. */
  undo(): void
}

const word = new Uint16Array(MAX_WORD_LENGTH)

/**
 * The words that `tokensOf` finds in what `unify` makes of a text, without making either: character by character, from one place on.
 * Ends at the first stretch between spaces that holds a character whose meaning depends on others, and says where that begins.
 */
export function scanWords(text: Uint16Array, from: number, taker: WordTaker): number {
  const { length } = text
  let stretch = from
  for (let at = from; at < length; ) {
    const unit = text[at] as number
    const kind = kindOfUnit(unit)
    if (kind <= KIND.sign) {
      // Before a letter or a digit no abbreviation can begin: nearly all words are done with here.
      const isPlain = at + 1 < length && SPELT[text[at + 1] as number] !== 0
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

/** Letters, digits and inner apostrophes. Says where it ends. */
function takeWord(text: Uint16Array, from: number, taker: WordTaker): number {
  const end = text.length
  let hash = 0
  let length = 0
  let at = from
  for (; at < end; at++) {
    const unit = text[at] as number
    let spelt = SPELT[unit] as number
    if (spelt === 0) {
      const kind = kindOfUnit(unit)
      if (kind === KIND.nothing) continue
      if (kind <= KIND.sign) spelt = SPELT[unit] as number
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

/** `u.s.a`, as it stands between two places. */
function takeAbbreviation(text: Uint16Array, from: number, end: number, taker: WordTaker): number {
  let hash = 0
  let length = 0
  for (const unit of text.subarray(from, end)) {
    const kind = kindOfUnit(unit)
    if (kind === KIND.nothing) continue
    const spelt = kind === KIND.dot ? DOT : (SPELT[unit] as number)
    if (length < MAX_WORD_LENGTH) word[length] = spelt
    hash = hashed(hash, spelt)
    length++
  }
  if (length <= MAX_WORD_LENGTH) taker.word(word, length, hash)
  return end
}

/** Where single letters with dots between them end, of which the first stands here; the same place when there is but that one. */
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
  // The last letter may begin a word of its own.
  if (last > from && isWordAt(text, last + 1)) last = before
  return last > from ? last + 1 : from
}

function isWordAt(text: Uint16Array, at: number): boolean {
  return kindAt(text, next(text, at)) <= KIND.sign
}

/** The next place from here on that holds something. */
function next(text: Uint16Array, from: number): number {
  let at = from
  while (kindAt(text, at) === KIND.nothing) at++
  return at
}

function kindAt(text: Uint16Array, at: number): number {
  return at < text.length ? kindOfUnit(text[at] as number) : KIND.separator
}
