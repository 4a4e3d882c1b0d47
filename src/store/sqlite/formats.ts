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

/** Part by part; a column added to a table that holds rows has a default, or a backfill beside it. */
const THIRD = `
ALTER TABLE hosts ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;       -- fetched from it: what the scope's budgets are measured against
UPDATE hosts SET pages = counted.n FROM (
  SELECT u.host_id, count(*) AS n FROM pages p JOIN urls u ON u.id = p.url_id GROUP BY u.host_id) AS counted
WHERE counted.host_id = hosts.id;

ALTER TABLE captures ADD COLUMN refers_to TEXT;                       -- of a revisit: the record that holds the payload
ALTER TABLE captures ADD COLUMN original INTEGER NOT NULL DEFAULT 0;  -- whole and not empty: later captures may refer to it
CREATE INDEX captures_original ON captures (substr(payload_digest, 8, 12)) WHERE original = 1;
CREATE TABLE refetches (url_id INTEGER PRIMARY KEY REFERENCES urls (id)) STRICT;  -- pages whose record is gone, until they are fetched again
ALTER TABLE robots ADD COLUMN record_id TEXT;                        -- of the archived answer
ALTER TABLE pages ADD COLUMN robots TEXT;                            -- what the site says about fetching and keeping it, as JSON; null: nothing

ALTER TABLE pages ADD COLUMN duplicate_of INTEGER;                   -- URL of the kept page that it is a copy of
ALTER TABLE pages ADD COLUMN sketch TEXT NOT NULL DEFAULT '';        -- what its text looks like
ALTER TABLE pages ADD COLUMN not_found INTEGER NOT NULL DEFAULT 0;   -- the site said, with status 200, that there is no such page
ALTER TABLE pages ADD COLUMN fresh INTEGER NOT NULL DEFAULT 0;       -- links of it that nobody had found before
CREATE INDEX pages_copies ON pages (duplicate_of, ord) WHERE duplicate_of IS NOT NULL;
CREATE TABLE near_keys (key INTEGER NOT NULL, ord INTEGER NOT NULL, PRIMARY KEY (key, ord)) STRICT, WITHOUT ROWID;  -- of kept pages that are no copies
CREATE TABLE near_keys_due (after_ord INTEGER NOT NULL) STRICT;      -- one row while kept pages of an older format are yet to be put into near_keys
INSERT INTO near_keys_due SELECT 0 WHERE EXISTS (SELECT 1 FROM pages);
`

/** Tables of the library and of curation. Triggers record which pages a search must read again, so that no code can forget to. */
const FOURTH = `
ALTER TABLE pages ADD COLUMN kind TEXT NOT NULL DEFAULT 'article';   -- article, list, archive, feed, sitemap, not-found
ALTER TABLE pages ADD COLUMN curated TEXT CHECK (curated IN ('accepted', 'rejected'));  -- what a curator decided; null: nobody did
ALTER TABLE pages ADD COLUMN judged INTEGER;                         -- what the verdict said where a curator's word (on the page, or on its source) made \`kept\` differ; null: kept is the verdict's
CREATE INDEX pages_curated ON pages (ord) WHERE curated IS NOT NULL;
-- All that facets and filters ask of a page, without its wide row.
CREATE INDEX pages_columns ON pages (ord, url_id, kept, curated, relevance, language, kind, published, duplicate_of);

CREATE TABLE place_names (     -- every place that a page names, once
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL
) STRICT;
CREATE TABLE who_names (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL) STRICT;
CREATE TABLE page_facets (     -- of every page, kept or not
  ord INTEGER PRIMARY KEY REFERENCES pages (ord),
  host_id INTEGER NOT NULL REFERENCES hosts (id),
  places TEXT NOT NULL,        -- numbers in place_names, most often named first: 3,17,4
  who TEXT NOT NULL            -- numbers in who_names, likewise
) STRICT;

-- Rejected pages by title and summary; rowid is pages.ord. Their texts would double what indexing costs a crawl.
CREATE VIRTUAL TABLE rejected_terms USING fts5(
  title, body, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"
);
CREATE TABLE library_due (after_ord INTEGER NOT NULL) STRICT;        -- one row while pages of an older format are yet to be put into the tables above
INSERT INTO library_due SELECT 0 WHERE EXISTS (SELECT 1 FROM pages);

-- Who decided what, in order; never changed.
CREATE TABLE curation (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('page', 'source')),
  url_id INTEGER REFERENCES urls (id),  -- of a page
  target TEXT NOT NULL,        -- its canonical URL, or the source
  decision TEXT CHECK (decision IN ('accepted', 'rejected')),  -- null: taken back
  reason TEXT NOT NULL,
  links INTEGER NOT NULL       -- of the queue whose score changed with it
) STRICT;
CREATE TABLE source_decisions (  -- those that stand; of a rejected source no page is kept, unless a curator accepted it
  source TEXT PRIMARY KEY,
  decision TEXT NOT NULL CHECK (decision IN ('accepted', 'rejected')),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX hosts_source ON hosts (source);
CREATE INDEX captures_address ON captures (url) WHERE url IS NOT NULL;  -- what pages asked for: an archived page looks for its parts by address
CREATE INDEX links_parent ON links (parent_id);                      -- what a page led to: a page's entries lie together

CREATE TABLE page_changes (n INTEGER PRIMARY KEY, ord INTEGER NOT NULL) STRICT;  -- pages that changed after they were written; 0: a source
CREATE TRIGGER pages_decided AFTER UPDATE OF curated, kept ON pages BEGIN INSERT INTO page_changes (ord) VALUES (new.ord); END;
CREATE TRIGGER pages_removed AFTER DELETE ON pages BEGIN INSERT INTO page_changes (ord) VALUES (old.ord); END;
CREATE TRIGGER source_decided AFTER INSERT ON source_decisions BEGIN INSERT INTO page_changes (ord) VALUES (0); END;
CREATE TRIGGER source_redecided AFTER UPDATE ON source_decisions BEGIN INSERT INTO page_changes (ord) VALUES (0); END;
CREATE TRIGGER source_undecided AFTER DELETE ON source_decisions BEGIN INSERT INTO page_changes (ord) VALUES (0); END;
`

