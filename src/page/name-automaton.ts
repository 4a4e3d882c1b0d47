/** What a character of a name is to an automaton: a letter of either case is 1 to 26, anything that no word here holds is 0. */
export const SYMBOLS = symbols()
export const LAST_LETTER = 26
export const HYPHEN = 27
export const LOW_LINE = 28
const SYMBOL_BITS = 5

/** A table that is asked once for each character: `next[(state << 5) | symbol]`, and in `found` the bits of the words that end in a state. */
export interface NameAutomaton {
  readonly next: Uint16Array
  readonly found: Uint8Array
}

/** Where reading begins. */
export const START = 0

type Words = readonly (readonly [bit: number, words: string])[]

/** Finds words of small letters, hyphens and low lines from where reading begins. */
export function wordAutomaton(words: Words): NameAutomaton {
  const tree = treeOf(words)
  // A state that nothing leads out of, for what begins no word.
  const nowhere = tree.found.length
  const next = Uint16Array.from(tree.next, (state) => (state === START ? nowhere : state))
  const grown = new Uint16Array((nowhere + 1) << SYMBOL_BITS).fill(nowhere)
  grown.set(next)
  return { next: grown, found: Uint8Array.from([...tree.found, 0]) }
}

/** Finds them wherever they stand, also within each other: as Aho and Corasick do, each missing step goes where the longest ending so far has it. */
export function partAutomaton(words: Words): NameAutomaton {
  const { next, found } = treeOf(words)
  const endings = new Uint16Array(found.length)
  const queue = [START]
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at] ?? START
    const ending = endings[state] ?? START
    found[state] = (found[state] ?? 0) | (state === START ? 0 : (found[ending] ?? 0))
    for (let symbol = 1; symbol <= LOW_LINE; symbol++) {
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

/** The words as a tree of their beginnings. */
function treeOf(words: Words): { next: number[]; found: number[] } {
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
