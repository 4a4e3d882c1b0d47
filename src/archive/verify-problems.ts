import type { RecordFaultCode } from './record-check.ts'
import type { ReadProblemCode } from './warc-reader.ts'

interface ProblemKind {
  readonly level: 'error' | 'note'
  readonly todo: string
}

const REFETCH =
  'Restore the file from a copy, or run eventide recover and crawl again: the page is fetched again.'
const DAMAGE =
  'The disk or a copy damaged the file; the other records are intact. Restore it from another copy, or run eventide recover and crawl again.'
const REPAIR =
  'Restore the file from a copy, or run eventide recover: it removes the incomplete tail and saves it beside the file.'
const FOREIGN = 'Another program wrote this; the record can be used as it is.'
const ROW = 'Database and archive do not match: restore both from the same copy.'

/** Every problem that `verify` reports, by its stable code. docs/archive.md has the same table. */
export const PROBLEMS = {
  'gzip-corrupt': { level: 'error', todo: DAMAGE },
  'gzip-header': { level: 'note', todo: 'Nothing is lost, but something changed a byte: check the disk.' },
  'gzip-truncated': { level: 'error', todo: REPAIR },
  'record-truncated': { level: 'error', todo: DAMAGE },
  'record-malformed': { level: 'error', todo: DAMAGE },
  'record-framing': { level: 'error', todo: DAMAGE },
  'record-too-large': {
    level: 'error',
    todo: 'Check it with another tool: it exceeds the memory limit.',
  },
  'not-per-record': { level: 'note', todo: 'Recompress the file with one gzip member for each record.' },
  'header-field': { level: 'error', todo: FOREIGN },
  'http-header': { level: 'error', todo: FOREIGN },
  'block-digest': { level: 'error', todo: DAMAGE },
  'payload-digest': { level: 'error', todo: DAMAGE },
  'digest-unknown': { level: 'note', todo: FOREIGN },
  'missing-partner': {
    level: 'note',
    todo: 'Nothing: a run was killed between the records of one exchange, and the page was fetched again.',
  },
  'missing-target': { level: 'error', todo: REFETCH },
  'wrong-target': { level: 'error', todo: REFETCH },
  'unclaimed-target': { level: 'note', todo: 'Nothing: no page refers to this record either.' },
  'duplicate-id': {
    level: 'error',
    todo: 'A file was copied into the folder under a second name: remove one of them.',
  },
  'no-warcinfo': { level: 'note', todo: FOREIGN },
  unreadable: {
    level: 'error',
    todo: 'The file cannot be read: check the disk and the permissions, then restore it.',
  },
  'missing-file': { level: 'error', todo: REFETCH },
  'missing-record': { level: 'error', todo: REFETCH },
  'wrong-length': { level: 'error', todo: ROW },
  'wrong-url': { level: 'error', todo: ROW },
  'wrong-digest': { level: 'error', todo: ROW },
  'claimed-twice': { level: 'error', todo: ROW },
  'index-lacks': { level: 'note', todo: 'Run eventide index: it is made anew.' },
  'index-wrong': { level: 'error', todo: 'Run eventide index: it is made anew.' },
  unclaimed: {
    level: 'note',
    todo: 'Nothing: a run was killed before it recorded this capture, and the page is fetched again. If there are many, the database lost its log: eventide recover --rebuild takes them in.',
  },
  'unknown-file': {
    level: 'note',
    todo: 'If it belongs to another collection, move it there: recover --rebuild would take its pages in. If a run was killed at its first pages: nothing.',
  },
  behind: {
    level: 'note',
    todo: 'The next crawl repeats them. If the database lost its log, eventide recover --rebuild also takes in the pages that it lost.',
  },
  'file-open': {
    level: 'note',
    todo: 'Nothing while a crawl runs; otherwise run the crawl again, which recovers the file.',
  },
  'open-tail': {
    level: 'note',
    todo: 'Nothing while a crawl runs; otherwise run the crawl again, which removes the tail.',
  },
} as const satisfies Record<ReadProblemCode | RecordFaultCode, ProblemKind> & Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS
