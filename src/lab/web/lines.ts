import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { EventideError } from '../../model/errors.ts'

const NEWLINE = 10
/** Bounds memory; a longer line cannot be a page. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024

/** Reads the lines of a text file, plain or gzipped, as bytes with their numbers from 1; blank lines are skipped. */
export async function eachLine(file: string, take: (line: Buffer, number: number) => void): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  const give = (line: Buffer) => {
    number++
    if (line.length > 0 && !isBlank(line)) take(line, number)
  }
  const split = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let from = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        give(bytes.subarray(from, end))
        from = end + 1
      }
      rest = bytes.subarray(from)
      if (rest.length > MAX_LINE_LENGTH)
        throw new EventideError('input-line', `${file}:${number + 1}: the line is longer than 64 MiB`)
    }
    if (rest.length > 0) give(rest)
  }
  const raw = createReadStream(file, { highWaterMark: 1 << 20 })
  try {
    if (file.toLowerCase().endsWith('.gz')) await pipeline(raw, createGunzip({ chunkSize: 1 << 20 }), split)
    else await pipeline(raw, split)
  } catch (error) {
    if (error instanceof EventideError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'the file does not exist' : message
    throw new EventideError('no-file', `Cannot read ${file}: ${why}`, { cause: error })
  }
}

function isBlank(line: Buffer): boolean {
  return line.length < 3 && line.toString('latin1').trim() === ''
}

/** Parses one JSON line; an error names the line. */
export function jsonOf(line: Buffer, where: string): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch (cause) {
    throw new EventideError('input-line', `${where}: the line is not valid JSON`, { cause })
  }
}
