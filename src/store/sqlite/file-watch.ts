import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EventideError } from '../../model/errors.ts'

/** What SQLite keeps beside a database: the log, and the index of the log. */
const LOG = '-wal'
const INDEX = '-shm'

/** What another program did to a file. */
type Change = 'removed' | 'replaced' | 'changed'

interface Seen {
  readonly file: string
  readonly bytes: bigint
  /** Time of the last change. */
  readonly at: bigint
}

interface WatchedDatabase {
  readonly path: string
  /** Changes when another connection has committed something, as programs do that use SQLite properly. */
  othersCommits(): number
  /** Writes what the log holds into the database; throws when that is not possible. */
  saveLog(): void
}

/** Windows reports sizes and times of open files late, and keeps other programs from removing them. */
const TELLS_CHANGES = process.platform !== 'win32'

/**
 * Notices when another program removes, replaces or changes the files of a database that only this process writes. SQLite does not: it writes
 * to a removed file until it is closed, and everything written is then gone.
 */
export class FileWatch {
  readonly #database: WatchedDatabase
  readonly #path: string
  readonly #seen = new Map<string, Seen>()
  #commits: number
  #problem: EventideError | null = null

  constructor(database: WatchedDatabase) {
    this.#database = database
    this.#path = database.path
    this.#commits = database.othersCommits()
    this.remember()
  }

  /** Takes the files as they are now, after a change of this process. They stay the same files. */
  remember(): void {
    for (const part of ['', LOG, INDEX]) {
      const before = this.#seen.get(part)
      const now = seenAt(this.#path + part)
      // Only the log becomes shorter.
      const isCut = part === '' && before !== undefined && now !== null && now.bytes < before.bytes
      if (now && !isCut && (before?.file ?? now.file) === now.file) this.#seen.set(part, now)
    }
  }

  /** Throws when the files are not as this process left them. */
  check(): void {
    this.#problem ??= this.#look()
    if (this.#problem) throw this.#problem
  }

  #look(): EventideError | null {
    for (const part of ['', LOG, INDEX]) {
      const change = this.#changeOf(part)
      if (change === 'changed' && this.#isCommit()) this.remember()
      else if (change !== null)
        return part === '' || change === 'changed' ? this.#lost(change, part) : this.#lostLog(change, part)
    }
    return null
  }

  #isCommit(): boolean {
    const before = this.#commits
    this.#commits = this.#database.othersCommits()
    return this.#commits !== before
  }

  #changeOf(part: string): Change | null {
    const before = this.#seen.get(part)
    if (!before) return null
    const now = seenAt(this.#path + part)
    if (!now) return 'removed'
    if (now.file !== before.file) return 'replaced'
    // The index is written without changing these.
    if (part === INDEX || !TELLS_CHANGES) return null
    return now.bytes === before.bytes && now.at === before.at ? null : 'changed'
  }

  #lost(change: Change, part: string): EventideError {
    const folder = dirname(this.#path)
    if (!existsSync(folder))
      return problem(
        `The folder ${folder} was removed or renamed by another program while it was being written. If it was renamed, nothing is lost: use it under its new name`,
      )
    const what = `The database ${this.#path}${part} was ${change} by another program while it was being written`
    const rebuild = `make the database again from the archived pages, which are not affected: eventide recover ${folder} --rebuild`
    return problem(
      change === 'changed'
        ? `${what}. Check it with eventide verify ${folder}. If it is damaged, ${rebuild}`
        : `${what}. To go on, ${rebuild}`,
    )
  }

  /** This process still holds the log that was removed. */
  #lostLog(change: Change, part: string): EventideError {
    try {
      this.#database.saveLog()
    } catch {
      return this.#lost(change, part)
    }
    return problem(
      `The file ${this.#path}${part} was ${change} by another program while it was being written. Nothing is lost: what it held is in the database now. Run the same command again`,
    )
  }
}

function problem(message: string): EventideError {
  return new EventideError('store-changed', message, { exit: 'store' })
}

function seenAt(path: string): Seen | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat ? { file: `${stat.dev}:${stat.ino}`, bytes: stat.size, at: stat.mtimeNs } : null
}
