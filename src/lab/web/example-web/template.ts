import type { Random } from './random.ts'

/**
 * A sentence pattern: `{slot}` is replaced by a fact, `[this|that]` is a choice; both may be nested. Patterns
 * are parsed once and expanded many thousand times.
 */
export type Pattern = readonly Part[]
type Part = string | { readonly slot: string } | { readonly choice: readonly Pattern[] }

/** The fact for a slot. */
export type Facts = (slot: string, random: Random) => string

function parsePattern(source: string): Pattern {
  let at = 0
  const sequence = (stops: string): Pattern => {
    const parts: Part[] = []
    let text = ''
    const flush = (): void => {
      if (text !== '') parts.push(text)
      text = ''
    }
    while (at < source.length) {
      const char = source[at]!
      if (stops.includes(char)) break
      at++
      if (char === '{') {
        flush()
        const end = source.indexOf('}', at)
        parts.push({ slot: source.slice(at, end) })
        at = end + 1
      } else if (char === '[') {
        flush()
        const choice: Pattern[] = []
        do {
          choice.push(sequence('|]'))
        } while (source[at++] === '|')
        parts.push({ choice })
      } else text += char
    }
    flush()
    return parts
  }
  return sequence('')
}

/** One pattern per non-empty line. */
export function patterns(lines: string): readonly Pattern[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parsePattern)
}

export function expand(pattern: Pattern, facts: Facts, random: Random): string {
  let text = ''
  for (const part of pattern) {
    if (typeof part === 'string') text += part
    else if ('slot' in part) text += facts(part.slot, random)
    else text += expand(random.pick(part.choice), facts, random)
  }
  return text
}

/** A sentence: expanded, with a capital at its start. */
export function sentence(pattern: Pattern, facts: Facts, random: Random): string {
  const text = expand(pattern, facts, random)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
