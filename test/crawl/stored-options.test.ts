import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { createProgram } from '../../src/cli/program.ts'
import { openCollection } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { viewPage } from '../../src/library/page-view.ts'
import { crawlOption } from '../../src/model/crawl-options.ts'
import { isCrawlOptionName } from '../../src/model/crawl-specification.ts'

/** Two runs with different strategies and options: pages 1 to 12 are of the first, the others of the second. */
const RUNS = [
  { pages: 12, flags: ['--strategy', 'best-first', '--option', 'threshold=0.2', '--tunnel', '4'] },
  { pages: 20, flags: ['--strategy', 'breadth-first', '--depth', '7', '--tunnel', '2'] },
]

let folder: string
let dir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-stored-options-'))
  dir = join(folder, 'example')
  const fixed = ['--web-pages', '500', '--concurrency', '1', '--no-serve', '--quiet', '--render', 'never']
  for (const { pages, flags } of RUNS) await run('example', dir, '--pages', String(pages), ...fixed, ...flags)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(...args: string[]): Promise<string> {
  let out = ''
  const terminal = { out: { write: (text: string) => (out += text) }, err: { write: () => true } }
  await createProgram(terminal).parseAsync(['node', 'eventide', ...args])
  return out
}

/** The `crawl-options` of every warcinfo record, as read by an independent reader, in the order of the files. */
async function archivedOptions(): Promise<Record<string, unknown>[]> {
  const found = []
  for (const name of (await readdir(join(dir, 'archive'))).sort())
    for await (const record of new WARCParser(createReadStream(join(dir, 'archive', name)))) {
      if (record.warcType !== 'warcinfo') continue
      const text = Buffer.from(await record.readFully(false)).toString()
      found.push(JSON.parse(/^crawl-options: (.*?)\r?$/m.exec(text)?.[1] ?? 'null'))
    }
  return found
}

describe('the options of a crawl', () => {
  it('are archived in the warcinfo record of each run, as the run used them', async () => {
    const [first, second, ...others] = await archivedOptions()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      strategy: { name: 'best-first', threshold: 0.2 },
      tunnel: 4,
      render: 'never',
    })
    expect(second).toMatchObject({ strategy: { name: 'breadth-first' }, tunnel: 2, depth: 7 })
    expect(first).not.toHaveProperty('depth', 7)
    // Neither the operator's machine nor the contact.
    for (const name of Object.keys(second ?? {})) {
      expect(name).toSatisfy(isCrawlOptionName)
      if (isCrawlOptionName(name)) expect(crawlOption(name), name).not.toMatchObject({ operator: true })
    }
    expect(second).not.toHaveProperty('contact')
  })

  it('are shown by event show for the last run of a collection', async () => {
    const text = await run('event', 'show', dir)
    expect(text).toMatch(/last run +strategy = breadth-first/)
    expect(text).toMatch(/last run +depth = 7/)
    expect(JSON.parse(await run('event', 'show', dir, '--json'))).toMatchObject({
      name: expect.any(String),
      lastRun: { strategy: { name: 'breadth-first', options: {} }, options: { depth: 7, tunnel: 2 } },
    })
  })
})

describe('the strategy that judged a page', () => {
  it('is the one of the run that fetched it, in explain and in the page view', async () => {
    const { store, archiveDir, event } = await openCollection(dir, eventContext)
    try {
      const judged: string[] = []
      for await (const page of store.pages({ all: true })) {
        const view = await viewPage({ id: 'example', event, store, archiveDir }, page.id, '')
        expect(view?.strategyFrom).toBe('page')
        judged[page.order] = view?.strategy.name ?? ''
        if (page.order === 1) {
          expect(await run('explain', dir, page.url)).toContain('judged by best-first:threshold=0.2\n')
          expect(view?.threshold).toBe(0.2)
        }
      }
      expect(judged.slice(1)).toEqual([...Array(12).fill('best-first'), ...Array(8).fill('breadth-first')])
    } finally {
      await store.close()
    }
  })
})

describe('eventide exclusions --code', () => {
  it('refuses an unknown code with the list of codes', async () => {
    await expect(run('exclusions', dir, '--code', 'nofolow')).rejects.toThrow(
      /^Unknown exclusion code "nofolow" \(did you mean "?nofollow"?\?\)\. Codes: .*host-budget/,
    )
  })

  it('accepts a code that excludes nothing here', async () => {
    expect(await run('exclusions', dir, '--code', 'redirect-limit')).toBe('')
  })
})
