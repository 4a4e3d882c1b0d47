import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Calls, Name } from '../../src/api/routes.ts'
import { openCollection } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import type { FromCrawl, ToCrawl } from '../../src/server/crawls/protocol.ts'
import { writerOf } from '../../src/store/sqlite/lock.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

type Live = Calls['GET /api/collections/:id/crawl']['reply']
type Status = Calls['GET /api/crawls']['reply']['crawls'][number]

/** Each crawl starts a process that compiles the sources, which is slow on a busy machine. */
const PATIENT = 240_000

let harness: ServeHarness
const dir = () => join(harness.folder, 'example')
const CRAWL = '/api/collections/example/crawl'

beforeAll(async () => {
  harness = await openServeHarness()
}, PATIENT)
afterAll(() => harness?.close())

async function ask<N extends Name>(
  name: N,
  path: string,
  body?: Calls[N]['body'],
): Promise<Calls[N]['reply']> {
  const [method] = name.split(' ')
  const response = await fetch(`${harness.url}${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  const answer = (await response.json()) as { message: string }
  if (!response.ok) throw Object.assign(new Error(answer.message), answer)
  return answer as Calls[N]['reply']
}
const start = (settings = {}, seeds: string[] = []) =>
  ask('POST /api/collections/:id/crawl/start', `${CRAWL}/start`, { settings, seeds })
const change = (settings: Record<string, unknown>) =>
  ask('PUT /api/collections/:id/crawl/settings', `${CRAWL}/settings`, { settings })
const pause = () => ask('POST /api/collections/:id/crawl/pause', `${CRAWL}/pause`)
const resume = () => ask('POST /api/collections/:id/crawl/resume', `${CRAWL}/resume`)
const stop = () => ask('POST /api/collections/:id/crawl/stop', `${CRAWL}/stop`)

const curate = (target: string, body: Calls['PUT /api/collections/:id/pages/:page/curation']['body']) =>
  ask('PUT /api/collections/:id/pages/:page/curation', `/api/collections/example/${target}/curation`, body)

/** Reads a live stream until the condition holds. */
async function until<T>(path: string, is: (data: T) => boolean): Promise<T> {
  const leave = new AbortController()
  const response = await fetch(`${harness.url}${path}`, { signal: leave.signal })
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data === undefined || !is(JSON.parse(data))) continue
      leave.abort()
      return JSON.parse(data)
    }
  }
  throw new Error('the stream ended')
}
const untilState = (...states: Status['state'][]) =>
  until<Live>(`${CRAWL}/live`, ({ state }) => states.includes(state))
const pagesAfter = async (order: number) => {
  const { store } = await openCollection(dir(), eventContext)
  const pages = []
  for await (const page of store.pages({ all: true })) if (page.order > order) pages.push(page)
  await store.close()
  return pages
}

describe('a crawl in the application', { timeout: PATIENT }, () => {
  it('is started, paused, reconfigured, curated, resumed and stopped', async () => {
    const before = await ask('GET /api/collections/:id/crawl', CRAWL)
    const settings = { pages: 150, delay: 0 }
    expect(before).toMatchObject({ state: 'idle', fetched: 150, problem: null, settings })
    expect(before.curve.at(-1)).toEqual({ fetched: 150, kept: before.kept })
    expect(before.verdicts[0]).toMatchObject({ order: 150 })
    await expect(start()).rejects.toMatchObject({ code: 'no-budget' })
    await expect(start({ strategy: 'constructor' })).rejects.toMatchObject({ code: 'unknown-strategy' })
    await expect(start({ morePages: 9 }, ['ftp://a.example/'])).rejects.toMatchObject({ code: 'bad-seed' })
    await expect(pause()).rejects.toMatchObject({ code: 'crawl-not-running' })

    expect(await start({ morePages: 500 })).toMatchObject({ state: 'starting', settings: { pages: 650 } })
    expect((await pause()).state).toBe('starting')
    await expect(start()).rejects.toMatchObject({ code: 'crawl-running' })
    // Settings change while it is paused, so that the test does not depend on speed.
    const held = await untilState('paused')
    expect(held.workers).toEqual([])
    // The log of the database does not stay as long as the pause.
    await vi.waitFor(() => expect(statSync(join(dir(), 'collection.db-wal')).size).toBe(0), {
      timeout: PATIENT,
    })
    const [host] = held.hosts.filter(({ queued }) => queued >= 30).map((one) => one.host)

    const kept = held.verdicts.find(({ relevant, url }) => relevant && new URL(url).host !== host)!
    const reason = 'another storm'
    const entry = await curate(`pages/${kept.page}`, { decision: 'rejected', reason })
    expect(entry).toMatchObject({ what: 'page', page: kept.page, decision: 'rejected', reason })
    const after = await ask('GET /api/collections/:id/crawl', CRAWL)
    expect(after.verdicts.find(({ page }) => page === kept.page)).toMatchObject({ relevant: false })
    expect(after.kept + after.copies).toBe(held.kept + held.copies - 1)
    const rejected = await curate(`sources/${kept.source}`, { decision: 'rejected' })
    expect(rejected).toMatchObject({ what: 'source', target: kept.source })
    await expect(curate('pages/999999', { decision: 'accepted' })).rejects.toMatchObject({ code: 'no-page' })

    const pages = held.fetched + 20
    await change({ pages, allowHost: [host!], concurrency: 2 })
    const changed = await change({ strategy: 'event-model-sources' })
    expect(changed.settings).toMatchObject({ strategy: 'event-model-sources', pages, allowHost: [host] })
    await resume()
    const ended = await untilState('idle')
    expect(ended.fetched).toBe(pages)
    expect(ended.ended).toContain('budget')
    const hosts = (await pagesAfter(held.fetched)).map(({ url }) => new URL(url).host)
    expect(new Set(hosts)).toEqual(new Set([host]))

    const metrics = await (await fetch(`${harness.url}/metrics`)).text()
    for (const stage of ['robots', 'fetching', 'reading', 'judging', 'archiving', 'storing']) {
      const visits = new RegExp(
        `eventide_crawl_stage_visits_total{collection="example",stage="${stage}"} (\\d+)`,
      )
      expect(Number(visits.exec(metrics)?.[1])).toBeGreaterThanOrEqual(20)
    }
    expect(metrics).toContain('eventide_crawl_stage_seconds_total{collection="example",stage="fetching"}')

    // The decision is undone while the crawl is not running.
    const back = await curate(`sources/${kept.source}`, { decision: null })
    expect(back.links).toBeGreaterThanOrEqual(rejected.links)
    const { entries } = await ask('GET /api/collections/:id/curation', '/api/collections/example/curation')
    expect(entries.map(({ decision }) => decision)).toEqual([null, 'rejected', 'rejected'])
    expect(await ask('GET /api/collections/:id', '/api/collections/example')).toMatchObject({
      strategy: 'event-model-sources',
    })
    const { store } = await openCollection(dir(), eventContext)
    expect(await store.check()).toEqual([])
    expect(await store.getMeta('strategy')).toMatchObject({ name: 'event-model-sources', order: pages })
    await store.close()
  })

  it('that is killed is reported as failed, and resumes when started again', async () => {
    const { store } = await openCollection(dir(), eventContext)
    const left = (await store.exclusions()).find(({ code }) => code === 'host-not-allowed')
    const { queued } = await store.counts()
    await store.close()
    await start({ morePages: 400, allowHost: [] })
    await pause()
    // The wider scope puts excluded URLs back into the queue.
    expect((await untilState('paused')).queued).toBe(queued + left!.count)
    process.kill(writerOf(join(dir(), 'collection.db'))!.pid, 'SIGKILL')
    const failed = await untilState('failed')
    expect(failed.problem).toContain('SIGKILL')
    const all = until<{ crawls: Status[] }>('/api/live', ({ crawls }) =>
      crawls.some(({ state }) => state === 'running'),
    )
    await start({ morePages: 400 })
    expect((await all).crawls[0]).toMatchObject({ collection: 'example', problem: null })
    expect((await stop()).state).toBe('stopping')
    expect((await untilState('idle')).ended).toMatch(/^Stopped/)
    expect(JSON.parse(await readFile(join(dir(), 'crawl.json'), 'utf8')).run).toBeNull()
  })

  it('finishes its current pages and ends when the server is gone', async () => {
    const worker = startWorker()
    const said = new Promise<void>((resolve) =>
      worker.on('message', (message: FromCrawl) => void (message.kind === 'status' && resolve())),
    )
    const settings = { pages: 100_000, delay: 0 }
    const web = { example: { pages: 1200, seed: 1 } }
    const setup: ToCrawl = { kind: 'start', setup: { dir: dir(), settings, seeds: [], network: {}, web } }
    worker.send(setup)
    await said
    expect((await ask('GET /api/collections/:id/crawl', CRAWL)).state).toBe('running')
    expect(await ask('GET /api/collections/:id/access', '/api/collections/example/access')).toMatchObject({
      readOnly: 'locked',
      writer: { pid: worker.pid },
    })
    await expect(start({ morePages: 10 })).rejects.toMatchObject({ code: 'crawl-running' })
    worker.disconnect()
    expect(await once(worker, 'exit')).toEqual([0, null])
    const { store } = await openCollection(dir(), eventContext)
    expect(await store.counts()).toMatchObject({ leased: 0 })
    await store.close()
  })
})

function startWorker(): ChildProcess {
  const file = join(import.meta.dirname, '../../src/server/crawls/worker.ts')
  return fork(file, { execArgv: ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href] })
}
