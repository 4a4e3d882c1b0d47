import type { ByteWindow } from './byte-window.ts'
import type { ReadEvent, ReadProblem } from './warc-reader.ts'
import { parseRecord } from './warc-record.ts'

const FIRST_LOOK = 64 * 1024
const NEXT_RECORD = Buffer.from('\nWARC/1.')

/** Reads an uncompressed file. After damage, resumes at the next line that starts a record. */
export async function* readPlain(
  window: ByteWindow,
  maxBytes: number,
): AsyncGenerator<ReadEvent, void, undefined> {
  while (await skipLineEnds(window)) {
    const { offset } = window
    const parsed = await nextRecord(window, maxBytes)
    if (parsed.kind === 'record') {
      yield { kind: 'record', record: parsed.record }
      window.consume(parsed.taken)
      if (parsed.framed) continue
      const end = offset + parsed.taken
      const skipped = (await startsRecord(window)) ? 0 : await skipToRecord(window)
      const what = 'the record is not closed by two line ends: its Content-Length may be wrong'
      yield problem({ code: 'record-framing', offset: end, skipped, what })
    } else if (parsed.kind === 'incomplete' && parsed.needs > maxBytes) {
      const skipped = await window.skip(parsed.needs)
      const what = 'the record exceeds the memory limit'
      yield problem({ code: 'record-too-large', offset, skipped, what })
    } else {
      const code = parsed.kind === 'incomplete' ? 'record-truncated' : 'record-malformed'
      yield problem({ code, offset, skipped: await skipToRecord(window), what: parsed.what })
    }
  }
}

function problem(found: ReadProblem): ReadEvent {
  return { kind: 'problem', problem: found }
}

async function nextRecord(window: ByteWindow, maxBytes: number) {
  let want = FIRST_LOOK
  for (;;) {
    const whole = !(await window.fill(want))
    const parsed = parseRecord(window.bytes, window.offset)
    // The two line ends may be just beyond the window.
    const cut = parsed.kind === 'record' && !parsed.framed && window.bytes.length < parsed.taken + 4
    if ((parsed.kind !== 'incomplete' && !cut) || whole) return parsed
    const needs = parsed.kind === 'incomplete' ? parsed.needs : window.bytes.length + 4
    if (needs > maxBytes) return parsed
    want = Math.min(Math.max(needs, want * 2), maxBytes)
  }
}

async function startsRecord(window: ByteWindow): Promise<boolean> {
  const start = NEXT_RECORD.subarray(1)
  return (await window.fill(start.length)) && window.bytes.subarray(0, start.length).equals(start)
}

/** Skips at least one byte, to the next record or to the end; returns the number of bytes. */
async function skipToRecord(window: ByteWindow): Promise<number> {
  let skipped = 0
  for (;;) {
    const found = window.bytes.indexOf(NEXT_RECORD)
    const step = found === -1 ? Math.max(0, window.bytes.length - NEXT_RECORD.length + 1) : found + 1
    window.consume(step)
    skipped += step
    if (found !== -1) return skipped
    if (!(await window.fill(NEXT_RECORD.length)))
      return skipped + (await window.skip(Number.POSITIVE_INFINITY))
  }
}

/** Some writers put additional line ends between records. */
async function skipLineEnds(window: ByteWindow): Promise<boolean> {
  while (await window.fill(1)) {
    const first = window.bytes[0]
    if (first !== 13 && first !== 10) return true
    window.consume(1)
  }
  return false
}
