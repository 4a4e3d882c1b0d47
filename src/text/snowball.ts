import { stemmers } from './libraries.ts'

/** A stemmer of the library as its own code sees it. */
interface Program {
  readonly constructor: object
  current: WorkingText
  cursor: number
  limit: number
  limit_backward: number
  bra: number
  ket: number
  stem(): boolean
}

/** The library's own finds out how many arguments it was given at every character. */
class WorkingText {
  text = ''

  length(): number {
    return this.text.length
  }

  charAt(index: number): number {
    return this.text.charCodeAt(index)
  }

  substring(start: number, end: number): string {
    return this.text.substring(start, end)
  }

  replace(start: number, end: number, by: string): void {
    const { text } = this
    this.text = start === 0 && end === text.length ? by : text.substring(0, start) + by + text.substring(end)
  }

  toString(): string {
    return this.text
  }
}

/**
 * Snowball's stemmer of this name. The library was translated from Java: its stemmers keep each number behind a getter that asks
 * whether it is there, which takes four fifths of their time. The same code runs here with the numbers as plain fields.
 */
export function snowballStemmer(algorithm: string): (word: string) => string {
  const { program, stem } = newProgram(algorithm)
  if (!isProgram(program)) return stem
  withPlainFields(program)
  withPlainTables(program.constructor)
  const current = new WorkingText()
  return (word) => {
    current.text = word
    program.current = current
    program.cursor = 0
    program.limit = word.length
    program.limit_backward = 0
    program.bra = 0
    program.ket = word.length
    program.stem()
    return current.text
  }
}

/** Where a program keeps its text: the first thing that it writes to itself. */
const FIRST_FIELD = '_$esjava$current'

/** A stemmer and the program behind it, which the library keeps to itself; it is caught while it is made. */
function newProgram(algorithm: string): { stem: (word: string) => string; program: unknown } {
  let program: unknown
  Object.defineProperty(Object.prototype, FIRST_FIELD, {
    configurable: true,
    set(this: object, value: unknown) {
      program = this
      Object.defineProperty(this, FIRST_FIELD, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    },
  })
  try {
    const stemmer = stemmers().newStemmer(algorithm)
    return { stem: (word) => stemmer.stem(word), program }
  } finally {
    Reflect.deleteProperty(Object.prototype, FIRST_FIELD)
  }
}

const FIELDS = ['current', 'cursor', 'limit', 'limit_backward', 'bra', 'ket'] as const

function isProgram(program: unknown): program is Program {
  return typeof program === 'object' && program !== null && FIELDS.every((name) => name in program)
}

/** Own fields hide the getters of the prototypes. */
function withPlainFields(program: object): void {
  for (let level = Object.getPrototypeOf(program); level !== Object.prototype; ) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (!get || Object.hasOwn(program, name)) continue
      const value: unknown = Reflect.get(program, name)
      Object.defineProperty(program, name, { value, writable: true, enumerable: true, configurable: true })
    }
    level = Object.getPrototypeOf(level)
  }
}

/** The same for the tables of endings: each stands on the class, under a getter that makes it. */
function withPlainTables(tables: object): void {
  for (const name of Object.getOwnPropertyNames(tables)) {
    const table: unknown = Reflect.get(tables, name)
    if (Array.isArray(table) && isEnding(table[0])) Reflect.set(tables, name, table.map(plainEnding))
  }
}

interface Ending {
  readonly s: readonly number[]
  readonly substring_i: number
  readonly result: number
  readonly method: unknown
  readonly methodobject: unknown
}

function isEnding(entry: unknown): entry is Ending {
  return typeof entry === 'object' && entry !== null && 'substring_i' in entry
}

function plainEnding({ s, substring_i, result, method, methodobject }: Ending): Ending {
  return { s, substring_i, result, method, methodobject }
}
