import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultOf, startCli } from '../support/run-cli.ts'

const PLUGIN = join(import.meta.dirname, 'faulty-strategy.mjs')
const PAGE = '<title>Flood</title><p>Flood in Berlin: the water rose on Monday.</p>'
/** Pages that each have their own host, in the order in which seeds are fetched. */
const NAMES = ['first', 'second', 'bad']
const LONG = Array.from({ length: 30 }, (_, i) => `n${i}`)

let folder: string
let server: Server
const at = (name: string) => join(folder, name)
const port = () => (server.address() as AddressInfo).port
const urlOf = (name: string) => `http://${name}.test:${port()}/${name}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-faulty-'))
  server = createServer(({ url = '' }, response) => {
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await writeFile(at('event.yaml'), 'name: Flood\nwhat: [flood]\nwhere: [Berlin]\n')
  await writeFile(at('seeds.txt'), NAMES.map(urlOf).join('\n'))
  await writeFile(at('bad.txt'), urlOf('bad'))
  await writeFile(at('many.txt'), LONG.map(urlOf).join('\n'))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Fault {
  readonly FAULT: 'waits' | 'loops' | 'throws'
  readonly FAULT_IN: string
  readonly FAULT_ON?: string
  readonly STUCK_PID?: string
}

const ONE_AT_A_TIME = ['--concurrency', '1']
const network = () => ['--allow-private', '--resolve', `*:${port()}:127.0.0.1`]

function crawl(name: string, fault: Fault | null, ...options: string[]): ChildProcess {
  const seeds = options.includes('--seeds') ? [] : ['--seeds', at('seeds.txt')]
  return startCli(
    [
      ...['--plugin', PLUGIN, 'crawl', at(name), '--event', at('event.yaml'), ...seeds, ...network()],
      ...['--delay', '0', '--min-free', '0B', '--render', 'never', '--quiet', '--json'],
      ...['--reading-workers', '0', '--strategy', fault ? 'faulty' : 'best-first', ...options],
    ],
    fault ? { ...fault } : {},
  )
}

const stuckIn = (method: string, more: Partial<Fault> = {}): Fault => ({
  ...{ FAULT: 'waits', FAULT_IN: method, FAULT_ON: '/bad' },
  ...more,
})
const throwsIn = (method: string, on = '/bad'): Fault => ({
  ...{ FAULT: 'throws', FAULT_IN: method, FAULT_ON: on },
})

const stuck = (name: string) =>
  vi.waitFor(async () => Number(await readFile(at(`${name}.pid`), 'utf8')), 60_000)

/** The same collection with another strategy: everything that was stored is there, and the crawl completes. */
async function completes(name: string, expected: object): Promise<void> {
  const { code, out } = await resultOf(crawl(name, null))
  expect([code, JSON.parse(out)]).toMatchObject([0, { end: 'exhausted', ...expected }])
}

describe.concurrent('a strategy that never returns', () => {
  it.each(['judge', 'observe'])('in %s is named, the program ends, and nothing is lost', async (method) => {
    const name = `stuck-${method}`
    const limit = ['--strategy-timeout', '5s', ...ONE_AT_A_TIME]
    const child = crawl(name, stuckIn(method), ...limit)
    const { err } = await resultOf(child)
    expect(child.signalCode).toBe('SIGKILL')
    expect(err).toContain(
      `The strategy "faulty" (${method}) on ${urlOf('bad')} has not returned for 5 s. Nothing else can continue`,
    )
    // A page is stored before it is learned from.
    await completes(name, { fetched: 3, fetchedThisRun: method === 'observe' ? 0 : 1 })
  })

  it('does not keep a crawl from ending when its time is up', async () => {
    const options = ['--seeds', at('bad.txt'), '--time', '8s', '--strategy-timeout', '5s']
    const child = crawl('stuck-time', stuckIn('judge'), ...options)
    await resultOf(child)
    expect(child.signalCode).toBe('SIGKILL')
  })

  it('does not keep a crawl from ending when it is stopped twice', async () => {
    const fault = stuckIn('judge', { FAULT: 'loops', STUCK_PID: at('stuck-twice.pid') })
    const child = crawl('stuck-twice', fault, '--strategy-timeout', '5s')
    const ended = resultOf(child)
    await stuck('stuck-twice')
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    await ended
    expect(child.signalCode).toBe('SIGKILL')
  })

  it('ends a comparison, and finished crawls are kept', async () => {
    const child = startCli(
      [
        ...['--plugin', PLUGIN, 'lab', 'compare', '--web', 'example:1000', '--pages', '10', '--jobs', '2'],
        ...['--strategies', 'breadth-first,faulty', '--random-seeds', '2', '--quiet', '-o', at('report')],
        ...['--strategy-timeout', '5s'],
      ],
      { FAULT: 'waits', FAULT_IN: 'judge' },
    )
    const { code, err } = await resultOf(child)
    expect(code).toBe(1)
    expect(err).toMatch(
      /The strategy "faulty" \(judge\) on http\S+ has not returned for 5 s\. The comparison is ended/,
    )
    expect(err).toContain('A process of the comparison ended unexpectedly (SIGKILL)')
    expect(await readFile(at('report/runs.jsonl'), 'utf8')).toContain('"strategy":0')
  })

  it('ends a crawl of the server, which says why and goes on', async () => {
    await resultOf(crawl('served/flood', null))
    const args = ['serve', at('served'), '--port', '0', '--replay-port', '0', '--json', ...network()]
    const child = startCli(['--plugin', PLUGIN, ...args, '--strategy-timeout', '5s'], {
      ...stuckIn('judge'),
    })
    try {
      const line = await new Promise<string>((resolve) =>
        createInterface({ input: child.stdout! }).once('line', resolve),
      )
      const api = new URL('/api/', JSON.parse(line).url).href
      const started = await fetch(`${api}collections/flood/crawl/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          settings: { strategy: 'faulty', morePages: 5, delay: 0 },
          seeds: [`http://other.test:${port()}/bad`],
        }),
      })
      expect(started.status).toBe(200)
      const problem = await vi.waitFor(async () => {
        const status = await (await fetch(`${api}collections/flood/crawl`)).json()
        expect(status).toMatchObject({ state: 'failed', problem: expect.any(String) })
        return (status as { problem: string }).problem
      }, 60_000)
      expect(problem).toContain('The crawl was interrupted: it was killed (SIGKILL)')
      expect(problem).toMatch(
        /The strategy "faulty" \(judge\) on http:\/\/other\.test:\d+\/bad has not returned for 5 s/,
      )
    } finally {
      child.kill('SIGINT')
      await new Promise((resolve) => child.once('close', resolve))
    }
  })
})

