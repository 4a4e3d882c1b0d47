import type { WarcLocation } from '../model/exchange.ts'
import { Partitions } from './partitions.ts'

/** A capture according to the database. */
export interface ExpectedCapture {
  readonly location: WarcLocation
  readonly payloadDigest: string
  readonly url: string
}

/** Offset, length, payload digest, URL. */
export type Row = readonly [offset: number, length: number, payloadDigest: string, url: string]

/** The rows of the database by archive file; those of one file are in memory at a time. */
export class ExpectedRows {
  readonly #rows: Partitions

  constructor(maxHeld?: number) {
    this.#rows = new Partitions(maxHeld)
  }

  async add({ location, payloadDigest, url }: ExpectedCapture): Promise<void> {
    const row: Row = [location.offset, location.length, payloadDigest, url]
    await this.#rows.add(location.file, JSON.stringify(row))
  }

  files(): string[] {
    return this.#rows.keys()
  }

  async of(file: string): Promise<FileClaims> {
    return new FileClaims((await this.#rows.lines(file)).map((line) => JSON.parse(line) as Row))
  }

  close(): Promise<void> {
    return this.#rows.close()
  }
}

/** The rows of one file that have not been matched with a record yet. */
export class FileClaims {
  readonly #byOffset = new Map<number, Row[]>()

  constructor(rows: readonly Row[]) {
    for (const row of rows) {
      const others = this.#byOffset.get(row[0])
      if (others) others.push(row)
      else this.#byOffset.set(row[0], [row])
    }
  }

  get isEmpty(): boolean {
    return this.#byOffset.size === 0
  }

  /** Where the last of them ends. */
  get end(): number {
    let end = 0
    for (const rows of this.#byOffset.values())
      for (const [offset, length] of rows) end = Math.max(end, offset + length)
    return end
  }

  /** Whether rows that have not been taken refer to a record here. */
  has(offset: number): boolean {
    return this.#byOffset.has(offset)
  }

  take(offset: number): readonly Row[] {
    const found = this.#byOffset.get(offset) ?? []
    this.#byOffset.delete(offset)
    return found
  }

  left(): readonly Row[] {
    return [...this.#byOffset.values()].flat().sort((a, b) => a[0] - b[0])
  }
}
