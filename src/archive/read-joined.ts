import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ByteWindow } from './byte-window.ts'
import { readPlain } from './read-plain.ts'
import type { ReadEvent } from './warc-reader.ts'

/**
 * Reads the rest of a file that was compressed as a whole, or in blocks other than records. All its records have the same offset and no
 * length: the file can be read only from its start.
 */
export async function* readJoined(
  window: ByteWindow,
  maxBytes: number,
): AsyncGenerator<ReadEvent, void, undefined> {
  const { offset } = window
  const what = 'gzip members and records do not match: the file can be read only from its start'
  yield { kind: 'problem', problem: { code: 'not-per-record', offset, skipped: 0, what } }
  const inflated = Readable.from(rest(window)).pipe(createGunzip())
  try {
    for await (const event of readPlain(new ByteWindow(inflated), maxBytes)) {
      yield event.kind === 'record'
        ? { kind: 'record', record: { ...event.record, offset, length: 0 } }
        : { kind: 'problem', problem: { ...event.problem, offset, skipped: 0 } }
    }
  } catch {
    const what = 'the compressed data or its checksum is wrong'
    yield { kind: 'problem', problem: { code: 'gzip-corrupt', offset, skipped: 0, what } }
  } finally {
    inflated.destroy()
  }
}

async function* rest(window: ByteWindow): AsyncGenerator<Buffer> {
  while (await window.fill(1)) {
    const { bytes } = window
    window.consume(bytes.length)
    yield bytes
  }
}
