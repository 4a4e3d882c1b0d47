import { CHARACTERS, LOWER } from './characters.ts'
import { PARTICLES } from './cues.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import {
  EMPTY_HASH,
  foldPlainWord,
  foldWord,
  hashCodes,
  hashKey,
  isApostrophe,
  MAX_SHORT_LENGTH,
} from './name-key.ts'
import { findInRun } from './run-matcher.ts'
import {
  APOSTROPHE,
  CAPITAL,
  CASELESS,
  COMMA,
  DASH,
  DOT,
  HYPHEN,
  NUMBER,
  OTHER,
  PLAIN,
  RUN,
  SENTENCE,
  SPACE,
  Tokens,
} from './tokens.ts'

/** Text spelt like a gazetteer name; whether it is a place is decided later. */
export interface Span {
  readonly first: number
  /** Last word, inclusive. */
  readonly last: number
  readonly start: number
  /** Without a possessive ending. */
  readonly end: number
  /** Row of the name; -1 if only a dictionary lists it as a place. */
  readonly key: number
}

/** A text whose words are folded on demand. Valid until `tokens` reads another text. */
export class Reading {
  readonly text: string
  readonly tokens: Tokens
  readonly #folded: (string | undefined)[]

  constructor(text: string, tokens = new Tokens()) {
    this.text = text
    this.tokens = tokens
    tokens.read(text)
    this.#folded = new Array<string | undefined>(tokens.count).fill(undefined)
  }

  raw(word: number): string {
    return this.text.slice(this.tokens.start[word], this.tokens.end[word])
  }

  /** The folded word; empty beyond either end. */
  word(word: number): string {
    if (word < 0 || word >= this.tokens.count) return ''
    const known = this.#folded[word]
    if (known !== undefined) return known
    const folded = this.isPlain(word) ? foldPlainWord(this.raw(word)) : foldWord(this.raw(word))
    this.#folded[word] = folded
    return folded
  }

  /** Extends the hash of a key by the folded word. Most words are hashed in place. */
  hashOnto(hash: number, word: number): number {
    const start = this.tokens.start[word] ?? 0
    const end = this.tokens.end[word] ?? 0
    return this.isPlain(word) && end - start > MAX_SHORT_LENGTH
      ? hashCodes(this.tokens.codes, start, end, hash)
      : hashKey(this.word(word), hash)
  }

  /** True if the word has no apostrophe, no dot and only ASCII characters. */
  isPlain(word: number): boolean {
    return ((this.tokens.bits[word] ?? 0) & PLAIN) !== 0
  }

  bits(word: number): number {
    return word < 0 || word >= this.tokens.count ? 0 : (this.tokens.bits[word] ?? 0)
  }

  gap(word: number): number {
    return word < 0 || word >= this.tokens.count ? SENTENCE : (this.tokens.gap[word] ?? 0)
  }

  /** True if only spaces separate this word from the previous one. */
  follows(word: number): boolean {
    return word > 0 && word < this.tokens.count && (this.gap(word) & ~SPACE) === 0
  }
}

/** Longest names first, left to right, none overlapping. */
export function findSpans(file: GazetteerFile, reading: Reading): Span[] {
  const { tokens } = reading
  const spans: Span[] = []
  for (let i = 0; i < tokens.count; i++) {
    const bits = tokens.bits[i] ?? 0
    if (bits & RUN) {
      findInRun(file, reading, i, spans)
      continue
    }
    if (!(bits & (CAPITAL | CASELESS))) continue
    const span = longestAt(file, reading, i)
    if (!span) continue
    if (span.last > i && PARTICLES.has(reading.word(i))) {
      const later = longestAt(file, reading, i + 1)
      if (later && later.last > span.last) continue
    }
    spans.push(span)
    i = span.last
  }
  return spans
}

/** Names may end in a lower-case word (`Arabie saoudite`, `Orange county`), but not in a shorter one. */
const MIN_SMALL_WORD = 5

function longestAt(file: GazetteerFile, reading: Reading, first: number): Span | undefined {
  const { tokens } = reading
  let hash = reading.hashOnto(EMPTY_HASH, first)
  const maxTokens = file.longest(hash)
  // Fast path: seven in ten capitalised words start no name.
  if (maxTokens === 0 && reading.isPlain(first)) return undefined
  let key = -1
  let lastOfKey = first
  let end = 0
  const stripped = possessiveLength(reading, first)
  if (stripped > 0) {
    const bare = foldWord(reading.raw(first).slice(0, -stripped))
    key = file.keyRow(bare, hashKey(bare))
    end = (tokens.end[first] ?? 0) - stripped
  }
  if (maxTokens === 0)
    return key < 0
      ? inflected(file, reading, first)
      : { first, last: first, start: tokens.start[first] ?? 0, end, key }
  const single = rowOfWords(file, reading, first, first, hash)
  if (single >= 0) {
    key = single
    end = tokens.end[first] ?? 0
  }
  for (let last = first + 1; last < first + maxTokens && last < tokens.count; last++) {
    if (!joins(reading, last)) break
    const canEnd = canEndName(reading, last)
    if (!canEnd && !PARTICLES.has(reading.word(last))) break
    const cut = possessiveLength(reading, last)
    if (cut > 0) {
      const bare = `${keyOf(reading, first, last - 1)} ${foldWord(reading.raw(last).slice(0, -cut))}`
      const row = file.keyRow(bare, hashKey(bare))
      if (row >= 0) {
        key = row
        lastOfKey = last
        end = (tokens.end[last] ?? 0) - cut
      }
    }
    hash = reading.hashOnto(hashKey(' ', hash), last)
    if (!canEnd) continue
    const row = rowOfWords(file, reading, first, last, hash)
    if (row >= 0) {
      key = row
      lastOfKey = last
      end = tokens.end[last] ?? 0
    }
  }
  return key < 0 ? undefined : { first, last: lastOfKey, start: tokens.start[first] ?? 0, end, key }
}

