import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CAPTURE, claimOne, item, listOf, pageOutcome, storePage } from '../conformance/bed.ts'
import { Connection } from './connection.ts'
import { FORMATS } from './formats.ts'
import { openSqliteStore } from './open.ts'
import { migrate } from './schema.ts'
import { SqliteStore } from './sqlite-store.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-open-'))
  path = join(folder, 'collection.db')
})
afterEach(() => rm(folder, { recursive: true }))

/** Changes the database behind the store's back. */
function tamper(sql: string): void {
  const connection = new Connection(path, false)
  connection.exec(sql)
  connection.close()
}

describe('opening for writing', () => {
  it('allows one writer at a time, also within a process, and leaves one file when closed', async () => {
    const store = await openSqliteStore(path)
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'locked', exit: 'locked' })
    await store.add([item('https://a.example/')])
    await store.close()
    await store.close()
    expect((await readdir(folder)).filter((name) => !name.endsWith('-shm'))).toEqual(
      expect.arrayContaining(['collection.db', 'collection.db.lock']),
    )
    const again = await openSqliteStore(path)
    expect(await again.counts()).toMatchObject({ queued: 1 })
    await again.close()
  })

  it('keeps its log small beside readers: a paused crawl empties it', async () => {
    const store = await openSqliteStore(path)
    const reader = await openSqliteStore(path, { readOnly: true })
    for (let round = 0; round < 3; round++) {
      const from = round * 2_000
      await store.add(Array.from({ length: 2_000 }, (_, i) => item(`https://a.example/${from + i}`)))
      expect(await reader.counts()).toMatchObject({ queued: from + 2_000 })
      expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0)
      await store.compact?.()
      expect((await stat(`${path}-wal`)).size).toBe(0)
      expect(await reader.counts()).toMatchObject({ queued: from + 2_000 })
    }
    await reader.close()
    await store.close()
  })

  it('frees the lock when it fails', async () => {
    await writeFile(path, 'this is no database, whatever its name says. '.repeat(50))
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'store-damaged', exit: 'store' })
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'store-damaged' })
  })

  it('refuses a folder or a pipe in place of the database', async () => {
    await mkdir(path)
    const notAFile = { code: 'store-damaged', message: expect.stringContaining('not a file') }
    for (const readOnly of [false, true])
      await expect(openSqliteStore(path, { readOnly })).rejects.toMatchObject(notAFile)
    await rm(path, { recursive: true })
    execFileSync('mkfifo', [path])
    for (const readOnly of [false, true])
      await expect(openSqliteStore(path, { readOnly })).rejects.toMatchObject(notAFile)
  })

  it('reports a missing folder', async () => {
    await expect(openSqliteStore(join(folder, 'none', 'x.db'))).rejects.toMatchObject({ code: 'store-open' })
  })

  it('refuses the database of another program and that of a newer version', async () => {
    tamper('CREATE TABLE theirs (x)')
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'store-foreign', exit: 'store' })
    await rm(path)
    await (await openSqliteStore(path)).close()
    tamper('PRAGMA user_version = 999')
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'store-newer', exit: 'store' })
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code: 'store-newer' })
  })
})

describe('migrations', () => {
  const steps = ['CREATE TABLE a (x INTEGER) STRICT', 'INSERT INTO a VALUES (1)', 'UPDATE a SET x = x + 1']
  const storedX = (connection: Connection) => connection.get<{ x: number }>('SELECT x FROM a')?.x

  it('run once each, from any version', () => {
    const connection = new Connection(path, false)
    migrate(connection, steps.slice(0, 2))
    expect(storedX(connection)).toBe(1)
    migrate(connection, steps)
    migrate(connection, steps)
    expect(storedX(connection)).toBe(2)
    connection.close()
  })

  it('upgrade a collection of the first format, with its queue and pages', async () => {
    const connection = new Connection(path, false)
    migrate(connection, FORMATS.slice(0, 1))
    connection.exec(`
      INSERT INTO hosts (id, host, source, state, best_id, best_score) VALUES (1, 'a.example', 'a.example', 1, 2, 0.5);
      INSERT INTO urls (id, fingerprint, canonical, host_id, state, score, parents, depth, redirects, tunnel)
        VALUES (1, 1, 'https://a.example/1', 1, 2, 1, 1, 0, 0, 0), (2, 2, 'https://a.example/2', 1, 0, 0.5, 2, 1, 0, 0);
      INSERT INTO links VALUES (1, 0, 1, '', '{}'), (2, 0, 0.4, 'seed', '{"seed":{"value":1,"weight":1,"because":[]}}'),
        (2, 1, 0.6, 'link', '{"anchor":{"value":1,"weight":1,"because":["storm"]}}');
      INSERT INTO pages (ord, url_id, kept, relevance, evidence, link_score, depth, title, language, published_from, places,
          status, content_type, fetched_at, text_digest, summary, who)
        VALUES (1, 1, 0, 0.1, '{}', 1, 0, '', 'en', 'none', '[]', 200, '', '2026-01-01T00:00:00.000Z', '', '', '[]');
      INSERT INTO page_texts VALUES (1, '');
      UPDATE counters SET value = 1 WHERE name IN ('queued', 'done', 'fetched')`)
    connection.close()
    const store = await openSqliteStore(path)
    expect(await listOf(store.observations(0))).toMatchObject([{ id: 1, bestParent: null, memo: null }])
    expect(await claimOne(store)).toMatchObject({
      id: 2,
      bestParent: 1,
      evidence: { anchor: { because: ['storm'] } },
    })
    await store.close()
  })

  it('leave the last sound version when one fails', () => {
    const connection = new Connection(path, false)
    expect(() =>
      migrate(connection, [...steps.slice(0, 2), 'DELETE FROM a; INSERT INTO nowhere VALUES (1)']),
    ).toThrow()
    expect(storedX(connection)).toBe(1)
    migrate(connection, steps)
    expect(storedX(connection)).toBe(2)
    connection.close()
  })
})

