import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { EventideError, type Issue } from '../model/errors.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { tooDeepAt } from './nesting.ts'

const TOO_DEEP = 'too many levels inside one another'

/** More problems than this and the file is not what it should be: the first few are what helps. */
const MAX_PROBLEMS_SHOWN = 20

export interface Field {
  readonly key: string
  readonly keyNode: Node
  readonly node: Node | null
}

/**
 * Reads a YAML file strictly and remembers everything wrong with it, each problem with its line and column,
 * so that a file is refused whole and a user mends it in one go.
 */
export class StrictYaml {
  readonly root: Node | null
  readonly #file: string
  readonly #code: string
  readonly #lines = new LineCounter()
  readonly #problems: Issue[] = []

  /** `code` is that of the error which names the problems. */
  constructor(text: string, file: string, code: string) {
    this.#file = file
    this.#code = code
    const tooDeep = tooDeepAt(text)
    if (tooDeep !== null) {
      this.root = null
      this.#problems.push({ path: tooDeep, message: TOO_DEEP })
      return
    }
    // The parser would compare each key with every other one; `entries` looks them up.
    const document = parseDocument(text, { lineCounter: this.#lines, uniqueKeys: false })
    for (const error of document.errors) {
      const { line, col } = this.#lines.linePos(error.pos[0])
      this.#problems.push({ path: `${line}:${col}`, message: firstLine(error.message) })
    }
    this.root = (document.contents as Node | null) ?? null
  }

  /** How much was found wrong so far. */
  get problemCount(): number {
    return this.#problems.length
  }

  problem(node: Node | null, message: string): void {
    const offset = node?.range?.[0] ?? 0
    const { line, col } = this.#lines.linePos(offset)
    this.#problems.push({ path: `${line || 1}:${col || 1}`, message })
  }

  /** The entries of a mapping. Keys are data, never property names. */
  entries(node: Node | null, what: string): Field[] {
    if (!isMap(node)) {
      this.problem(node, `${what} must be a mapping of names to values`)
      return []
    }
    const fields: Field[] = []
    const seen = new Set<string>()
    for (const pair of node.items) {
      if (!isScalar(pair.key)) {
        this.problem(node, `${what} has a key that is not a plain word`)
        continue
      }
      const key = String(pair.key.value)
      if (seen.has(key))
        this.problem(pair.key, `keys must be unique: "${key.slice(0, 60)}" stands twice in ${what}`)
      seen.add(key)
      fields.push({ key, keyNode: pair.key, node: pair.value as Node | null })
    }
    return fields
  }

  /** The entries of a mapping whose keys are known in advance; any other key is a problem. */
  fields(node: Node | null, what: string, allowed: readonly string[]): Map<string, Field> {
    const found = new Map<string, Field>()
    for (const field of this.entries(node, what)) {
      if (allowed.includes(field.key)) found.set(field.key, field)
      else {
        this.problem(
          field.keyNode,
          `unknown key "${field.key}" in ${what}${this.#hint(field.key, allowed)}; known keys: ${allowed.join(', ')}`,
        )
      }
    }
    return found
  }

  /** False when so much is wrong that a further problem is only counted: looking for what was meant would be in vain. */
  get showsMore(): boolean {
    return this.#problems.length < MAX_PROBLEMS_SHOWN
  }

  #hint(key: string, allowed: readonly string[]): string {
    return this.showsMore ? didYouMean(key, allowed) : ''
  }

  items(node: Node | null, what: string): Node[] {
    if (isSeq(node)) return node.items as Node[]
    this.problem(node, `${what} must be a list`)
    return []
  }

  text(node: Node | null, what: string): string | undefined {
    const value = isScalar(node) ? node.value : undefined
    if (typeof value === 'number') return isScalar(node) && node.source ? node.source : String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    this.problem(node, `${what} must be a word or a sentence, not ${describe(node)}`)
    return undefined
  }

  number(
    node: Node | null,
    what: string,
    range: { above?: number; from?: number; to: number },
  ): number | undefined {
    const value = isScalar(node) ? node.value : undefined
    const low = range.above ?? range.from ?? 0
    const inRange =
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (range.above === undefined ? value >= low : value > low) &&
      value <= range.to
    if (inRange) return value
    const wanted =
      range.above === undefined ? `from ${low} to ${range.to}` : `above ${low} and at most ${range.to}`
    this.problem(node, `${what} must be a number ${wanted}, not ${describe(node)}`)
    return undefined
  }

  /** Throws one error naming every problem; does nothing when there is none. */
  done(): void {
    if (this.#problems.length === 0) return
    const issues = this.#problems.slice(0, MAX_PROBLEMS_SHOWN)
    const more = this.#problems.length - issues.length
    const shown = issues.map(({ path, message }) => `${this.#file}:${path}: ${message}`)
    if (more > 0) shown.push(`... and ${more} more`)
    throw new EventideError(this.#code, shown.join('\n'), { issues })
  }
}

function describe(node: Node | null): string {
  if (isMap(node)) return 'a mapping'
  if (isSeq(node)) return 'a list'
  if (isScalar(node) && node.value !== null) return `"${String(node.value).slice(0, 60)}"`
  return 'nothing'
}

function firstLine(message: string): string {
  if (/call stack/.test(message)) return TOO_DEEP
  return message.split('\n', 1)[0]!.replace(/ at line \d+, column \d+:?$/, '')
}
