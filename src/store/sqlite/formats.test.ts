import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { item, listOf, request } from '../conformance/bed.ts'
import { Connection } from './connection.ts'
import { FORMATS } from './formats.ts'
import { lockCollection } from './lock.ts'
import { openSqliteStore, upgradeSqliteStore } from './open.ts'
import { migrate } from './schema.ts'

const fixture = (format: number) => join(import.meta.dirname, `fixtures/format-${format}.sql`)
/** After the killed run of the fixture, when the pause of every host is over. */
const LATER = 1_900_000_000_000

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-formats-'))
  path = join(folder, 'collection.db')
})
afterEach(() => rm(folder, { recursive: true }))

async function lay(format: number): Promise<void> {
  const database = new DatabaseSync(path)
  database.exec(await readFile(fixture(format), 'utf8'))
  database.close()
}

/** Every row of every table of the older format, with its columns only and without what opening for writing changes. */
function rowsOf(columns: ReadonlyMap<string, readonly string[]>): Map<string, unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = new Map<string, unknown[]>()
  for (const [table, names] of columns)
    rows.set(table, database.prepare(`SELECT ${names.join(', ')} FROM "${table}"`).all())
  database.close()
  return rows
}

function columnsNow(): Map<string, string[]> {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
    name: string
  }[]
  const columns = new Map<string, string[]>()
  for (const { name } of tables) {
    if (name === 'page_terms') continue
    const named = database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all() as {
      name: string
    }[]
    columns.set(
      name,
      named.map((column) => `"${column.name}"`),
    )
  }
  database.close()
  return columns
}

describe.each([2, 3])('a collection of format %i', (format) => {
  beforeEach(() => lay(format))

  it('keeps every value of every row when it is upgraded', () => {
    const columns = columnsNow()
    expect(columns.size).toBeGreaterThan(15)
    const before = rowsOf(columns)
    const connection = new Connection(path, false)
    migrate(connection)
    connection.close()
    expect(rowsOf(columns)).toEqual(before)
  })

  it('is refused for reading until it is upgraded', async () => {
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code: 'store-old' })
    await upgradeSqliteStore(path)
    const store = await openSqliteStore(path, { readOnly: true })
    expect(await store.check()).toEqual([])
    await store.close()
  })

  it('is not upgraded while another process writes it', async () => {
    const lock = lockCollection(path)
    await expect(upgradeSqliteStore(path)).rejects.toMatchObject({ code: 'locked' })
    lock.release()
    await upgradeSqliteStore(path)
  })
})

describe('a collection of format 3', () => {
  beforeEach(() => lay(3))

  it('has the same counts and search results as a newly crawled one', async () => {
    const store = await openSqliteStore(path, { now: () => LATER })
    const { catalogue } = store
    expect(await store.check()).toEqual([])
    const facts = await catalogue.facts(0, 9)
    expect(
      facts.map((page) => [page.order, page.kept, page.kind, page.copyOf, page.places, page.who]),
    ).toEqual([
      [1, true, 'article', null, [1, 2], [1, 2]],
      [2, true, 'article', 1, [], []],
      [3, true, 'list', null, [2], []],
      [4, false, 'list', null, [3], []],
    ])
    expect((await catalogue.places(0, 9)).map((place) => place.id)).toEqual([
      'gn:1680932',
      'iso:PH',
      'gn:2643743',
    ])
    expect((await catalogue.who(0, 9)).map((who) => [who.name, who.kind])).toEqual([
      ['Ann Example', 'person'],
      ['PAGASA', 'organisation'],
    ])
    const word = { must: [[{ terms: ['footbal'] }]], not: [] }
    expect([...(await catalogue.matching('rejected', word, { from: 1, to: 9 }))]).toEqual([4])
    expect([...(await catalogue.matching('kept', word, { from: 1, to: 9 }))]).toEqual([])
    await store.close()
  })

  it('is unchanged when the last upgrade step fails, and can be upgraded later', async () => {
    const connection = new Connection(path, false)
    migrate(connection, FORMATS.slice(0, -1))
    const columns = columnsNow()
    const before = rowsOf(columns)
    const broken = [...FORMATS.slice(0, -1), `${FORMATS.at(-1)}; INSERT INTO nowhere VALUES (1)`]
    expect(() => migrate(connection, broken)).toThrow()
    connection.close()
    expect(columnsNow()).toEqual(columns)
    expect(rowsOf(columns)).toEqual(before)
    const store = await openSqliteStore(path, { now: () => LATER })
    expect(await store.check()).toEqual([])
    await store.close()
  })

  it('resumes an interrupted upgrade', async () => {
    const connection = new Connection(path, false)
    migrate(connection)
    connection.close()
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code: 'store-old' })
    await upgradeSqliteStore(path)
    const store = await openSqliteStore(path, { readOnly: true })
    expect(await store.catalogue.facts(0, 9)).toHaveLength(4)
    await store.close()
  })
})