describe('a full disk', () => {
  it('is a named error that rolls the transaction back; work continues when there is space', async () => {
    const connection = new Connection(path, false)
    migrate(connection)
    const store = new SqliteStore(connection, 0, () => connection.close())
    await store.add([item('https://a.example/')])
    const pages = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
    connection.exec(`PRAGMA max_page_count = ${pages + 5}`)
    const many = Array.from({ length: 2000 }, (_, i) => item(`https://h${i}.example/`))
    await expect(store.add(many)).rejects.toMatchObject({ code: 'store-full', exit: 'store' })
    expect(await store.counts()).toMatchObject({ queued: 1 })
    connection.exec('PRAGMA max_page_count = 1000000')
    expect(new Set(await store.add(many))).toEqual(new Set(['added']))
    expect(await store.check()).toEqual([])
    await store.close()
  })
})

describe('opening for reading', () => {
  it('works beside a writer, sees its commits, and cannot write', async () => {
    const writer = await openSqliteStore(path)
    const reader = await openSqliteStore(path, { readOnly: true })
    await storePage(writer, 'a', pageOutcome({ title: 'Storm', text: 'storm surge' }))
    const query = { must: [[{ terms: ['storm'] }]], not: [] }
    expect(await reader.catalogue.matching('kept', query, { from: 1, to: 9 })).toHaveLength(1)
    expect((await listOf(reader.pages())).map((page) => page.title)).toEqual(['Storm'])
    await expect(reader.add([item('https://b.example/')])).rejects.toMatchObject({ code: 'store-read-only' })
    expect(await reader.check()).toEqual([])
    await writer.add([item('https://b.example/')])
    expect(await reader.counts()).toMatchObject({ queued: 1, done: 1 })
    await reader.close()
    await writer.close()
  })

  it('needs a collection, of this version', async () => {
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code: 'no-collection' })
    await (await openSqliteStore(path)).close()
    tamper('PRAGMA user_version = 0')
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code: 'store-damaged' })
  })
})

describe('check', () => {
  const damage: [string, string][] = [
    ["UPDATE counters SET value = 9 WHERE name = 'queued'", 'the counter queued is 9, the rows 2'],
    ['UPDATE hosts SET best_id = NULL WHERE state = 1', 'does not know its best URL'],
    ['UPDATE hosts SET best_score = 0.9 WHERE state = 1', 'does not know its best URL'],
    ['UPDATE hosts SET state = 1 WHERE state = 3', 'is in the wrong state: 1'],
    ['DELETE FROM leases', 'is leased, but there is no lease'],
    ['UPDATE urls SET state = 0 WHERE state = 1', 'which is not leased'],
    ['UPDATE urls SET state = 7 WHERE state = 2', 'is in no known state: 7'],
    ["UPDATE urls SET canonical = 'x', fingerprint = 1", 'two rows are the URL x'],
    ['UPDATE hosts SET pages = pages + 1 WHERE pages > 0', 'counts 2 pages, not 1'],
    ['DELETE FROM links', 'counts 1 parents, not 0'],
    ['UPDATE links SET parent_id = 77', 'which does not exist'],
    ['DELETE FROM page_texts', 'has no text'],
    [
      'UPDATE archive_ends SET end = end - 1',
      'the archive file a.warc.gz ends at 29 by one table, at 30 by another',
    ],
    ['DELETE FROM page_terms', 'is not in the full-text index'],
    ['UPDATE pages SET ord = 5', 'the order of fetching has a gap'],
    ["INSERT INTO page_terms (rowid, title, body) VALUES (44, 'a', 'b')", 'which is no kept page'],
    ['PRAGMA foreign_keys = OFF; DELETE FROM pages', 'is done without a page or a redirect'],
    [
      'PRAGMA foreign_keys = OFF; UPDATE urls SET host_id = 99',
      'points to a row of hosts that does not exist',
    ],
  ]
  it.each(damage)('finds %s', async (sql, problem) => {
    const store = await openSqliteStore(path)
    await storePage(store, 'a', pageOutcome({ title: 'A' }, {}, { capture: CAPTURE }))
    await store.add([item('https://b.example/'), item('https://c.example/1'), item('https://c.example/2')])
    await claimOne(store)
    expect(await store.check()).toEqual([])
    tamper(`PRAGMA foreign_keys = OFF; ${sql}`)
    expect((await store.check()).join('\n')).toContain(problem)
    await store.close()
  })
})
