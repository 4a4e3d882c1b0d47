import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { crawlSettings } from '../../src/api/crawl-settings.ts'
import { createProgram } from '../../src/cli/program.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import { parseEvent } from '../../src/event/event-file.ts'
import { eventContext } from '../../src/event-context.ts'
import { NO_ARCHIVE } from '../../src/lab/crawl/no-archive.ts'
import { runCrawl } from '../../src/lab/crawl/run-crawl.ts'
import { crawlPart, LAB_OPTION_NAMES, specificationOf } from '../../src/lab/setup.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { serveWeb } from '../../src/lab/web/web-server.ts'
import {
  CRAWL_OPTION_NAMES,
  type CrawlOptionName,
  type CrawlSpecification,
  crawlOption,
} from '../../src/model/crawl-options.ts'
import { optionFlag, optionText, withDefaults } from '../../src/model/crawl-specification.ts'
import { openRun } from '../../src/open-run.ts'
import { readPage } from '../../src/page/read-page.ts'
import { CrawlControl } from '../../src/server/crawls/crawl-control.ts'
import { CrawlRun } from '../../src/server/crawls/crawl-run.ts'
import type { CrawlSetup } from '../../src/server/crawls/protocol.ts'
import { openCollections } from '../../src/server/served-collections.ts'
import { openScratchStore } from '../../src/store/sqlite/scratch-store.ts'

/** What each entry point opened a run with. */
const opened = vi.hoisted(() => ({ specifications: [] as unknown[], setups: [] as unknown[] }))

vi.mock('../../src/open-run.ts', async (original) => ({
  ...(await original<typeof import('../../src/open-run.ts')>()),
  openRun: vi.fn(async (_collection: unknown, specification: CrawlSpecification) => {
    opened.specifications.push(specification)
    const stats = emptyStats(0, 0)
    return {
      stats,
      specification: withDefaults(specification),
      isTainted: false,
      crawl: async () => ({ end: 'exhausted', stats, saturated: null }),
      close: async () => {},
    }
  }),
}))

vi.mock('../../src/server/crawls/crawl-process.ts', () => ({
  CrawlProcess: class {
    readonly ended = new Promise(() => {})
    constructor(setup: unknown) {
      opened.setups.push(setup)
    }
  },
}))

const { openRun: openRealRun } =
  await vi.importActual<typeof import('../../src/open-run.ts')>('../../src/open-run.ts')

/** A value that is not the default. */
const SAMPLES: Readonly<Partial<Record<CrawlOptionName, unknown>>> = {
  strategy: { name: 'best-first', threshold: 0.3 },
  render: 'never',
  chromium: '/opt/chromium',
  contact: 'crawl@example.org',
  proxy: 'http://127.0.0.1:9',
  resolve: ['a.example:80:127.0.0.1', '*:443:127.0.0.1'],
  allowNetwork: ['10.1.0.0/16'],
  allowPort: [8_080, 80],
  allowHost: ['a.example', 'b.example'],
  denyHost: ['c.example'],
  retryFailed: ['lost', 'http-503'],
}

function sampleOf(name: CrawlOptionName): unknown {
  const option = crawlOption(name)
  const sample = SAMPLES[name]
  if (sample !== undefined) return sample
  if (option.type === 'flag') return !option.default
  if (option.type === 'choice') return option.choices.find((choice) => choice !== option.default)
  if (option.type === 'share') return 0.25
  if (!('min' in option)) throw new Error(`${name} needs a sample`)
  return Math.min(option.max, Number(option.default ?? option.min) + 3)
}

/** The value as flags of the command line. */
function flagsFor(name: CrawlOptionName): string[] {
  const value = sampleOf(name)
  const flag = `--${optionFlag(name)}`
  if (value === true) return [flag]
  if (value === false) return [`--no-${optionFlag(name)}`]
  if (Array.isArray(value)) return value.flatMap((item) => [flag, String(item)])
  return [flag, optionText(name, value)]
}

const shared = CRAWL_OPTION_NAMES.filter((name) => !crawlOption(name).operator)
const stored = shared.filter((name) => !crawlOption(name).singleRun)
const EVENT = 'name: Storm\nwhat: [storm]\nseeds: [http://a.example/]\n'

let folder: string
let dir: string
const silent = { out: { write: () => true }, err: { write: () => true } }
const crawl = (...flags: string[]) =>
  createProgram(silent).parseAsync(['node', 'eventide', 'crawl', dir, '--quiet', ...flags])
const last = () => opened.specifications.at(-1) as Record<string, unknown>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-options-'))
  dir = join(folder, 'storm')
  await mkdir(dir)
  await writeFile(join(dir, 'event.yaml'), EVENT)
  vi.stubEnv('EVENTIDE_CONTACT', 'somebody@example.org')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

