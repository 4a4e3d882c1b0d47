import { EventideError } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { FORMATS } from './formats.ts'

/** Marks the file as ours: `EVNT`. */
const APPLICATION_ID = 0x45564e54

/**
 * What is written in `urls.state`. Both last ones are `excluded`: kept out on its way in (a better parent may revive it),
 * and dropped by its outcome (final).
 */
export const URL_STATE = { queued: 0, leased: 1, done: 2, failed: 3, excluded: 4, dropped: 5 } as const
export type UrlStateCode = (typeof URL_STATE)[keyof typeof URL_STATE]

/** What is written in `hosts.state`: nothing queued; may be claimed; resting until `next_at`; one of its URLs is leased. */
export const HOST_STATE = { idle: 0, ready: 1, waiting: 2, leased: 3 } as const

/** Brings a database up to date, or creates it; every step is one transaction. */
export function migrate(connection: Connection, formats: readonly string[] = FORMATS): void {
  const from = versionOf(connection, formats.length)
  for (let version = from; version < formats.length; version++) {
    connection.transaction(() => {
      connection.exec(formats[version] as string)
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version + 1}`)
    })
  }
}

/** Refuses what this program cannot read; a reader cannot bring an old database up to date. */
export function requireCurrent(connection: Connection): void {
  const version = versionOf(connection, FORMATS.length)
  if (version === FORMATS.length && !connection.get('SELECT 1 FROM library_due')) return
  throw new EventideError(
    'store-old',
    `${connection.path} was written by an older Eventide (format ${version}, now ${FORMATS.length}). Run \`eventide serve\` on its folder or \`eventide crawl\` on the collection once to bring it up to date.`,
    { exit: 'store' },
  )
}

function versionOf(connection: Connection, newest: number): number {
  const application = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id ?? 0
  const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  const objects = connection.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema')?.n ?? 0
  if (objects > 0 && application !== APPLICATION_ID) {
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