/** Hosts requested outside the queue, and revisited pages. */
const FIFTH = `
CREATE TABLE borrowed_hosts (host_id INTEGER PRIMARY KEY REFERENCES hosts (id)) STRICT;  -- being asked outside the queue; after a crash they rest in full
-- Of a page that waits again: 1 when only for the links it has gained, and what is known of it stays.
ALTER TABLE refetches ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN looked_at TEXT;                         -- when it was last asked for again for its links; null: never
`

/** Seeds are claimed before anything else, whatever their score among the links of their host. */
const SIXTH = `
ALTER TABLE hosts ADD COLUMN seed_first INTEGER NOT NULL DEFAULT 0;  -- 1: best_id is a seed, which goes before all links
CREATE INDEX hosts_ready_seeds ON hosts (best_score DESC, best_id) WHERE state = 1 AND seed_first = 1;
CREATE INDEX urls_seeds ON urls (host_id, score DESC, id) WHERE state = 0 AND depth = 0;
-- Parents had been averaged into the scores of seeds, and a revived seed had become a link.
UPDATE urls SET score = max(urls.score, l.score), depth = 0, parent = NULL
FROM links l WHERE l.url_id = urls.id AND l.parent_id = 0 AND (urls.depth > 0 OR (urls.state = 0 AND urls.score < l.score));
UPDATE hosts SET seed_first = 1, best_id = seeds.id, best_score = seeds.score FROM (
  SELECT host_id, id, score, row_number() OVER (PARTITION BY host_id ORDER BY score DESC, id) AS place FROM urls WHERE state = 0 AND depth = 0) seeds
WHERE seeds.host_id = hosts.id AND seeds.place = 1;
`

/** Pages suspected of crashing the process. */
const SEVENTH = `
CREATE TABLE suspects (        -- URLs whose leases were lost repeatedly: leased with nothing else in flight, until a visit ends
  url_id INTEGER PRIMARY KEY REFERENCES urls (id),
  blame INTEGER NOT NULL DEFAULT 0,    -- grows when it is lost while it is the only one in flight
  received INTEGER NOT NULL DEFAULT 0  -- 1: it is leased, and its response has arrived
) STRICT;
INSERT INTO suspects (url_id) SELECT id FROM urls WHERE state IN (0, 1) AND lost >= 2;
`

/** Page counts of each source, maintained by triggers, so that no code can forget to. */
const EIGHTH = `
CREATE TABLE sources (
  source TEXT PRIMARY KEY,
  pages INTEGER NOT NULL DEFAULT 0,    -- fetched from all of its hosts
  kept INTEGER NOT NULL DEFAULT 0,     -- of those, without copies
  next_at INTEGER NOT NULL DEFAULT 0   -- when any of its hosts may be asked again
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_pages ON sources (pages);
CREATE INDEX sources_kept ON sources (kept);
CREATE INDEX sources_resting ON sources (next_at);
INSERT INTO sources (source, pages, kept)
  SELECT h.source, count(*), sum(p.kept = 1 AND p.duplicate_of IS NULL)
  FROM pages p JOIN urls u ON u.id = p.url_id JOIN hosts h ON h.id = u.host_id GROUP BY h.source;
CREATE TRIGGER source_gave AFTER INSERT ON pages BEGIN
  INSERT INTO sources (source, pages, kept)
    SELECT h.source, 1, new.kept = 1 AND new.duplicate_of IS NULL FROM urls u JOIN hosts h ON h.id = u.host_id WHERE u.id = new.url_id
    ON CONFLICT (source) DO UPDATE SET pages = pages + 1, kept = kept + excluded.kept;
END;
CREATE TRIGGER source_lost AFTER DELETE ON pages BEGIN
  UPDATE sources SET pages = pages - 1, kept = kept - (old.kept = 1 AND old.duplicate_of IS NULL)
  WHERE source = (SELECT h.source FROM urls u JOIN hosts h ON h.id = u.host_id WHERE u.id = old.url_id);
END;
CREATE TRIGGER source_kept AFTER UPDATE OF kept, duplicate_of ON pages BEGIN
  UPDATE sources SET kept = kept + (new.kept = 1 AND new.duplicate_of IS NULL) - (old.kept = 1 AND old.duplicate_of IS NULL)
  WHERE source = (SELECT h.source FROM urls u JOIN hosts h ON h.id = u.host_id WHERE u.id = new.url_id);
END;
`

/** The hosts of a source with many of them have a queue of their own, so that a claim that skips the source does not read them one by one. */
const NINTH = `
CREATE TABLE large_sources (source TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
ALTER TABLE hosts ADD COLUMN apart INTEGER NOT NULL DEFAULT 0;       -- 1: its source is in large_sources
INSERT INTO large_sources SELECT source FROM hosts GROUP BY source HAVING count(*) > 32;
UPDATE hosts SET apart = 1 WHERE source IN (SELECT source FROM large_sources);
DROP INDEX hosts_ready;
CREATE INDEX hosts_ready ON hosts (best_score DESC, best_id) WHERE state = 1 AND apart = 0;
CREATE INDEX hosts_ready_apart ON hosts (source, best_score DESC, best_id) WHERE state = 1 AND apart = 1;
`

/** Migrations: each upgrades the database from the format of its index to the next. Released ones are never edited. */
export const FORMATS: readonly string[] = [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH]
