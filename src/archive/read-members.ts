import type { ByteWindow } from './byte-window.ts'
import {
  beginsRecord,
  GZIP_MAGIC,
  inflateMember,
  inflateStart,
  MEMBER_HEADER,
  type Member,
} from './gzip-member.ts'
import { readJoined } from './read-joined.ts'
import type { ReadEvent, ReadProblemCode } from './warc-reader.ts'
import { parseRecord } from './warc-record.ts'

// Most members are smaller, so that one attempt suffices.
const FIRST_LOOK = 64 * 1024
// A deflate stream can exceed its content by a few bytes per 16 KiB, and its header may hold a name.
const OVERHEAD = 64 * 1024
// Enough to distinguish a member from three bytes that look like one.
const CANDIDATE = 512
// So many consecutive broken members are not damage but an attack on the reader.
const MAX_FAILURES = 256

/** Reads a file with one gzip member per record. A broken member affects only itself. */
export async function* readMembers(
  window: ByteWindow,
  maxBytes: number,
): AsyncGenerator<ReadEvent, void, undefined> {
  let failures = 0
  const headers = new Headers()
  while (await window.fill(1)) {
    const { offset } = window
    const member = await nextMember(window, maxBytes)
    const events = member.kind === 'member' ? [...recordsOf(member.content, offset, member.length)] : []
    if (await isNotPerRecord(window, member, events, maxBytes)) {
      yield* readJoined(window, maxBytes)
      return
    }
    if (member.kind === 'member') {
      failures = 0
      const changed = headers.changed(window.bytes, offset)
      if (changed !== null)
        yield {
          kind: 'problem',
          problem: { code: 'gzip-header', offset: changed, skipped: 0, what: CHANGED },
        }
      window.consume(member.length)
      yield* events
      continue
    }
    failures += 1
    const givenUp = failures > MAX_FAILURES
    const skipped = givenUp ? await window.skip(Number.POSITIVE_INFINITY) : await skipToMember(window)
    const what = givenUp ? 'too many consecutive broken members: the rest was not read' : describe(member)
    yield { kind: 'problem', problem: { code: CODES[member.kind], offset, skipped, what } }
  }
}

const CHANGED = 'the header of the gzip member differs from the others; its content is intact'

/**
 * The header of a member has no checksum. This program always writes the same header, so that a change can be detected; files of other
 * programs, with times and names in their headers, are not checked.
 */
class Headers {
  #ours = false
  #other: number | null = null

  /** The position of a changed header, once it is known. */
  changed(bytes: Buffer, offset: number): number | null {
    const isOurs = bytes.subarray(0, MEMBER_HEADER.length).equals(MEMBER_HEADER)
    if (!isOurs && this.#ours) return offset
    if (!isOurs) this.#other ??= offset
    else if (!this.#ours) {
      this.#ours = true
      return this.#other
    }
    return null
  }
}

async function nextMember(window: ByteWindow, maxBytes: number): Promise<Member> {
  let want = FIRST_LOOK
  const limit = maxBytes + OVERHEAD
  for (;;) {
    const whole = !(await window.fill(Math.min(want, limit)))
    const member = await inflateMember(window.bytes, maxBytes)
    if (member.kind !== 'incomplete' || whole) return member
    if (window.bytes.length >= limit) return { kind: 'too-large' }
    want = Math.max(want, window.bytes.length) * 2
  }
}

/** Whether members and records do not match: a member is too large for its first record, or a record continues in the next. */
async function isNotPerRecord(
  window: ByteWindow,
  member: Member,
  events: readonly ReadEvent[],
  maxBytes: number,
): Promise<boolean> {
  if (member.kind === 'too-large') {
    const first = parseRecord(inflateStart(window.bytes), 0)
    return first.kind === 'record' || (first.kind === 'incomplete' && first.needs <= maxBytes)
  }
  const last = events.at(-1)
  if (member.kind !== 'member' || last?.kind !== 'problem' || last.problem.code !== 'record-truncated')
    return false
  await window.fill(member.length + CANDIDATE)
  const next = window.bytes.subarray(member.length, member.length + CANDIDATE)
  return next.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC) && !beginsRecord(next)
}

/** Skips at least one byte, to the next member with a record or to the end; returns the number of bytes. */
async function skipToMember(window: ByteWindow): Promise<number> {
  let skipped = 1
  window.consume(1)
  for (;;) {
    const found = window.bytes.indexOf(GZIP_MAGIC)
    const step = found === -1 ? Math.max(0, window.bytes.length - GZIP_MAGIC.length + 1) : found
    window.consume(step)
    skipped += step
    if (found === -1) {
      if (await window.fill(GZIP_MAGIC.length)) continue
      return skipped + (await window.skip(Number.POSITIVE_INFINITY))
    }
    await window.fill(CANDIDATE)
    if (beginsRecord(window.bytes.subarray(0, CANDIDATE))) return skipped
    window.consume(1)
    skipped += 1
  }
}

/** A member should hold one record; if it holds more, all have its offset. */
function* recordsOf(content: Buffer, offset: number, length: number): Generator<ReadEvent, void, undefined> {
  const problem = (code: ReadProblemCode, skipped: number, what: string): ReadEvent => ({
    kind: 'problem',
    problem: { code, offset, skipped, what },
  })
  if (content.length === 0) yield problem('record-malformed', length, 'the gzip member is empty')
  let at = 0
  while (at < content.length) {
    const parsed = parseRecord(content.subarray(at), offset, length)
    if (parsed.kind !== 'record') {
      const code = parsed.kind === 'incomplete' ? 'record-truncated' : 'record-malformed'
      yield problem(code, at === 0 ? length : 0, parsed.what)
      return
    }
    yield { kind: 'record', record: parsed.record }
    const first = at === 0
    at += parsed.taken
    if (!parsed.framed) {
      yield problem(
        'record-framing',
        0,
        `${content.length - at} bytes instead of the two line ends that close the record`,
      )
      return
    }
    if (first && at < content.length)
      yield problem('not-per-record', 0, 'the gzip member holds several records')
  }
}

type Failure = Exclude<Member, { kind: 'member' }>

const CODES: Readonly<Record<Failure['kind'], ReadProblemCode>> = {
  incomplete: 'gzip-truncated',
  corrupt: 'gzip-corrupt',
  'too-large': 'record-too-large',
}

function describe(member: Failure): string {
  if (member.kind === 'corrupt') return `the gzip member cannot be read: ${member.what}`
  return member.kind === 'incomplete' ? 'the gzip member does not end' : 'the record exceeds the memory limit'
}
