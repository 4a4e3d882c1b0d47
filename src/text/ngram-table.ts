import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** eld's language data in columns. */
export interface NgramTable {
  /** ISO 639-1 codes. */
  readonly languages: readonly string[]
  /** Usual score, 0..1, of a text in each language. */
  readonly usual: readonly number[]
  /** 1 for every UTF-16 unit that is part of a word. */
  readonly letters: Uint8Array
  /** One-byte character that represents each non-ASCII UTF-8 byte. */
  readonly bytes: Uint8Array
  /** Index of a packed n-gram in `starts`; -1 if no language has it. */
  find(head: number, tail: number): number
  /** `of[i]` and `score[i]` from `starts[place]` to `starts[place + 1]`: a language that has the n-gram, and its score. */
  readonly starts: Uint32Array
  readonly of: Uint8Array
  readonly score: Uint16Array
}

/** Four characters of a word, and a space on either side. */
export const MAX_NGRAM_LENGTH = 6
/** eld's data omits this offset from every score. */
const MIN_SCORE = 53
const SLOT_BITS = 17
/** One entry of the data: an n-gram, quoted or bare, and its scores by language. */
const ENTRY = /(?:'((?:[^'\\]|\\.){1,6})'|([\w$]{1,6})):\{([\d:,]+)\}/g

/**
 * Reads the smallest eld data set into columns: the library's objects add 82 MiB to each worker thread, the columns 24 MiB,
 * and lookups are faster.
 */
export function readNgramTable(): NgramTable {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve('eld/extrasmall'))))
  const text = readFileSync(join(folder, 'ngrams', 'extrasmall.js'), 'utf8')
  const { avgScore } = require(join(folder, 'avgScore.js')) as { avgScore: Record<string, number> }
  const { dictionary } = require(join(folder, 'dictionary.js')) as { dictionary: readonly string[] }
  const { separators } = require(join(folder, 'regexPatterns.js')) as { separators: RegExp }
  const languages = languagesOf(text.slice(0, text.indexOf('ngrams:')))
  return {
    languages,
    usual: languages.map((language) => (Object.hasOwn(avgScore, language) ? (avgScore[language] ?? 0) : 0)),
    letters: lettersBeside(separators),
    bytes: Uint8Array.from(dictionary, (character) => character.charCodeAt(0)),
    ...scoresOf(text.slice(text.indexOf('ngrams:') + 'ngrams:{'.length)),
  }
}

function languagesOf(text: string): string[] {
  const languages: string[] = []
  for (const [, number, code] of text.matchAll(/(\d{1,3}):'([a-z]{2,3})'/g))
    languages[Number(number)] = code ?? ''
  return languages
}

function scoresOf(text: string): Pick<NgramTable, 'find' | 'starts' | 'of' | 'score'> {
  const heads: number[] = []
  const tails: number[] = []
  const starts = [0]
  const of: number[] = []
  const score: number[] = []
  for (const [, quoted, bare, values = ''] of text.matchAll(ENTRY)) {
    const ngram = bare ?? (quoted ?? '').replaceAll('\\', '')
    heads.push(headOf(ngram))
    tails.push(tailOf(ngram))
    for (const value of values.split(',')) {
      const colon = value.indexOf(':')
      of.push(Number(value.slice(0, colon)))
      score.push(Number(value.slice(colon + 1)) + MIN_SCORE)
    }
    starts.push(of.length)
  }
  const columns = {
    starts: Uint32Array.from(starts),
    of: Uint8Array.from(of),
    score: Uint16Array.from(score),
  }
  return { find: finderOf(Uint32Array.from(heads), Uint32Array.from(tails)), ...columns }
}

/** Packs an n-gram into two numbers: the last three characters, and those before them. Shorter n-grams are padded in front. */
function headOf(ngram: string): number {
  return packed(ngram, 0, Math.max(0, ngram.length - 3))
}

function tailOf(ngram: string): number {
  return packed(ngram, Math.max(0, ngram.length - 3), ngram.length)
}

function packed(ngram: string, start: number, end: number): number {
  let number = 0
  for (let i = start; i < end; i++) number = (number << 8) | (ngram.charCodeAt(i) & 0xff)
  return number
}

function finderOf(heads: Uint32Array, tails: Uint32Array): (head: number, tail: number) => number {
  const slots = new Int32Array(1 << SLOT_BITS).fill(-1)
  const mask = slots.length - 1
  for (let place = 0; place < heads.length; place++) {
    let slot = slotOf(heads[place] ?? 0, tails[place] ?? 0) & mask
    while (slots[slot] !== -1) slot = (slot + 1) & mask
    slots[slot] = place
  }
  return (head, tail) => {
    for (let slot = slotOf(head, tail) & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot] ?? -1
      if (place < 0 || (heads[place] === head && tails[place] === tail)) return place
    }
  }
}

export function slotOf(head: number, tail: number): number {
  const mixed = Math.imul(head ^ Math.imul(tail, 0x85ebca6b), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** eld's separator pattern lists every letter; a table lookup is faster. */
function lettersBeside(separators: RegExp): Uint8Array {
  const letters = new Uint8Array(0x10000).fill(1)
  const units = new Uint16Array(0x10000).map((_, code) => (code >= 0xd800 && code <= 0xdfff ? 0 : code))
  for (const run of new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units).matchAll(separators))
    letters.fill(0, run.index, run.index + run[0].length)
  for (const apostrophe of "'`’") letters[apostrophe.charCodeAt(0)] = 0
  return letters
}
