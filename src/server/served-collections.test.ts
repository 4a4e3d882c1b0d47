import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { strategyCatalog } from '../score/strategy-spec.ts'
import { openSqliteStore } from '../store/sqlite/open.ts'
import { openCollections, type ServedCollections } from './served-collections.ts'

const eventContext = { places: { resolve: () => undefined, suggest: () => [] }, strategies: strategyCatalog }

let folder: string
let collections: ServedCollections | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-collections-'))
})
afterEach(async () => {
  await collections?.close()
  await rm(folder, { recursive: true, force: true })
})

async function collection(name: string, event = 'Storm'): Promise<string> {
  const dir = join(folder, name)
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'event.yaml'), `name: ${event}\nwhat: [storm]\n`)
  await (await openSqliteStore(join(dir, 'collection.db'))).close()
  return dir
}

describe('openCollections', () => {
  it('lists collections one level deep whose names are valid in URLs', async () => {
    await collection('b')
    await collection('a')
    await collection('Upper Case')
    await collection('deep/er')
    await mkdir(join(folder, 'empty'))
    await mkdir(join(folder, 'only-event'))
    await writeFile(join(folder, 'only-event', 'event.yaml'), 'name: x\nwhat: [x]\n')
    collections = openCollections(folder, eventContext)
    expect(await collections.ids()).toEqual(['a', 'b', 'only-event'])
    expect(await collections.leftOut()).toEqual(['Upper Case'])
  })

  it('serves a single collection, whatever its folder name', async () => {
    const dir = await collection('Typhoon Haiyan (2013)')
    collections = openCollections(dir, eventContext)
    expect(await collections.ids()).toEqual(['typhoon-haiyan--2013-'])
    expect((await collections.open('typhoon-haiyan--2013-')).event.name).toBe('Storm')
    expect(() => collections?.dirOf('other')).toThrow('serves one collection')
    await expect(collections.open('other')).rejects.toMatchObject({ code: 'no-collection' })
  })

  it.each(['..', '.', 'a/b', '../a', 'A', '', '.hidden', 'a\0', 'x'.repeat(81), '__proto__'])(
    '4.17: refuses the id %j',
    (id) => {
      collections = openCollections(folder, eventContext)
      expect(() => collections?.dirOf(id)).toThrow('is not a valid collection id')
    },
  )

  it('opens a collection once, and again when its database or event is replaced', async () => {
    const dir = await collection('a')
    collections = openCollections(folder, eventContext)
    const first = await collections.open('a')
    expect(await collections.open('a')).toBe(first)
    await writeFile(join(dir, 'event.yaml'), 'name: Another storm\nwhat: [storm]\n')
    expect((await collections.open('a')).event.name).toBe('Another storm')
    await collection('other')
    const before = await collections.open('a')
    await rename(join(folder, 'other', 'collection.db'), join(dir, 'collection.db'))
    expect(await collections.open('a')).not.toBe(before)
  })

  it('limits open collections without closing those in use', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `c${i}`)
    for (const name of names) await collection(name)
    collections = openCollections(folder, eventContext)
    const held = await collections.open('c0')
    for (const name of names) await collections.open(name)
    expect((await held.store.counts()).fetched).toBe(0)
    expect(await collections.open('c11')).toBe(await collections.open('c11'))
    expect(await collections.open('c0')).not.toBe(held)
  })

  it('reports a missing collection, and retries one that failed to open', async () => {
    const dir = await collection('a')
    await writeFile(join(dir, 'event.yaml'), 'nonsense: true\n')
    collections = openCollections(folder, eventContext)
    await expect(collections.open('nothing')).rejects.toMatchObject({ code: 'no-collection' })
    await expect(collections.open('a')).rejects.toMatchObject({ code: 'event-file' })
    await writeFile(join(dir, 'event.yaml'), 'name: Storm again\nwhat: [storm]\n')
    expect((await collections.open('a')).event.name).toBe('Storm again')
  })
})
