/**
 * Symbol of each character of a name: 1 to 26 for a letter of either case, 0 for a character that occurs in
 * no word.
 */
export const SYMBOLS = symbols()
export const LAST_LETTER = 26
export const HYPHEN = 27
export const UNDERSCORE = 28
const SYMBOL_BITS = 5

/**
 * A transition table with one lookup per character, `next[(state << 5) | symbol]`; `found` has the bits of
 * the words that end in a state.
 */
export interface NameAutomaton {
  readonly next: Uint16Array
  readonly found: Uint8Array
}

/** The initial state. */
export const START = 0

type Words = readonly (readonly [bit: number, words: string])[]

/** Finds words of lower-case letters, hyphens and underscores at the start of the input. */
export function wordAutomaton(words: Words): NameAutomaton {
  const trie = trieOf(words)
  // A state without exit, for input that no word starts with.
  const deadEnd = trie.found.length
  const next = Uint16Array.from(trie.next, (state) => (state === START ? deadEnd : state))
  const grown = new Uint16Array((deadEnd + 1) << SYMBOL_BITS).fill(deadEnd)
  grown.set(next)
  return { next: grown, found: Uint8Array.from([...trie.found, 0]) }
}

/**
 * Finds words anywhere, also inside each other (Aho and Corasick): a missing transition follows the longest
 * suffix read so far that has one.
 */
export function partAutomaton(words: Words): NameAutomaton {
  const { next, found } = trieOf(words)
  const endings = new Uint16Array(found.length)
  const queue = [START]
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at] ?? START
    const ending = endings[state] ?? START
    found[state] = (found[state] ?? 0) | (state === START ? 0 : (found[ending] ?? 0))
    for (let symbol = 1; symbol <= UNDERSCORE; symbol++) {
      const step = (state << SYMBOL_BITS) | symbol
      const elsewhere = state === START ? START : (next[(ending << SYMBOL_BITS) | symbol] ?? START)
      const there = next[step] ?? START
      if (there === START) next[step] = elsewhere
      else {
        endings[there] = elsewhere
        queue.push(there)
      }
    }
  }
  return { next: Uint16Array.from(next), found: Uint8Array.from(found) }
}

/** The words as a trie. */
function trieOf(words: Words): { next: number[]; found: number[] } {
  const found = [0]
  const next: number[] = new Array<number>(1 << SYMBOL_BITS).fill(START)
  for (const [bit, list] of words) {
    for (const word of list.split(' ')) {
      let state = START
      for (let i = 0; i < word.length; i++) {
        const step = (state << SYMBOL_BITS) | (SYMBOLS[word.charCodeAt(i)] ?? 0)
        if (next[step] === START) {
          next[step] = found.length
          found.push(0)
          for (let symbol = 0; symbol < 1 << SYMBOL_BITS; symbol++) next.push(START)
        }
        state = next[step] ?? START
      }
      found[state] = (found[state] ?? 0) | bit
    }
  }
  return { next, found }
}

function symbols(): Uint8Array {
  const table = new Uint8Array(0x80)
  for (let letter = 1; letter <= 26; letter++) {
    table[0x40 + letter] = letter
    table[0x60 + letter] = letter
  }
  table['-'.charCodeAt(0)] = 27
  table['_'.charCodeAt(0)] = 28
  return table
}
