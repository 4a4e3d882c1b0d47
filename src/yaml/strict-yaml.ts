import { isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml'
import { EventideError, type Issue } from '../model/errors.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { tooDeepAt } from './nesting.ts'
import { parseYaml } from './parse-yaml.ts'
import { syntaxMessage } from './syntax-errors.ts'

const TOO_DEEP = 'nested too deeply'

/** A file with more problems is of another kind: the first few suffice. */
const MAX_PROBLEMS_SHOWN = 20

export interface Field {
  readonly key: string
  readonly keyNode: Node
  readonly node: Node | null
}

/**
 * Reads a YAML file and collects every problem with its line and column, so that users can fix them all at once.
 */
export class StrictYaml {
  readonly root: Node | null
  readonly #file: string
  readonly #code: string
  readonly #lines = new LineCounter()
  readonly #problems: Issue[] = []

  /** `code` is the code of the error that `done` throws. */
  constructor(text: string, file: string, code: string) {
    this.#file = file
    this.#code = code
    const tooDeep = tooDeepAt(text)
    if (tooDeep !== null) {
      this.root = null
      this.#problems.push({ path: tooDeep, message: TOO_DEEP })
      return
    }
    const document = parseYaml(text, this.#lines)
    for (const error of document.errors) {
      const { line, col } = this.#lines.linePos(error.pos[0])
      this.#problems.push({ path: `${line}:${col}`, message: syntaxMessage(error.code) })
    }
    this.root = (document.contents as Node | null) ?? null
  }

  /** Number of problems so far. */
  get problemCount(): number {
    return this.#problems.length
  }

  problem(node: Node | null, message: string): void {
    const offset = node?.range?.[0] ?? 0
    const { line, col } = this.#lines.linePos(offset)
    this.#problems.push({ path: `${line || 1}:${col || 1}`, message })
  }

  /** The entries of a mapping. Keys are data, never names of properties. */
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
        this.problem(pair.key, `keys must be unique: "${key.slice(0, 60)}" occurs twice in ${what}`)
      seen.add(key)
      fields.push({ key, keyNode: pair.key, node: pair.value as Node | null })
    }
    return fields
  }

  /** The entries of a mapping with a fixed set of keys; any other key is a problem. */
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

  /** False when further problems are only counted, so that suggestions need not be computed. */
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
    this.problem(node, `${what} must be text, not ${describe(node)}`)
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
    const bounds =
      range.above === undefined ? `from ${low} to ${range.to}` : `above ${low} and at most ${range.to}`
    this.problem(node, `${what} must be a number ${bounds}, not ${describe(node)}`)
    return undefined
  }

  /** Throws one error that lists every problem, if there is any. */
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
