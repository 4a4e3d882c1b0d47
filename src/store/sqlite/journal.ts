import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EventideError } from '../../model/errors.ts'
import type { CurationEntry, JournalEntry } from '../records.ts'
import type { Connection } from './connection.ts'

const FORMAT = { format: 'eventide-journal-1' }

/** Beside the database, so that it outlives it: nothing else in the collection says what a person typed. */
export function journalOf(database: string): string {
  return join(dirname(database), 'journal.jsonl')
}

/** Appends entries and syncs them; creates the file. */
export function appendToJournal(file: string, entries: readonly JournalEntry[]): void {
  const isNew = !existsSync(file)
  if (entries.length === 0 && !isNew) return
  try {
    const handle = openSync(file, 'a+')
    try {
      const lines = [...(isNew ? [FORMAT] : []), ...entries].map((line) => `${JSON.stringify(line)}\n`)
      // A line that was cut short by a full disk must not swallow the next one.
      const text = Buffer.from(endsInLine(handle) ? lines.join('') : `\n${lines.join('')}`)
      for (let at = 0; at < text.length; ) at += writeSync(handle, text, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (isNew) syncFolder(dirname(file))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new EventideError(
      code === 'ENOSPC' || code === 'EFBIG' || code === 'EDQUOT' ? 'store-full' : 'store-io',
      `${file} could not be written (${code}); free some space or check the permissions, then run the same command again`,
      { exit: 'store', cause },
    )
  }
}

/** Makes a name in it survive a power failure. Windows cannot open folders, but journals their entries. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The entries of a journal; lines that cannot be read are left out. */
export function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').flatMap(entryIn)
}

/** The same as a database knows it. Of one that is damaged, each part that can be read. */
export function toldTo(connection: Connection): JournalEntry[] {
  const seeds = rowsOf<{ seed: string }>(
    connection,
    `SELECT coalesce(u.requested, u.canonical) AS seed FROM links l JOIN urls u ON u.id = l.url_id
     WHERE l.parent_id = 0 ORDER BY u.id`,
  )
  const decisions = rowsOf<CurationEntry>(
    connection,
    'SELECT at, what, target, decision, reason FROM curation ORDER BY id',
  )
  return [...seeds.map(({ seed }) => ({ seed })), ...decisions.map((decision) => ({ decision }))]
}

function rowsOf<Row>(connection: Connection, sql: string): Row[] {
  try {
    return connection.all<Row>(sql)
  } catch {
    return []
  }
}

function entryIn(line: string): JournalEntry[] {
  try {
    const entry = JSON.parse(line)
    if (typeof entry?.seed === 'string') return [{ seed: entry.seed }]
    const { at, what, target, decision, reason = '' } = entry?.decision ?? {}
    const isDecision = decision === null || decision === 'accepted' || decision === 'rejected'
    if (typeof at !== 'string' || typeof target !== 'string' || !isDecision) return []
    if (what !== 'page' && what !== 'source') return []
    return [{ decision: { at, what, target, decision, reason: String(reason) } }]
  } catch {
    return []
  }
}

function endsInLine(handle: number): boolean {
  const { size } = fstatSync(handle)
  if (size === 0) return true
  const last = Buffer.alloc(1)
  readSync(handle, last, 0, 1, size - 1)
  return last[0] === 10
}