describe.concurrent('a strategy that throws', () => {
  it('fails the page alone', async () => {
    const { code, out, err } = await resultOf(crawl('throws-judge', throwsIn('judge')))
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { end: 'exhausted', fetched: 2, failures: { 'fetch:strategy': 1 } },
    ])
    expect(err).toContain(
      `The strategy failed on ${urlOf('bad')} (judge of "faulty": RangeError: no judge today)`,
    )
    const retried = await resultOf(crawl('throws-judge', null, '--retry-failed', 'strategy'))
    expect(JSON.parse(retried.out)).toMatchObject({ fetched: 3, fetchedThisRun: 1 })
  })

  it('on every page ends the crawl after a few, and the others stay in the queue', async () => {
    const many = ['--seeds', at('many.txt'), ...ONE_AT_A_TIME]
    const { code, err } = await resultOf(crawl('throws-always', throwsIn('judge', ''), ...many))
    expect(code).toBe(1)
    expect(err).toContain('The strategy "faulty" failed (on 10 pages in a row, last on http')
    await completes('throws-always', { fetched: LONG.length + NAMES.length - 9, queue: { failed: 9 } })
  })

  it('when it learns ends the crawl, which goes on with another', async () => {
    const { code, err } = await resultOf(crawl('throws-observe', throwsIn('observe'), ...ONE_AT_A_TIME))
    expect(code).toBe(1)
    expect(err).toContain(
      `The strategy "faulty" failed (observe on ${urlOf('bad')}): RangeError: no observe today. Everything stored is kept.`,
    )
    await completes('throws-observe', { fetched: 3 })
  })
})
