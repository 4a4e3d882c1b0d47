import { EventideError } from '../../model/errors.ts'
import type { Connection } from './connection.ts'

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

const FIRST = `
CREATE TABLE hosts (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  delay_ms INTEGER,
  failures INTEGER,
  best_id INTEGER,
  best_score REAL
) STRICT;
CREATE INDEX hosts_ready ON hosts (best_score DESC, best_id) WHERE state = 1;
CREATE INDEX hosts_waiting ON hosts (next_at) WHERE state = 2;

CREATE TABLE urls (
  id INTEGER PRIMARY KEY,
  fingerprint INTEGER NOT NULL,
  canonical TEXT NOT NULL,
  requested TEXT,              -- null: the canonical URL itself
  host_id INTEGER NOT NULL REFERENCES hosts (id),
  state INTEGER NOT NULL,
  score REAL NOT NULL,
  parents INTEGER NOT NULL,    -- distinct ones, the weight of score as a mean
  parent INTEGER,              -- on the shortest path; null for seeds
  depth INTEGER NOT NULL,
  redirects INTEGER NOT NULL,
  tunnel INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0  -- leases whose holder vanished
) STRICT;
CREATE INDEX urls_identity ON urls (fingerprint);
CREATE INDEX urls_queue ON urls (host_id, score DESC, id) WHERE state = 0;

CREATE TABLE links (
  url_id INTEGER NOT NULL REFERENCES urls (id),
  parent_id INTEGER NOT NULL,  -- 0 for seeds
  score REAL NOT NULL,
  anchor TEXT NOT NULL,
  evidence TEXT,
  PRIMARY KEY (url_id, parent_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE leases (
  url_id INTEGER PRIMARY KEY REFERENCES urls (id),
  host_id INTEGER NOT NULL UNIQUE REFERENCES hosts (id),
  token TEXT NOT NULL,
  worker TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;

CREATE TABLE endings (
  url_id INTEGER PRIMARY KEY REFERENCES urls (id),
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  status INTEGER
) STRICT;

CREATE TABLE captures (
  id INTEGER PRIMARY KEY,
  url_id INTEGER UNIQUE REFERENCES urls (id),  -- null: of a robots.txt, whose address is in url
  url TEXT,
  status INTEGER NOT NULL,
  fetched_at TEXT NOT NULL,
  file TEXT NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  payload_digest TEXT NOT NULL,
  record_id TEXT NOT NULL
) STRICT;

-- Kept beside the captures, because a crash is no moment to look through all of them.
CREATE TABLE archive_ends (file TEXT PRIMARY KEY, end INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE pages (
  ord INTEGER PRIMARY KEY,     -- order of fetching, from 1
  url_id INTEGER NOT NULL UNIQUE REFERENCES urls (id),
  kept INTEGER NOT NULL,
  relevance REAL NOT NULL,
  evidence TEXT NOT NULL,
  link_score REAL NOT NULL,
  depth INTEGER NOT NULL,
  title TEXT NOT NULL,
  language TEXT NOT NULL,
  published TEXT,
  published_from TEXT NOT NULL,
  places TEXT NOT NULL,
  status INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  text_digest TEXT NOT NULL,
  summary TEXT NOT NULL,
  who TEXT NOT NULL
) STRICT;
CREATE INDEX pages_published ON pages (published) WHERE kept = 1;
CREATE INDEX pages_language ON pages (language) WHERE kept = 1;

CREATE TABLE page_texts (
  ord INTEGER PRIMARY KEY REFERENCES pages (ord),
  text ANY NOT NULL            -- text, or a deflated blob when that is shorter
) STRICT;

CREATE TABLE page_places (     -- of kept pages
  ord INTEGER NOT NULL REFERENCES pages (ord),
  place_id TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (ord, place_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_places_where ON page_places (lat, lon);

-- Kept pages only; rowid is pages.ord. Fed with index terms, so only spaces separate tokens.
CREATE VIRTUAL TABLE page_terms USING fts5(
  title, body, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"
);

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters VALUES
  ('queued', 0), ('leased', 0), ('done', 0), ('failed', 0), ('excluded', 0), ('fetched', 0), ('kept', 0);

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE robots (
  origin TEXT PRIMARY KEY,
  fetched_at INTEGER NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
`

const SECOND = `
ALTER TABLE urls ADD COLUMN best_parent INTEGER NOT NULL DEFAULT 0;  -- of the link that scored best while the URL waited; 0 for seeds
ALTER TABLE urls ADD COLUMN best_link REAL NOT NULL DEFAULT 0;       -- and its score
ALTER TABLE pages ADD COLUMN memo TEXT;                              -- what the strategy wants to be told again
UPDATE urls SET (best_parent, best_link) = (
  SELECT parent_id, score FROM links WHERE url_id = urls.id ORDER BY evidence IS NULL, score DESC, parent_id LIMIT 1)
WHERE EXISTS (SELECT 1 FROM links WHERE url_id = urls.id);
`

/** Each takes the database from the version that is its index to the next. Released ones are never edited. */
export const MIGRATIONS: readonly string[] = [FIRST, SECOND]

/** Brings a database up to date, or creates it; every step is one transaction. */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): void {
  const from = versionOf(connection, migrations.length)
  for (let version = from; version < migrations.length; version++) {
    connection.transaction(() => {
      connection.exec(migrations[version] as string)
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version + 1}`)
    })
  }
}

/** Refuses what this program cannot read; a reader cannot bring an old database up to date. */
export function requireCurrent(connection: Connection): void {
  const version = versionOf(connection, MIGRATIONS.length)
  if (version === MIGRATIONS.length) return
  throw new EventideError(
    'store-old',
    `${connection.path} was written by an older Eventide (format ${version}, now ${MIGRATIONS.length}). Run \`eventide crawl\` on the collection once to bring it up to date.`,
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
