import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { EventideError } from '../model/errors.ts'
import { unreadable } from '../model/unreadable-file.ts'

const NEWLINE = 10
const CHUNK_BYTES = 1 << 20
/** Maximum length of a line, which bounds memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** A line that is not empty. */
export interface TextLine {
  /** Valid until the next line is read. */
  readonly bytes: Buffer
  /** Line number from 1; empty lines count. */
  readonly number: number
}

/** An error for one invalid line; the caller decides whether it ends the run. */
export function badLine(where: string, problem: string, cause?: unknown): EventideError {
  return new EventideError('input-line', `${where}: ${problem}`, { cause })
}

/** The lines of a text file, which may be gzipped; empty lines are skipped. */
export async function* textLines(file: string): AsyncGenerator<TextLine> {
  for await (const lines of linesByChunk(file)) yield* lines
}

/** Like `textLines`, but faster for large files: a callback per line costs less than a generator step. */
export async function eachLine(file: string, take: (line: Buffer, number: number) => void): Promise<void> {
  for await (const lines of linesByChunk(file)) for (const { bytes, number } of lines) take(bytes, number)
}

async function* linesByChunk(file: string): AsyncGenerator<TextLine[]> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const chunk of chunksOf(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const lines: TextLine[] = []
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      number++
      const line = bytes.subarray(from, end)
      if (!isBlank(line)) lines.push({ bytes: line, number })
      from = end + 1
    }
    rest = bytes.subarray(from)
    yield lines
    if (rest.length > MAX_LINE_BYTES)
      throw new EventideError('long-line', `${file}:${number + 1}: the line is too long to be a page`)
  }
  if (!isBlank(rest)) yield [{ bytes: rest, number: number + 1 }]
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const gunzip = file.toLowerCase().endsWith('.gz') ? createGunzip({ chunkSize: CHUNK_BYTES }) : null
  raw.on('error', (error) => gunzip?.destroy(error))
  try {
    yield* gunzip ? raw.pipe(gunzip) : raw
  } catch (error) {
    throw error instanceof EventideError ? error : unreadable(file, error)
  } finally {
    raw.destroy()
    gunzip?.destroy()
  }
}

function isBlank(line: Buffer): boolean {
  return line.length < 3 && line.toString('latin1').trim() === ''
}
