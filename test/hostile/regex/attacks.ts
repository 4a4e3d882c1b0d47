import { examplesOf } from './examples.ts'
import type { Expression } from './find.ts'

/** A hostile string of any length: `[prefix, pump, suffix]`, with the pump repeated. */
export type Attack = readonly [string, string, string]

/** Strings that brought down other crawlers, used on every expression. */
const KNOWN: readonly Attack[] = [
  ['', 'a', ''],
  ['', 'a', '!'],
  ['', '.a', '@'],
  ['', ' ', ''],
  ['', ' ', 'x'],
  ['', '\n', 'x'],
  ['', '\t ', 'x'],
  ['', '1', 'x'],
  ['', '1.', 'x'],
  ['', '<', ''],
  ['', '<a ', ''],
  ['', '<!--', ''],
  ['', '"', ''],
  ['', '\\', ''],
  ['', '\\"', ''],
  ['', '/', ''],
  ['', '/..', ''],
  ['', '%', ''],
  ['', '&', ';'],
  ['', '台', 'x'],
  ['', 'é', '!'],
]

/** One example for each escape. */
const STANDS_FOR: ReadonlyMap<string, string> = new Map([
  ['s', ' '],
  ['d', '1'],
  ['w', 'a'],
  ['D', 'a'],
  ['W', ' '],
  ['S', 'a'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', ' '],
  ['p', 'é'],
  ['P', '!'],
])

/** Suffixes that make a match fail. */
const SPOILERS = ['', '\u0001', '\n!']
const MAX_CHARACTERS = 12
const EXAMPLES = 3
const CUTS = 10

/**
 * Strings that may make this expression slow: its characters and pairs of them repeated, and its matches cut at many
 * positions with the part before the cut repeated, so that it almost matches again and again.
 */
export function attacksOn(expression: Expression): Attack[] {
  const attacks = new Map<string, Attack>()
  const add = (prefix: string, pump: string, suffix: string) => {
    if (pump !== '') attacks.set(JSON.stringify([prefix, pump, suffix]), [prefix, pump, suffix])
  }
  for (const [prefix, pump, suffix] of KNOWN) add(prefix, pump, suffix)
  const characters = charactersOf(expression.source)
  for (const one of characters) {
    for (const spoiler of SPOILERS) add('', one, spoiler)
    for (const other of characters) add('', one + other, '\u0001')
  }
  for (const word of wordsOf(expression.source)) {
    add('', word, '\u0001')
    for (const one of characters) {
      add(word, one, '\u0001')
      add('', word + one, '\u0001')
    }
  }
  for (const example of examplesOf(expression.source, expression.flags, EXAMPLES)) {
    add('', example, '\u0001')
    const step = Math.max(1, Math.ceil(example.length / CUTS))
    for (let cut = 1; cut <= example.length; cut += step) {
      const before = example.slice(0, cut)
      add('', before, '\u0001')
      for (const one of characters) add(before, one, '\u0001')
      for (const length of [1, 2, 3]) {
        const pump = before.slice(-length)
        for (const spoiler of SPOILERS) add(before, pump, spoiler)
        add(before, pump, example.slice(cut))
      }
    }
  }
  return [...attacks.values()]
}

function charactersOf(source: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at < source.length && found.size < MAX_CHARACTERS; at += 1) {
    const char = source[at] ?? ''
    if (char === '\\') {
      at += 1
      const escaped = source[at] ?? ''
      found.add(STANDS_FOR.get(escaped) ?? escaped)
    } else if (!'()[]{}|?*+^$'.includes(char)) found.add(char)
  }
  return [...found]
}

function wordsOf(source: string): string[] {
  const words = source.replace(/\\([^a-zA-Z])/g, '$1').match(/[\p{L}\p{N}<>/:;="'!-]{2,40}/gu) ?? []
  return [...new Set(words)].slice(0, 8)
}
