import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const gzipAsync = promisify<Buffer, Buffer>(gzip)

/** Lines in one block: a lookup reads one block, and the list of blocks stays a thousandth of the index. */
const BLOCK_LINES = 1024

/**
 * A CDXJ index in two parts, as large web archives keep them: blocks of compressed lines, each of which can be read
 * alone, and a short list that says where the block for an address is.
 */
export class ZippedIndex {
  readonly #filename: string
  readonly #blocks: string[] = []

  /** `filename`: what the list calls the blocks. */
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

  /** The list, once all blocks have been taken. */
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