describe('every crawl option reaches the run', () => {
  it.each(CRAWL_OPTION_NAMES)('from the command line: %s', async (name) => {
    await crawl(...flagsFor(name))
    expect(last()[name]).toEqual(sampleOf(name))
  })

  it.each(stored)('from the settings that an earlier run stored: %s', async (name) => {
    await crawl(...flagsFor(name))
    await crawl()
    expect(last()[name]).toEqual(sampleOf(name))
  })

  it.each(CRAWL_OPTION_NAMES.filter((name) => !stored.includes(name)))(
    'but is not stored where it applies to one run or one machine: %s',
    async (name) => {
      await crawl(...flagsFor(name))
      await crawl()
      expect(last()).not.toHaveProperty(name)
    },
  )

  it.each(shared)('from the HTTP API: %s', async (name) => {
    const settings = crawlSettings.parse({ [name]: sampleOf(name) })
    const collections = openCollections(folder, eventContext)
    const network = { contact: 'somebody@example.org' }
    const control = new CrawlControl({ collections, eventContext: eventContext, network })
    await control.start('storm', { settings, seeds: [] })
    await new CrawlRun(opened.setups.at(-1) as CrawlSetup, eventContext, () => {}).run(null)
    await collections.close()
    // The number of pages on top of those of the collection is the budget by then.
    expect(last()[name === 'morePages' ? 'pages' : name]).toEqual(sampleOf(name))
  })

  it.each(CRAWL_OPTION_NAMES.filter((name) => !shared.includes(name)))(
    'from whoever runs the server, and not from the HTTP API: %s',
    async (name) => {
      expect(crawlSettings.safeParse({ [name]: sampleOf(name) }).success).toBe(false)
      const network = { contact: 'somebody@example.org', [name]: sampleOf(name) }
      const setup = { dir, settings: {}, seeds: [], network, web: null }
      await new CrawlRun(setup, eventContext, () => {}).run(null)
      expect(last()[name]).toEqual(sampleOf(name))
    },
  )

  it.each(LAB_OPTION_NAMES)('from the lab: %s', async (name) => {
    const setup = crawlPart({ [name]: sampleOf(name) })
    const event = parseEvent(EVENT, eventContext)
    const task = {
      event,
      seeds: [],
      strategy: { name: 'best-first', options: {} },
      randomSeed: 1,
      shuffle: false,
      now: 0,
    }
    const memory = { read: readPage, fetcher: () => ({}) } as never
    const specification = specificationOf({ ...setup, points: 1 } as never)
    await runCrawl(task, memory, specification, { signal: new AbortController().signal })
    expect(last()[name]).toEqual(sampleOf(name))
  })

  it.each(shared)('from the event file, and from a specification: %s', async (name) => {
    const written = sampleOf(name)
    const text =
      Array.isArray(written) || typeof written === 'object'
        ? JSON.stringify(written)
        : optionText(name, written)
    const store = openScratchStore()
    const parts = { archive: NO_ARCHIVE, read: readPage }
    const fromEvent = parseEvent(`${EVENT}crawl: { ${name}: ${text} }`, eventContext)
    const run = await openRealRun({ event: fromEvent, store }, {}, parts)
    const other = await openRealRun(
      { event: parseEvent(EVENT, eventContext), store },
      { [name]: written },
      parts,
    )
    for (const one of [run, other]) {
      if (name === 'strategy')
        expect(one.strategy).toEqual({ name: 'best-first', options: { threshold: 0.3 } })
      else expect(one.specification[name === 'morePages' ? 'pages' : name]).toEqual(written)
      await one.close()
    }
    await store.close()
  })
})

describe('precedence', () => {
  it('is command line, stored settings, event file, default', async () => {
    await writeFile(join(dir, 'event.yaml'), `${EVENT}crawl: { pages: 11, depth: 11, tunnel: 11 }`)
    await crawl('--pages', '22', '--depth', '22')
    await crawl('--pages', '33')
    const store = openScratchStore()
    const event = parseEvent(`${EVENT}crawl: { pages: 11, depth: 11, tunnel: 11 }`, eventContext)
    const run = await openRealRun({ event, store }, last(), { archive: NO_ARCHIVE, read: readPage })
    const { pages, depth, tunnel, hostPages } = run.specification
    expect({ pages, depth, tunnel, hostPages }).toEqual({
      pages: 33,
      depth: 22,
      tunnel: 11,
      hostPages: 2_000,
    })
    await run.close()
    await store.close()
  })

  it('leaves out stored settings on request', async () => {
    await crawl('--pages', '22')
    await crawl('--ignore-stored')
    expect(last()).not.toHaveProperty('pages')
  })

  it('accepts the former name of a flag', async () => {
    await crawl('--stop-when-exhausted')
    expect(last().stopWhenSaturated).toBe(true)
  })
})

describe('a run', () => {
  const web = createExampleWeb({ pages: 400 })
  let server: Awaited<ReturnType<typeof serveWeb>>
  beforeAll(async () => {
    server = await serveWeb(web)
  })
  afterAll(() => server.close())

  // That a value which was read is also used is checked by the compiler (noUnusedLocals).
  it('reads every option of its specification', { timeout: 120_000 }, async () => {
    const read = new Set<string>()
    const given = { proxy: server.url, delay: 0, patience: 1_000, pages: 120, time: 60_000, lookAgain: 0 }
    const watched = new Proxy(withDefaults({ ...given, readingWorkers: 0 }), {
      get: (target, name) => {
        read.add(String(name))
        return Reflect.get(target, name)
      },
    })
    const { LiveOptions } = await import('../../src/crawl/live-options.ts')
    vi.spyOn(LiveOptions.prototype, 'now', 'get').mockReturnValue(watched)
    vi.spyOn(LiveOptions.prototype, 'politeness', 'get').mockImplementation(() => {
      const { delay: delayMs, addressDelay = null } = watched
      return { ...POLITENESS, delayMs, addressDelayMs: addressDelay }
    })
    const { POLITENESS } = await import('../../src/frontier/politeness.ts')
    const store = openScratchStore()
    const event = parseEvent(web.event, eventContext)
    const run = await openRealRun(
      { event, store, dir: folder },
      {},
      { archive: NO_ARCHIVE, seeds: web.seeds },
    )
    const never = new AbortController().signal
    await run.crawl({ drain: never, abandon: never })
    await run.close()
    await store.close()
    vi.restoreAllMocks()
    // Added to the page budget before the run reads it.
    const known = new Set([...read, 'morePages'])
    expect(CRAWL_OPTION_NAMES.filter((name) => !known.has(name))).toEqual([])
  })
})

it('is opened through one composition root', () => {
  expect(vi.isMockFunction(openRun)).toBe(true)
})