describe('a collection of format 2', () => {
  beforeEach(() => lay(2))

  it('opens as a consistent collection with nothing lost', async () => {
    const store = await openSqliteStore(path, { now: () => LATER })
    expect(await store.check()).toEqual([])
    expect(await store.counts()).toEqual({
      queued: 3,
      leased: 0,
      done: 3,
      failed: 1,
      excluded: 2,
      fetched: 2,
      kept: 1,
      copies: 0,
    })
    expect(
      (await listOf(store.pages({ all: true }))).map((page) => [page.title, page.relevant, page.text]),
    ).toEqual([
      ['Storm hits the coast', true, 'A storm hit the coast.'],
      ['Sport', false, 'Sport and nothing else.'],
    ])
    expect(await listOf(store.observations(0))).toMatchObject([{ memo: { words: 3 } }, { memo: null }])
    expect(await store.getMeta('strategy')).toEqual({ name: 'best-first', order: 1, state: { seen: 1 } })
    expect(await store.getRobots('https://news.a.example')).toMatchObject({
      status: 200,
      body: 'User-agent: *',
    })
    expect((await listOf(store.captures())).length).toBe(4)
    expect(await store.archiveEnds()).toEqual(
      new Map([
        ['a.warc.gz', 740],
        ['b.warc.gz', 500],
      ]),
    )
    const storm = { must: [[{ terms: ['storm'] }]], not: [] }
    expect([...(await store.catalogue.matching('kept', storm, { from: 1, to: 9 }))]).toEqual([1])
    expect(await store.explain('https://c.example/down')).toMatchObject({
      attempts: 4,
      ending: { code: 'http-503' },
    })
    expect(await store.add([item('https://news.a.example/next')])).toEqual(['refined'])
    const claimed = await store.claim(request({ n: 9, now: LATER + 5000 }))
    expect(claimed.map((lease) => lease.canonicalUrl)).toEqual([
      'https://b.example/leased',
      'https://news.a.example/next',
    ])
    await store.close()
  })

  it('counts the pages of each host', async () => {
    const store = await openSqliteStore(path)
    expect(await store.pagesPerHost()).toEqual([
      { host: 'news.a.example', source: 'a.example', pages: 1 },
      { host: 'b.example', source: 'b.example', pages: 1 },
    ])
    await store.close()
  })
})

describe('a collection of format 5', () => {
  it('restores the scores of queued seeds and claims them first', async () => {
    const connection = new Connection(path, false)
    migrate(connection, FORMATS.slice(0, 5))
    connection.exec(`
      INSERT INTO hosts (id, host, source, state, best_id, best_score) VALUES (1, 'a.example', 'a.example', 1, 2, 0.9);
      INSERT INTO urls (id, fingerprint, canonical, host_id, state, score, parents, parent, depth, redirects, tunnel, best_parent, best_link)
      VALUES (1, 1, 'https://a.example/', 1, 0, 0.4, 2, NULL, 0, 0, 0, 0, 1), (2, 2, 'https://a.example/link', 1, 0, 0.9, 1, 1, 1, 0, 0, 1, 0.9);
      INSERT INTO links (url_id, parent_id, score, anchor, evidence) VALUES (1, 0, 1, '', '{}'), (1, 2, 0.1, '', '{}'), (2, 1, 0.9, '', '{}');
      UPDATE counters SET value = 2 WHERE name = 'queued'`)
    connection.close()
    const store = await openSqliteStore(path, { now: () => LATER })
    expect(await store.check()).toEqual([])
    expect(await store.claim(request({ now: LATER }))).toMatchObject([
      { url: 'https://a.example/', score: 1 },
    ])
    await store.close()
  })
})