function canEndName(reading: Reading, word: number): boolean {
  if ((reading.bits(word) & (CAPITAL | CASELESS | NUMBER)) !== 0) return true
  const folded = reading.word(word)
  return folded.length >= MIN_SMALL_WORD && !PARTICLES.has(folded)
}

/** Row of the name made of these words; they are joined only if some name has their hash. */
function rowOfWords(
  file: GazetteerFile,
  reading: Reading,
  first: number,
  last: number,
  hash: number,
): number {
  return file.mayBeKey(hash) ? file.keyRow(keyOf(reading, first, last), hash) : -1
}

function keyOf(reading: Reading, first: number, last: number): string {
  let key = reading.word(first)
  for (let word = first + 1; word <= last; word++) key += ` ${reading.word(word)}`
  return key
}

/** A space, a hyphen or the dot of an abbreviation (`St. Louis`) may separate two words of a name. */
function joins(reading: Reading, word: number): boolean {
  const gap = reading.gap(word)
  if (gap === APOSTROPHE) return true
  if (gap & (COMMA | OTHER | DASH | APOSTROPHE)) return false
  if (gap & DOT) {
    const before = reading.word(word - 1)
    return !(gap & HYPHEN) && (ABBREVIATED.has(before) || before.length === 1)
  }
  return !(gap & SENTENCE)
}

const ABBREVIATED: ReadonlySet<string> = new Set([
  'saint',
  'sainte',
  'mount',
  'fort',
  'pt',
  'n',
  's',
  'e',
  'w',
])

/** Longest suffix after an apostrophe: Turkish `'ndan`, English `'s`. */
const MAX_ENDING_LENGTH = 4

/** Length of a suffix with its apostrophe, or 0. */
function possessiveLength(reading: Reading, word: number): number {
  if (reading.isPlain(word)) return 0
  const { text, tokens } = reading
  const end = tokens.end[word] ?? 0
  const first = Math.max(tokens.start[word] ?? 0, end - MAX_ENDING_LENGTH - 1)
  for (let i = end - 1; i > first; i--) {
    if (isApostrophe(text.charCodeAt(i))) return i === end - 1 ? 0 : end - i
    const bits = CHARACTERS[text.charCodeAt(i)] ?? 0
    if (!(bits & LOWER) && text.charAt(i) !== 'S') return 0
  }
  return 0
}

/** Slavic case endings of place names, longest first, with their nominative endings. */
const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ['ией', ['ия']],
  ['ого', ['ый', 'ий', 'ое']],
  ['ому', ['ый', 'ий', 'ое']],
  ['ской', ['ская']],
  ['ском', ['ский', 'ское']],
  ['ии', ['ия']],
  ['ию', ['ия']],
  ['ой', ['а', 'ая']],
  ['ом', ['', 'о']],
  ['ем', ['ь', '']],
  ['ой', ['а']],
  ['е', ['а', '', 'ь', 'о']],
  ['у', ['а', '']],
  ['ы', ['а', '']],
  ['и', ['а', 'ь', 'я']],
  ['а', ['', 'о']],
  ['я', ['ь', 'й']],
  ['ю', ['ь', 'я']],
]

function inflected(file: GazetteerFile, reading: Reading, first: number): Span | undefined {
  const word = reading.word(first)
  const code = word.charCodeAt(0)
  const start = reading.tokens.start[first] ?? 0
  const end = reading.tokens.end[first] ?? 0
  const found = (key: string): Span | undefined => {
    const row = file.keyRow(key, hashKey(key))
    return row < 0 ? undefined : { first, last: first, start, end, key: row }
  }
  if (code >= 0x400 && code <= 0x4ff && word.length > 3) {
    for (const [ending, nominatives] of ENDINGS) {
      if (!word.endsWith(ending)) continue
      for (const nominative of nominatives) {
        const span = found(word.slice(0, -ending.length) + nominative)
        if (span) return span
      }
    }
  }
  if (code >= 0x600 && code <= 0x6ff && word.length > 4 && ARABIC_PREFIXES.has(word[0] ?? ''))
    return found(word.slice(1))
  if (code >= 0x5d0 && code <= 0x5ea && word.length > 3 && HEBREW_PREFIXES.has(word[0] ?? ''))
    return found(word.slice(1))
  return elided(file, reading, first)
}

/** `L'Iran` at the start of a sentence, where the article is capitalised too. */
function elided(file: GazetteerFile, reading: Reading, first: number): Span | undefined {
  const raw = reading.raw(first)
  const cut = isApostrophe(raw.charCodeAt(1)) ? 2 : isApostrophe(raw.charCodeAt(4)) ? 5 : 0
  if (cut === 0) return undefined
  const key = foldWord(raw.slice(cut))
  const row = key.length > 2 ? file.keyRow(key, hashKey(key)) : -1
  const start = (reading.tokens.start[first] ?? 0) + cut
  return row < 0 ? undefined : { first, last: first, start, end: reading.tokens.end[first] ?? 0, key: row }
}

/** One-letter words attached to the next word: and, in, to, as, so. */
const ARABIC_PREFIXES: ReadonlySet<string> = new Set(['و', 'ب', 'ل', 'ك', 'ف'])
const HEBREW_PREFIXES: ReadonlySet<string> = new Set(['ו', 'ב', 'ל', 'מ', 'ה'])
