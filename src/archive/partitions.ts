import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Up to this everything stays in memory; beyond it temporary files are used.
const MAX_HELD_CHARACTERS = 16 * 1024 * 1024

/**
 * Lines grouped by key, for checks of more data than fits in memory: the lines of one key are read at a time. Keys never become file
 * names.
 */
export class Partitions {
  readonly #held = new Map<string, string[]>()
  readonly #numbers = new Map<string, number>()
  readonly #maxHeld: number
  #characters = 0
  #folder: string | null = null

  constructor(maxHeld: number = MAX_HELD_CHARACTERS) {
    this.#maxHeld = maxHeld
  }

  async add(key: string, line: string): Promise<void> {
    const lines = this.#held.get(key)
    if (lines) lines.push(line)
    else this.#held.set(key, [line])
    this.#characters += line.length
    if (this.#characters > this.#maxHeld) await this.#spill()
  }

  keys(): string[] {
    return [...new Set([...this.#numbers.keys(), ...this.#held.keys()])]
  }

  /** The lines of a key in the order of addition. */
  async lines(key: string): Promise<string[]> {
    const number = this.#numbers.get(key)
    const held = this.#held.get(key) ?? []
    if (number === undefined || this.#folder === null) return held
    const text = await readFile(join(this.#folder, String(number)), 'utf8')
    return [...text.split('\n').slice(0, -1), ...held]
  }

  async close(): Promise<void> {
    this.#held.clear()
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true })
  }

  async #spill(): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'eventide-verify-'))
    for (const [key, lines] of this.#held) {
      const number = this.#numbers.get(key) ?? this.#numbers.size
      this.#numbers.set(key, number)
      await appendFile(join(this.#folder, String(number)), `${lines.join('\n')}\n`)
    }
    this.#held.clear()
    this.#characters = 0
  }
}
