/** A small parser of regular expressions, sufficient to generate matching strings. */
type Term =
  | { readonly kind: 'character'; readonly source: string; readonly min: number }
  | { readonly kind: 'group'; readonly choices: readonly Term[][]; readonly min: number }

const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/
const POOL = [
  ...'aZ1 <>"\'=/.:;,-_&#%@!\n\t',
  'é',
  '台',
  'あ',
  '한',
  '١',
  'ก',
  '।',
  '，',
  '\u0001',
  '\u{1f600}',
]
const PROPERTY = /^\\[pPq]\{[^}]{0,200}\}|^\\u\{[^}]{0,8}\}/
const NUMBERED = /^\\u[\da-fA-F]{4}|^\\x[\da-fA-F]{2}|^\\c[A-Z]|^\\k<[^>]{0,50}>|^\\[\s\S]/
const GROUP_OPENING = /^\((?:\?(?::|<?[=!]|<[^>=!][^>]{0,50}>|[ims-]{1,6}:))?/

/** Strings that the expression should match, with varying alternatives and repetitions. */
export function examplesOf(source: string, flags: string, count: number): string[] {
  const plain = flags.replace(/[gyd]/g, '')
  const choices = new Reader(source, flags.includes('v')).choices()
  const characters = new Map<string, readonly string[]>()
  const matching = (atom: string) => {
    let known = characters.get(atom)
    if (!known) {
      known = fitting(atom, plain)
      characters.set(atom, known)
    }
    return known
  }
  const write = (terms: readonly Term[], turn: number): string =>
    terms
      .map((term) => {
        const times = Math.max(Math.min(term.min, 20), turn % 3)
        if (term.kind === 'group')
          return write(term.choices[turn % term.choices.length] ?? [], turn >> 1).repeat(times)
        const fit = matching(term.source)
        return (fit[turn % Math.max(1, fit.length)] ?? '').repeat(times)
      })
      .join('')
  const examples = new Set<string>()
  for (let turn = 1; turn <= count * choices.length && examples.size < count; turn += 1)
    examples.add(write(choices[turn % choices.length] ?? [], turn).slice(0, 400))
  return [...examples]
}

/** Characters that the atom matches. */
function fitting(atom: string, flags: string): string[] {
  try {
    const one = new RegExp(`^(?:${atom})$`, flags)
    const own = atom.replace(/\\u([\da-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return [...own, ...POOL].filter((char) => one.test(char))
  } catch {
    return []
  }
}

class Reader {
  readonly #source: string
  readonly #nested: boolean
  #at = 0

  constructor(source: string, nested: boolean) {
    this.#source = source
    this.#nested = nested
  }

  choices(): Term[][] {
    const choices: Term[][] = [[]]
    for (;;) {
      const next = this.#source[this.#at]
      if (next === undefined || next === ')') return choices
      if (next === '|') {
        this.#at += 1
        choices.push([])
      } else {
        const term = this.#term(next)
        if (term) choices.at(-1)?.push(term)
      }
    }
  }

  #term(next: string): Term | null {
    if (next === '^' || next === '$') {
      this.#at += 1
      return null
    }
    if (next === '(') return this.#group()
    const source = next === '[' ? this.#set() : this.#one(next)
    const min = this.#repetition()
    return source === '\\b' || source === '\\B' ? null : { kind: 'character', source, min }
  }

  #group(): Term | null {
    const opening = this.#take(GROUP_OPENING)
    const choices = this.choices()
    this.#at += 1
    const min = this.#repetition()
    return /^\(\?<?!/.test(opening) ? null : { kind: 'group', choices, min }
  }

  #one(next: string): string {
    if (next === '\\') return this.#take(PROPERTY) || this.#take(NUMBERED)
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0)
    this.#at += char.length
    return char
  }

  #set(): string {
    const from = this.#at
    let depth = 0
    for (; this.#at < this.#source.length; this.#at += 1) {
      const char = this.#source[this.#at]
      if (char === '\\') this.#at += 1
      else if (char === '[') depth += this.#nested || depth === 0 ? 1 : 0
      else if (char === ']') {
        depth -= 1
        if (depth === 0) break
      }
    }
    this.#at += 1
    return this.#source.slice(from, this.#at)
  }

  /** Minimum repetitions. */
  #repetition(): number {
    const quantifier = this.#take(QUANTIFIER)
    if (quantifier === '') return 1
    if (quantifier.startsWith('{')) return Number.parseInt(quantifier.slice(1), 10)
    return quantifier.startsWith('+') ? 1 : 0
  }

  #take(what: RegExp): string {
    const [found = ''] = what.exec(this.#source.slice(this.#at)) ?? []
    this.#at += found.length
    return found
  }
}
