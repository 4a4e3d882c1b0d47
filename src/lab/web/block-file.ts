import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Position of a block in its file. */
export interface BlockPlace {
  readonly offset: number
  readonly length: number
}

/** Blocks of bytes in a temporary file, which is deleted with the process. */
export class BlockFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'eventide-lab-'))
  readonly #file: number
  #end = 0

  constructor() {
    this.#file = openSync(join(this.#folder, 'blocks'), 'wx+', 0o600)
    // Where open files can be unlinked, nothing is left behind even if the process is killed.
    this.#unlink()
  }

  append(block: Uint8Array): BlockPlace {
    const offset = this.#end
    let written = 0
    while (written < block.length)
      written += writeSync(this.#file, block, written, block.length - written, offset + written)
    this.#end += block.length
    return { offset, length: block.length }
  }

  read({ offset, length }: BlockPlace): Buffer {
    const block = Buffer.allocUnsafe(length)
    let taken = 0
    while (taken < length) {
      const got = readSync(this.#file, block, taken, length - taken, offset + taken)
      if (got === 0) break
      taken += got
    }
    return block.subarray(0, taken)
  }

  close(): void {
    closeSync(this.#file)
    this.#unlink()
  }

  #unlink(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true })
    } catch {
      // Some systems cannot delete open files; `close` deletes it there.
    }
  }
}
