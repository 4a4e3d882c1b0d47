import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCollection, openForCrawl } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { pageOutcome, storePage } from '../store/conformance/bed.ts'
import { createProgram } from './program.ts'

let folder: string
let dir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-curate-'))
  dir = join(folder, 'made')
  const eventFile = join(folder, 'storm.yaml')
  await writeFile(eventFile, 'name: Storm\nwhat: [storm]\n')
  const { store } = await openForCrawl(dir, { eventFile, seeds: ['http://a.example/'] }, eventContext)
  await storePage(store, 'a', pageOutcome({ text: 'storm surge' }))
  await store.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function eventide(...args: string[]): Promise<string> {
  const out: string[] = []
  const terminal = { out: { write: (text: string) => out.push(text) }, err: { write: () => true } }
  await createProgram(terminal).parseAsync(['node', 'eventide', ...args])
  return out.join('')
}

async function kept(): Promise<number> {
  const { store } = await openCollection(dir, eventContext)
  const counts = await store.counts()
  await store.close()
  return counts.kept
}

describe('eventide curate', () => {
  it('prints the entry of the log, for pages and sources', async () => {
    const text = await eventide(
      'curate',
      dir,
      'reject',
      'https://A.example/#top',
      '--reason',
      'off topic',
      '--json',
    )
    const entry = JSON.parse(text)
    expect(entry).toMatchObject({ what: 'page', target: 'https://a.example/', decision: 'rejected' })
    expect(await kept()).toBe(0)
    const { store } = await openCollection(dir, eventContext)
    expect(await store.curation(9)).toEqual([entry])
    await store.close()
    await eventide('curate', dir, 'reset', 'https://a.example/')
    expect(await kept()).toBe(1)
    expect(await eventide('curate', dir, 'accept', 'a.example')).toBe(
      'The source a.example is accepted; the scores of 0 queued links changed\n',
    )
  })

  it('refuses unknown pages and collections, and creates nothing', async () => {
    const refused = (...args: string[]) => expect(eventide('curate', ...args)).rejects
    await refused(dir, 'reject', 'https://b.example/').toMatchObject({ code: 'no-page' })
    await refused(dir, 'reject', 'b.example').toMatchObject({ code: 'no-source' })
    await refused(join(folder, 'none'), 'reject', 'a.example').toMatchObject({ code: 'no-collection' })
    await refused(dir, 'forget', 'a.example').toMatchObject({ exitCode: 1 })
  })
})

describe('eventide schedule', () => {
  it('adds, lists and removes schedules', async () => {
    const cron = ['schedule', 'add', folder, 'made', '0 6 * * *', '--timezone', 'Asia/Manila', '--json']
    const added = JSON.parse(await eventide(...cron))
    expect(added).toMatchObject({ collection: 'made', settings: { morePages: 1000 }, note: null })
    expect(JSON.parse(await eventide('schedule', 'list', folder, '--json'))).toEqual(added)
    expect(await eventide('schedule', 'list', folder)).toContain('Asia/Manila')
    await eventide('schedule', 'remove', folder, added.id)
    expect(await eventide('schedule', 'list', folder)).toBe('No crawl is scheduled here\n')
    const none = eventide('schedule', 'add', folder, 'none', '@daily')
    await expect(none).rejects.toMatchObject({ code: 'no-collection' })
  })
})
