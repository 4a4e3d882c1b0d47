import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a block lies in its file. */
export interface BlockPlace {
  readonly offset: number
  readonly length: number
}

/** Blocks of bytes on disk, appended and read back at once; the file is gone with the process. */
export class BlockFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'eventide-lab-'))
  readonly #file: number
  #end = 0

  constructor() {
    this.#file = openSync(join(this.#folder, 'blocks'), 'wx+', 0o600)
    // Where an open file outlives its name, nothing is left behind however the process ends.
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
      // Systems that hold on to open files let go of them at the end.
    }
  }
}
