import { MAX_WORD_LENGTH } from './tokens.ts'

/** Initial and maximum size: the vocabulary of some hundred news pages, a few megabytes. */
const MIN_SLOTS = 1 << 12
const MAX_SLOTS = 1 << 16
/** Slots to probe for a word, which bounds the cost of deliberate collisions. */
const PLACES = 8

/** Memoises a function of words given by their characters, so that known words need no substring. */
export class WordTable<T> {
  readonly #compute: (word: string) => T
  #mask = MIN_SLOTS - 1
  #hashes = new Int32Array(MIN_SLOTS)
  #words = new Array<string>(MIN_SLOTS).fill('')
  #answers = new Array<T | undefined>(MIN_SLOTS).fill(undefined)
  #used = 0

  constructor(compute: (word: string) => T) {
    this.#compute = compute
  }

  /** Result for the word with these characters; `hash` is `hashed` applied to each of them. */
  find(units: Uint16Array, length: number, hash: number): T {
    const words = this.#words
    const first = (hash ^ (hash >>> 15)) & this.#mask
    for (let place = 0; place < PLACES; place++) {
      const slot = (first + place) & this.#mask
      if (this.#hashes[slot] !== hash || !isWord(words[slot] ?? '', units, length)) continue
      const answer = this.#answers[slot]
      if (answer !== undefined) return answer
    }
    return this.#learn(String.fromCharCode(...units.subarray(0, length)), hash)
  }

  of(word: string): T {
    const length = word.length
    if (length > MAX_WORD_LENGTH) return this.#compute(word)
    let hash = 0
    for (let i = 0; i < length; i++) {
      const unit = word.charCodeAt(i)
      UNIFIED[i] = unit
      hash = hashed(hash, unit)
    }
    return this.find(UNIFIED, length, hash)
  }

  #learn(word: string, hash: number): T {
    const answer = this.#compute(word)
    if (this.#used * 2 > this.#mask && this.#mask + 1 < MAX_SLOTS) this.#grow()
    this.#put(word, hash, answer)
    return answer
  }

  /** Uses the first free slot; if none is left, the word in the first slot is evicted. */
  #put(word: string, hash: number, answer: T): void {
    const first = (hash ^ (hash >>> 15)) & this.#mask
    let slot = first
    for (let place = 0; place < PLACES; place++) {
      const next = (first + place) & this.#mask
      if (this.#answers[next] !== undefined) continue
      slot = next
      this.#used++
      break
    }
    this.#hashes[slot] = hash
    this.#words[slot] = word
    this.#answers[slot] = answer
  }

  #grow(): void {
    const [hashes, words, answers] = [this.#hashes, this.#words, this.#answers]
    const slots = 2 * (this.#mask + 1)
    this.#mask = slots - 1
    this.#hashes = new Int32Array(slots)
    this.#words = new Array<string>(slots).fill('')
    this.#answers = new Array<T | undefined>(slots).fill(undefined)
    this.#used = 0
    for (const [slot, answer] of answers.entries())
      if (answer !== undefined) this.#put(words[slot] ?? '', hashes[slot] ?? 0, answer)
  }
}

const UNIFIED = new Uint16Array(MAX_WORD_LENGTH)

/** Extends the hash of a word by one character. */
export function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function isWord(word: string, units: Uint16Array, length: number): boolean {
  if (word.length !== length) return false
  for (let i = 0; i < length; i++) if (word.charCodeAt(i) !== units[i]) return false
  return true
}
