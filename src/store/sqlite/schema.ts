import { EventideError } from '../../model/errors.ts'
import { type Connection, damaged, rebuildAdvice } from './connection.ts'
import { FORMATS } from './formats.ts'

/** Identifies the file as Eventide's: `EVNT`. */
const APPLICATION_ID = 0x45564e54

/**
 * Values of `urls.state`. The last two both mean `excluded`: when it was found (a better parent may revive it), or by its
 * outcome (final).
 */
export const URL_STATE = { queued: 0, leased: 1, done: 2, failed: 3, excluded: 4, dropped: 5 } as const
export type UrlStateCode = (typeof URL_STATE)[keyof typeof URL_STATE]

/** Values of `hosts.state`: nothing queued; ready to be claimed; paused until `next_at`; one of its URLs is leased. */
export const HOST_STATE = { idle: 0, ready: 1, waiting: 2, leased: 3 } as const

/** Upgrades a database, or creates it; every step is one transaction. */
export function migrate(connection: Connection, formats: readonly string[] = FORMATS): void {
  const from = versionOf(connection, formats.length)
  for (let version = from; version < formats.length; version++) {
    connection.transaction(() => {
      connection.exec(formats[version] as string)
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version + 1}`)
    })
  }
}

/** Whether nothing was ever written, as far as the file tells. */
export function isEmpty(connection: Connection): boolean {
  return versionOf(connection, FORMATS.length) === 0 && tablesIn(connection) === 0
}

export function emptied(path: string): EventideError {
  const what = `The database ${path} is empty: what it held is lost, or its write-ahead log (${path}-wal) was lost.`
  return new EventideError('store-empty', `${what} ${rebuildAdvice(path)}`, { exit: 'store' })
}

/** Refuses what this program cannot read; a reader cannot upgrade an old database. */
export function requireCurrent(connection: Connection): void {
  const version = versionOf(connection, FORMATS.length)
  if (version === 0)
    throw tablesIn(connection) === 0
      ? emptied(connection.path)
      : damaged(connection.path, 'the database does not say which format it has')
  if (version === FORMATS.length && !connection.get('SELECT 1 FROM library_due')) return
  throw new EventideError(
    'store-old',
    `${connection.path} was written by an older Eventide (format ${version}, now ${FORMATS.length}). Run \`eventide serve\` on its folder or \`eventide crawl\` on the collection once to upgrade it.`,
    { exit: 'store' },
  )
}

function versionOf(connection: Connection, newest: number): number {
  const application = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id ?? 0
  const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (tablesIn(connection) > 0 && application !== APPLICATION_ID) {
    throw new EventideError(
      'store-foreign',
      `${connection.path} is a database of another program; choose another path.`,
      {
        exit: 'store',
      },
    )
  }
  if (version > newest) {
    throw new EventideError(
      'store-newer',
      `${connection.path} was written by a newer Eventide (format ${version}; this one knows up to ${newest}). Update Eventide.`,
      { exit: 'store' },
    )
  }
  return version
}

function tablesIn(connection: Connection): number {
  return connection.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema')?.n ?? 0
}
