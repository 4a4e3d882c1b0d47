import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimOne, item, pageOutcome, request } from '../conformance/bed.ts'
import { openSqliteStore } from './open.ts'

const OPEN = new URL('open.ts', import.meta.url).href

/** Claims everything that is ready, and waits. */
const HOLDER = `
  const { openSqliteStore } = await import(process.argv[1])
  const store = await openSqliteStore(process.argv[2], { now: () => 0 })
  await store.claim({ n: 9, leaseMs: 1e9, worker: 'child', now: 0 })
  console.log('claimed')
  setInterval(() => {}, 1e6)`

/** Crawls an endless web with two links per page, and prints each completed page. */
const WORKER = `
  const { openSqliteStore } = await import(process.argv[1])
  const outcome = JSON.parse(process.argv[3])
  outcome.fetchedAt = new Date(0)
  let now = Number(process.argv[4])
  const store = await openSqliteStore(process.argv[2], { now: () => now })
  for (;;) {
    now += 5000
    for (const lease of await store.claim({ n: 3, leaseMs: 1e9, worker: 'child', now })) {
      const links = [0, 1].map((i) => {
        const host = 'h' + ((lease.id + i) % 7) + '.example'
        const url = 'https://' + host + '/' + lease.id + '-' + i
        return { url, canonicalUrl: url, host, source: host, score: 0.5, evidence: {}, depth: lease.depth + 1,
          parent: lease.id, anchor: '', redirects: 0, tunnel: 0 }
      })
      await store.complete(lease, outcome, links, { notBefore: now + 1000 })
      console.log('done ' + lease.id)
    }
  }`

let folder: string
let path: string
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-crash-'))
  path = join(folder, 'collection.db')
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** Runs a script and kills it after it has printed `lines` lines; returns them. */
async function killAfter(lines: number, script: string, ...args: string[]): Promise<string[]> {
  const said = await start(lines, script, ...args)
  await kill()
  return said
}

async function start(lines: number, script: string, ...args: string[]): Promise<string[]> {
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', script, OPEN, path, ...args]
  child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  if (!child.stdout) throw new Error('no output to read')
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (said.length >= lines) break
  }
  return said
}

async function kill(): Promise<void> {
  if (!child) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('a writer that is killed', () => {
  it('unlocks the collection, returns its leases with one more attempt, and keeps every host paused', async () => {
    const before = await openSqliteStore(path, { now: () => 0 })
    await before.add([
      item('https://a.example/', { score: 1 }),
      item('https://b.example/1'),
      item('https://b.example/2'),
    ])
    const lease = await claimOne(before)
    const pace = { delayMs: 7000, failures: 1 }
    await before.release(lease, { notBefore: 0, pace })
    await before.add([item('https://c.example/', { score: 0.9 })])
    const resting = await before.claim(request({ n: 9 }))
    for (const each of resting)
      await before.release(each, { notBefore: each.host === 'c.example' ? 90_000 : 0 })
    await before.close()

    await start(1, HOLDER)
    await expect(openSqliteStore(path)).rejects.toMatchObject({
      code: 'locked',
      exit: 'locked',
      message: expect.stringContaining(`process ${child?.pid} on `),
    })
    const reader = await openSqliteStore(path, { readOnly: true })
    expect(await reader.counts()).toMatchObject({ queued: 2, leased: 2 })
    await reader.close()
    await kill()
    const afterwards = await openSqliteStore(path, { readOnly: true })
    expect(await afterwards.counts()).toMatchObject({ queued: 2, leased: 2 })
    await afterwards.close()

    const store = await openSqliteStore(path, { now: () => 50_000 })
    expect(await store.check()).toEqual([])
    expect(await store.counts()).toMatchObject({ queued: 4, leased: 0 })
    const ready = async (now: number) =>
      (await store.claim(request({ n: 9, now }))).map((each) => [each.url, each.lost])
    expect(await ready(50_999)).toEqual([])
    expect(await ready(51_000)).toEqual([['https://b.example/1', 1]])
    expect(await ready(57_000)).toEqual([['https://a.example/', 1]])
    expect(await ready(89_999)).toEqual([])
    expect(await ready(90_000)).toEqual([['https://c.example/', 0]])
    await store.close()
  })

  it('leaves a consistent store with everything it had reported, whenever it dies', async () => {
    const first = await openSqliteStore(path)
    await first.add(Array.from({ length: 7 }, (_, i) => item(`https://h${i}.example/`)))
    await first.close()
    const outcome = JSON.stringify(
      pageOutcome({ title: 'Storm', text: 'storm surge on the coast '.repeat(60) }),
    )
    const done = new Set<number>()
    for (const [round, lines] of [3, 41, 97].entries()) {
      for (const line of await killAfter(lines, WORKER, outcome, `${round * 1e9}`))
        done.add(Number(line.slice(5)))
      const store = await openSqliteStore(path, { now: () => round * 1e9 + 9e8 })
      expect(await store.check()).toEqual([])
      const counts = await store.counts()
      expect(counts).toMatchObject({ leased: 0, fetched: counts.done })
      // A page and its two new links are one transaction, so the sum is exact.
      expect(counts.queued + counts.done).toBe(7 + 2 * counts.done)
      for (const id of done) expect(await store.page(id)).toBeDefined()
      await store.close()
    }
    expect(done.size).toBe(3 + 41 + 97)
  })
})
