import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const gzipAsync = promisify<Buffer, Buffer>(gzip)

/** Lines per block: a lookup reads one block, and the list of blocks is a thousandth of the index. */
const BLOCK_LINES = 1024

/**
 * A CDXJ index in two parts, as in large web archives: compressed blocks of lines, each readable by itself, and a short list that gives
 * the block of a URL.
 */
export class ZippedIndex {
  readonly #filename: string
  readonly #blocks: string[] = []

  /** `filename`: name of the file with the blocks, for the list. */
  constructor(filename: string) {
    this.#filename = filename
  }

  /** The blocks, one after the other. */
  async *blocks(lines: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
    let held: string[] = []
    let offset = 0
    for await (const line of lines) {
      held.push(line)
      if (held.length < BLOCK_LINES) continue
      const block = await this.#block(held, offset)
      offset += block.length
      held = []
      yield block
    }
    if (held.length > 0) yield await this.#block(held, offset)
  }

  /** The list, after all blocks have been read. */
  *list(): Generator<Buffer, void, undefined> {
    yield Buffer.from(`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: this.#filename })}\n`)
    for (const block of this.#blocks) yield Buffer.from(`${block}\n`)
  }

  async #block(lines: readonly string[], offset: number): Promise<Buffer> {
    const block = await gzipAsync(Buffer.from(`${lines.join('\n')}\n`))
    const [key = '', time = ''] = (lines[0] ?? '').split(' ', 2)
    const digest = `sha256:${createHash('sha256').update(block).digest('hex')}`
    const place = { offset, length: block.length, digest, filename: this.#filename }
    this.#blocks.push(`${key} ${time} ${JSON.stringify(place)}`)
    return block
  }
}
