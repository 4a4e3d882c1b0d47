import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { indexArchive } from '../../src/archive/index-archive.ts'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { archiveOf, databaseOf, indexFileOf } from '../../src/collection.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { reportsOn } from './reports.ts'
import { crawlExample } from './small-collection.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** EVENTIDE_VERIFY_CASES=2000 EVENTIDE_VERIFY_FIRST=1 npx vitest run test/recover/real-damage.test.ts */
const CASES = Number(process.env.EVENTIDE_VERIFY_CASES ?? 260)
const FIRST = Number(process.env.EVENTIDE_VERIFY_FIRST ?? 1)

let folder: string
let sound: string
/** Of another collection. */
let foreign: string
/** Offset and length of every record, by file. */
const records = new Map<string, { offset: number; length: number }[]>()
/** Tables with rows, and the columns that identify a row. */
const tables: { name: string; rows: number; key: string[] }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-real-'))
  sound = await crawlExample(folder, 5, {
    after: async (run, store) => {
      const [page] = await store.latest(1)
      const at = new Date().toISOString()
      await run.curate({ target: { page: page!.id }, decision: 'rejected', reason: '', at })
      await run.curate({ target: { source: page!.source }, decision: 'accepted', reason: '', at })
    },
  })
  // Fetched again: revisits in a second file.
  await crawlExample(folder, 6, { options: { lookAgain: 0 } })
  const index = await indexArchive(archiveOf(sound))
  await mkdir(dirname(indexFileOf(sound)))
  for await (const line of index.lines()) await appendFile(indexFileOf(sound), `${line}\n`)
  await index.close()
  for (const file of await readdir(archiveOf(sound))) {
    const places: { offset: number; length: number }[] = []
    for await (const event of readWarcFile(join(archiveOf(sound), file)))
      if (event.kind === 'record') places.push({ offset: event.record.offset, length: event.record.length })
    records.set(file, places)
  }
  const other = await mkdtemp(join(folder, 'other-'))
  foreign = archiveOf(await crawlExample(other, 2))
  findTables()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * What a strategy learned is not compared with anything: without it, it learns again from the pages. `page_changes` only tells running searches what to
 * read again. The tables of a full-text index cannot be changed one by one; its entries are deleted as a whole.
 */
const NOT_COMPARED = /^(sqlite_|meta$|page_changes$|(page|rejected)_terms_)/

/** Names that no page uses any more are missed by nobody. */
function rowsOf(table: string): string {
  const column = new Map([
    ['who_names', 'who'],
    ['place_names', 'places'],
  ]).get(table)
  if (column === undefined) return table
  return `${table} WHERE n IN (SELECT j.value FROM page_facets f, json_each('[' || f.${column} || ']') j)`
}

function findTables(): void {
  const database = new DatabaseSync(databaseOf(sound))
  try {
    const found = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    for (const { name } of found as { name: string }[]) {
      if (NOT_COMPARED.test(name)) continue
      const { n } = database.prepare(`SELECT count(*) AS n FROM ${rowsOf(name)}`).get() as { n: number }
      const columns = database.prepare(`PRAGMA table_info(${name})`).all() as { name: string; pk: number }[]
      const key = columns.filter(({ pk }) => pk > 0).map((column) => column.name)
      if (n > 0) tables.push({ name, rows: n, key: key.length > 0 ? key : ['rowid'] })
    }
  } finally {
    database.close()
  }
}

type Random = () => number
const within = (random: Random, n: number) => Math.floor(random() * n)
const oneOf = <T>(random: Random, list: readonly T[]): T => list[within(random, list.length)] as T

async function edit(file: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(file, change(await readFile(file)))
}

function anyFile(dir: string, random: Random): [path: string, places: { offset: number; length: number }[]] {
  const [name, places] = oneOf(random, [...records])
  return [join(archiveOf(dir), name), places]
}

const cutOut = (bytes: Buffer, offset: number, length: number) =>
  Buffer.concat([bytes.subarray(0, offset), bytes.subarray(offset + length)])

