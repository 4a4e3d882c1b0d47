import { createHash } from 'node:crypto'
import { Partitions } from './partitions.ts'

/** Finds record ids used twice, among any number of records. */
export class RecordIds {
  readonly #ids: Partitions

  constructor(maxHeld?: number) {
    this.#ids = new Partitions(maxHeld)
  }

  /** `file` is its number in the caller's list. */
  async add(id: string, file: number, offset: number): Promise<void> {
    // 128 bits: two of a billion ids share them with a chance of one in 10^20.
    const print = createHash('sha256').update(id).digest('hex').slice(0, 32)
    await this.#ids.add(print.slice(0, 2), `${print} ${file} ${offset}`)
  }

  async *repeated(): AsyncGenerator<{ file: number; offset: number }> {
    for (const key of this.#ids.keys().sort()) {
      const seen = new Set<string>()
      for (const line of await this.#ids.lines(key)) {
        const [print = '', file, offset] = line.split(' ')
        if (seen.has(print)) yield { file: Number(file), offset: Number(offset) }
        seen.add(print)
      }
    }
  }

  close(): Promise<void> {
    return this.#ids.close()
  }
}
