import { BANDS } from '../../page/fingerprint.ts'
import type { Connection } from './connection.ts'
import { MAX_HOSTS_TOGETHER } from './ready-hosts.ts'

/** Each selects rows only when something is wrong; `problem` describes it. */
const QUESTIONS: readonly string[] = [
  `SELECT 'the counter ' || c.name || ' is ' || c.value || ', the rows ' || coalesce(r.n, 0) AS problem
   FROM counters c LEFT JOIN (
     SELECT CASE state WHEN 0 THEN 'queued' WHEN 1 THEN 'leased' WHEN 2 THEN 'done' WHEN 3 THEN 'failed'
       ELSE 'excluded' END AS name, count(*) AS n FROM urls GROUP BY 1
     UNION ALL SELECT 'fetched', count(*) FROM pages
     UNION ALL SELECT 'kept', count(*) FROM pages WHERE kept = 1 AND duplicate_of IS NULL
     UNION ALL SELECT 'copies', count(*) FROM pages WHERE kept = 1 AND duplicate_of IS NOT NULL) r ON r.name = c.name
   WHERE c.value <> coalesce(r.n, 0)`,
  `SELECT 'the counter ' || column1 || ' is missing' AS problem
   FROM (VALUES ('queued'), ('leased'), ('done'), ('failed'), ('excluded'), ('fetched'), ('kept'))
   WHERE column1 NOT IN (SELECT name FROM counters)`,
  `SELECT 'the counter copies is missing' AS problem WHERE EXISTS
     (SELECT 1 FROM pages WHERE kept = 1 AND duplicate_of IS NOT NULL) AND 'copies' NOT IN (SELECT name FROM counters)`,
  `SELECT 'URL ' || id || ' is in no known state: ' || state AS problem FROM urls WHERE state NOT BETWEEN 0 AND 5`,
  `SELECT 'URL ' || id || ' is leased, but there is no lease' AS problem
   FROM urls WHERE state = 1 AND id NOT IN (SELECT url_id FROM leases)`,
  `SELECT 'there is a lease on URL ' || l.url_id || ', which is not leased' AS problem
   FROM leases l JOIN urls u ON u.id = l.url_id WHERE u.state <> 1 OR u.host_id <> l.host_id`,
  `SELECT 'URL ' || s.url_id || ' is a suspect, but does not wait' AS problem
   FROM suspects s JOIN urls u ON u.id = s.url_id WHERE u.state NOT IN (0, 1)`,
  `SELECT 'URL ' || u.id || ' was lost ' || u.lost || ' times and is no suspect' AS problem
   FROM urls u WHERE u.state IN (0, 1) AND u.lost >= 2 AND u.id NOT IN (SELECT url_id FROM suspects)`,
  `SELECT 'two rows are the URL ' || a.canonical AS problem
   FROM urls a JOIN urls b ON b.fingerprint = a.fingerprint AND b.id > a.id AND b.canonical = a.canonical`,
  `SELECT 'host ' || h.host || ' does not know its best URL' AS problem FROM hosts h
   WHERE h.best_id IS NOT (SELECT id FROM urls WHERE host_id = h.id AND state = 0 ORDER BY depth > 0, score DESC, id LIMIT 1)
     OR h.seed_first <> coalesce((SELECT depth = 0 FROM urls WHERE id = h.best_id), 0)
     OR h.best_score IS NOT (SELECT score FROM urls WHERE id = h.best_id)`,
  `SELECT 'host ' || h.host || ' is in the wrong state: ' || h.state AS problem FROM hosts h
   WHERE (h.state = 3) <> EXISTS (SELECT 1 FROM leases WHERE host_id = h.id)
     OR (h.state = 0 AND h.best_id IS NOT NULL) OR (h.state IN (1, 2) AND h.best_id IS NULL)
     OR h.state NOT BETWEEN 0 AND 3`,
  `SELECT 'host ' || h.host || ' is in the wrong queue' AS problem FROM hosts h
   WHERE h.apart <> (h.source IN (SELECT source FROM large_sources))`,
  `SELECT 'source ' || source || ' has ' || count(*) || ' hosts and no queue of its own' AS problem FROM hosts
   WHERE source NOT IN (SELECT source FROM large_sources) GROUP BY source HAVING count(*) > ${MAX_HOSTS_TOGETHER}`,
  `SELECT 'host ' || h.host || ' counts ' || h.pages || ' pages, not ' || coalesce(c.n, 0) AS problem FROM hosts h
   LEFT JOIN (SELECT u.host_id, count(*) AS n FROM pages p JOIN urls u ON u.id = p.url_id GROUP BY u.host_id) c
     ON c.host_id = h.id WHERE h.pages <> coalesce(c.n, 0)`,
  `SELECT 'source ' || coalesce(s.source, c.source) || ' counts ' || coalesce(s.pages, 0) || ' pages and ' || coalesce(s.kept, 0) || ' kept, not ' || coalesce(c.n, 0) || ' and ' || coalesce(c.kept, 0) AS problem
   FROM sources s FULL JOIN (SELECT h.source, count(*) AS n, sum(p.kept = 1 AND p.duplicate_of IS NULL) AS kept
     FROM pages p JOIN urls u ON u.id = p.url_id JOIN hosts h ON h.id = u.host_id GROUP BY h.source) c ON c.source = s.source
   WHERE coalesce(s.pages, 0) <> coalesce(c.n, 0) OR coalesce(s.kept, 0) <> coalesce(c.kept, 0)`,
  `SELECT 'URL ' || u.id || ' counts ' || u.parents || ' parents, not ' || count(l.url_id) AS problem
   FROM urls u LEFT JOIN links l ON l.url_id = u.id
   GROUP BY u.id HAVING u.parents > count(l.url_id) OR (u.state IN (0, 1, 4) AND u.parents <> count(l.url_id))`,
  `SELECT 'URL ' || l.url_id || ' was found by URL ' || l.parent_id || ', which does not exist' AS problem
   FROM links l WHERE l.parent_id <> 0 AND NOT EXISTS (SELECT 1 FROM urls WHERE id = l.parent_id)`,
  `SELECT 'page ' || p.ord || ' belongs to a URL that is not done' AS problem
   FROM pages p JOIN urls u ON u.id = p.url_id
   WHERE u.state <> 2 AND NOT EXISTS (SELECT 1 FROM refetches r WHERE r.url_id = u.id)`,
  `SELECT 'URL ' || u.id || ' is done without a page or a redirect' AS problem FROM urls u
   WHERE u.state = 2 AND NOT EXISTS (SELECT 1 FROM pages WHERE url_id = u.id)
     AND NOT EXISTS (SELECT 1 FROM endings WHERE url_id = u.id)`,
  `SELECT 'URL ' || u.id || ' ' || CASE u.state WHEN 3 THEN 'failed' ELSE 'was excluded' END || ', and it is not known why' AS problem
   FROM urls u WHERE u.state IN (3, 4, 5) AND NOT EXISTS (SELECT 1 FROM endings WHERE url_id = u.id)`,
  `SELECT 'the rules of ' || c.url || ' are not known, but its record is' AS problem FROM captures c
   WHERE c.url_id IS NULL AND c.url LIKE 'http%://%/robots.txt' AND length(c.url) - length(replace(c.url, '/', '')) = 3
     AND NOT EXISTS (SELECT 1 FROM robots WHERE origin || '/robots.txt' = c.url)`,
  `SELECT 'page ' || p.ord || ' has no text' AS problem
   FROM pages p WHERE NOT EXISTS (SELECT 1 FROM page_texts WHERE ord = p.ord)`,
  `SELECT 'the archive file ' || coalesce(a.file, c.file) || ' ends at ' || coalesce(a.end, 'none')
     || ' by one table, at ' || coalesce(c.end, 'none') || ' by another' AS problem
   FROM archive_ends a FULL JOIN (SELECT file, max(offset + length) AS end FROM captures GROUP BY file) c ON c.file = a.file
   WHERE a.end IS NOT c.end`,
  `SELECT 'the order of fetching has a gap: ' || max(ord) || ' for ' || count(*) || ' pages' AS problem
   FROM pages HAVING max(ord) <> count(*)`,
  `SELECT 'kept page ' || p.ord || ' is not in the full-text index' AS problem
   FROM pages p WHERE p.kept = 1 AND p.duplicate_of IS NULL AND p.ord NOT IN (SELECT id FROM page_terms_docsize)`,
  `SELECT 'the full-text index holds ' || d.id || ', which is no kept page' AS problem
   FROM page_terms_docsize d WHERE d.id NOT IN (SELECT ord FROM pages WHERE kept = 1 AND duplicate_of IS NULL)`,
  `SELECT 'rejected page ' || p.ord || ' is not in the index of rejected pages' AS problem
   FROM pages p WHERE p.kept = 0 AND p.ord NOT IN (SELECT id FROM rejected_terms_docsize)`,
  `SELECT 'the index of rejected pages holds ' || d.id || ', which is none' AS problem
   FROM rejected_terms_docsize d WHERE d.id NOT IN (SELECT ord FROM pages WHERE kept = 0)`,
  `SELECT 'page ' || p.ord || ' is counted under nothing' AS problem
   FROM pages p WHERE NOT EXISTS (SELECT 1 FROM page_facets WHERE ord = p.ord)`,
  `SELECT 'page ' || p.ord || ' is a copy of URL ' || p.duplicate_of || ', which has no page' AS problem FROM pages p
   WHERE p.duplicate_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pages o WHERE o.url_id = p.duplicate_of)`,
  `SELECT 'page ' || f.ord || ' names place ' || j.value || ', which does not exist' AS problem
   FROM page_facets f, json_each('[' || f.places || ']') j WHERE j.value NOT IN (SELECT n FROM place_names)`,
  `SELECT 'page ' || f.ord || ' names person ' || j.value || ', who does not exist' AS problem
   FROM page_facets f, json_each('[' || f.who || ']') j WHERE j.value NOT IN (SELECT n FROM who_names)`,
  `SELECT 'kept page ' || p.ord || ' is missing on the map' AS problem FROM pages p, json_each(p.places) j
   WHERE p.kept = 1 AND p.duplicate_of IS NULL AND NOT EXISTS (
     SELECT 1 FROM page_places WHERE ord = p.ord AND place_id = j.value ->> '$.id')`,
  `SELECT 'the decision about the source ' || c.target || ' does not stand' AS problem FROM curation c
   WHERE c.what = 'source' AND c.id = (SELECT max(id) FROM curation WHERE what = 'source' AND target = c.target)
     AND c.decision IS NOT (SELECT decision FROM source_decisions WHERE source = c.target)`,
  `SELECT 'page ' || k.ord || ' has ' || count(*) || ' of ${BANDS} keys in the index of copies' AS problem
   FROM near_keys k GROUP BY k.ord HAVING count(*) <> ${BANDS}`,
  `SELECT 'the index of copies holds ' || k.ord || ', which is no kept page' AS problem
   FROM near_keys k WHERE k.ord NOT IN (SELECT ord FROM pages WHERE kept = 1 AND duplicate_of IS NULL)`,
]

/** Maximum number of rows reported per check: a damaged store can have millions. */
const SHOWN = 5

export function checkStore(connection: Connection): string[] {
  const problems: string[] = []
  for (const row of connection.all<{ integrity_check: string }>(`PRAGMA integrity_check(${SHOWN})`)) {
    if (row.integrity_check !== 'ok') problems.push(row.integrity_check)
  }
  for (const row of connection.all<{ table: string; rowid: number | null; parent: string }>(
    'PRAGMA foreign_key_check',
  )) {
    problems.push(`${row.table} row ${row.rowid ?? ''} points to a row of ${row.parent} that does not exist`)
    if (problems.length >= SHOWN) break
  }
  for (const query of QUESTIONS) {
    const rows = connection.all<{ problem: string }>(`${query} LIMIT ${SHOWN}`)
    problems.push(...rows.map((row) => row.problem))
  }
  return problems
}