/** Each returns what it did. */
const DAMAGES: Readonly<Record<string, (dir: string, random: Random) => Promise<string>>> = {
  'a changed byte': async (dir, random) => {
    const [path] = anyFile(dir, random)
    let at = 0
    await edit(path, (bytes) => {
      at = within(random, bytes.length)
      bytes[at] = (bytes[at] as number) ^ (1 + within(random, 255))
      return bytes
    })
    return `byte ${at} of ${path}`
  },
  'a sector of zeros': async (dir, random) => {
    const [path] = anyFile(dir, random)
    await edit(path, (bytes) => {
      const at = 512 * within(random, bytes.length / 512)
      return bytes.fill(0, at, Math.min(at + 512, bytes.length))
    })
    return path
  },
  'a missing file': async (dir, random) => {
    const [path] = anyFile(dir, random)
    await rm(path)
    return path
  },
  'a missing record': async (dir, random) => {
    const [path, places] = anyFile(dir, random)
    const { offset, length } = oneOf(random, places)
    await edit(path, (bytes) => cutOut(bytes, offset, length))
    return `${path}@${offset}`
  },
  'two records in the other order': async (dir, random) => {
    const [path, places] = anyFile(dir, random)
    const n = within(random, places.length - 1)
    const [a, b] = [places[n]!, places[n + 1]!]
    await edit(path, (bytes) => {
      const part = (place: typeof a) => bytes.subarray(place.offset, place.offset + place.length)
      return Buffer.concat([
        bytes.subarray(0, a.offset),
        part(b),
        part(a),
        bytes.subarray(b.offset + b.length),
      ])
    })
    return `${path}@${a.offset}`
  },
  'swapped files': async (dir) => {
    const [a, b] = [...records.keys()].map((name) => join(archiveOf(dir), name)) as [string, string]
    await rename(a, `${a}.aside`)
    await rename(b, a)
    await rename(`${a}.aside`, b)
    return a
  },
  'a cut file': async (dir, random) => {
    const [path] = anyFile(dir, random)
    let left = 0
    await edit(path, (bytes) => {
      left = within(random, bytes.length)
      return bytes.subarray(0, left)
    })
    return `${left} bytes of ${path}`
  },
  'bytes after the end': async (dir, random) => {
    const [path] = anyFile(dir, random)
    const more = Buffer.from(Array.from({ length: 1 + within(random, 600) }, () => within(random, 256)))
    await edit(path, (bytes) => Buffer.concat([bytes, more]))
    return path
  },
  'a file twice': async (dir, random) => {
    const [path] = anyFile(dir, random)
    await cp(path, path.replace('EVENTIDE-2', 'EVENTIDE-3'))
    return path
  },
  'a file of another collection': async (dir) => {
    await cp(foreign, archiveOf(dir), { recursive: true })
    return foreign
  },
  'a changed index': async (dir, random) => {
    let at = 0
    await edit(indexFileOf(dir), (bytes) => {
      at = within(random, bytes.length)
      bytes[at] = (bytes[at] as number) ^ (1 + within(random, 127))
      return bytes
    })
    return `byte ${at} of the index`
  },
  'a deleted row': (dir, random) => deleteRow(dir, random),
  'another deleted row': (dir, random) => deleteRow(dir, random),
}

async function deleteRow(dir: string, random: Random): Promise<string> {
  const { name, rows, key } = oneOf(random, tables)
  const nth = within(random, rows)
  const database = new DatabaseSync(databaseOf(dir))
  try {
    database.exec('PRAGMA foreign_keys = OFF')
    const row = database.prepare(`SELECT ${key.join(', ')} FROM ${rowsOf(name)} LIMIT 1 OFFSET ${nth}`).get()
    const values = Object.values(row as Record<string, string | number>)
    database
      .prepare(`DELETE FROM ${name} WHERE ${key.map((column) => `${column} IS ?`).join(' AND ')}`)
      .run(...values)
    return `row ${nth} of ${name}: ${values.join(' ')}`
  } finally {
    database.close()
  }
}

async function copyOfSound(): Promise<string> {
  const copy = join(folder, 'copy')
  await rm(copy, { recursive: true, force: true })
  await cp(sound, copy, { recursive: true })
  return copy
}

describe('verify', () => {
  it('says nothing about a sound collection', async () => {
    expect(await reportsOn(await copyOfSound())).toEqual({ errors: [], notes: [] })
    expect(records.size).toBe(2)
  })

  it(`reports every one of ${CASES} damages (from case ${FIRST})`, async () => {
    const names = Object.keys(DAMAGES)
    const unseen: string[] = []
    for (let n = FIRST; n < FIRST + CASES; n++) {
      const name = names[n % names.length]!
      const dir = await copyOfSound()
      const what = await DAMAGES[name]!(dir, seededRandom(n))
      const { errors, notes } = await reportsOn(dir)
      if (errors.length + notes.length === 0) unseen.push(`case ${n}, ${name}: ${what}`)
      if (errors.includes('')) unseen.push(`case ${n}, ${name}: an empty message about ${what}`)
    }
    expect(unseen).toEqual([])
  })
})
