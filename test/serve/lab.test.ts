import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { Comparisons } from '../../src/server/lab/comparisons.ts'
import { type EmptyServer, openEmptyServer } from './empty-server.ts'

/** Comparisons run at low priority and may start late on a busy machine. */
const TIMEOUT_MS = 300_000
const WAIT = { timeout: TIMEOUT_MS, interval: 100 }
const SMALL = { strategies: ['breadth-first', 'best-first'], pages: 20, webPages: 1_000, randomSeeds: 1 }
const LONG = { ...SMALL, strategies: ['breadth-first'], pages: 20_000, webPages: 20_000 }

/** The report of a shell command, run in this process. */
async function reportOf(command: string): Promise<object> {
  const pieces: string[] = []
  const out = { write: (piece: string) => pieces.push(piece) }
  const words = [...command.split(' ').slice(1), '--jobs', '1', '--quiet', '--json']
  await createProgram({ out, err: { write: () => true } }).parseAsync(words, { from: 'user' })
  return JSON.parse(pieces.join(''))
}

/** A report without timing and command, which differ from run to run. */
function figures(report: object): unknown {
  const untimed = (key: string, value: unknown) =>
    ['timing', 'cpuMs', 'strategyMs', 'command'].includes(key) ? undefined : value
  return JSON.parse(JSON.stringify(report, untimed))
}

describe('/api/lab', () => {
  let server: EmptyServer
  beforeAll(async () => {
    server = await openEmptyServer()
  })
  afterAll(() => server.close())

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const runs = async () => (await ask('GET', '/api/lab')).body.runs as Record<string, unknown>[]
  const ended = (id: unknown, state: string) =>
    vi.waitFor(async () => {
      const run = (await runs()).find((one) => one.id === id)
      expect(run).toMatchObject({ state })
      return run
    }, WAIT)

  it('lists no comparisons at first', async () => {
    expect(await runs()).toEqual([])
  })

  it('runs a comparison in a child process and serves its report in a sandbox', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const started = await ask('POST', '/api/lab', SMALL)
    expect(started).toMatchObject({
      status: 200,
      body: { ...SMALL, state: 'running', finished: 0, all: 2, progress: 0, problem: null, report: false },
    })
    const { id } = started.body
    expect(await ask('POST', '/api/lab', SMALL)).toMatchObject({ status: 409, body: { code: 'lab-running' } })
    expect(await ended(id, 'done')).toMatchObject({ finished: 2, progress: 1, report: true, problem: null })
    expect(readdirSync(join(server.folder, 'lab', String(id))).sort()).toEqual([
      'report.html',
      'report.json',
      'run.json',
    ])
    const page = await fetch(`${server.url}/api/lab/${id}/report.html`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toMatch(/allow-same-origin|connect-src|img-src/)
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(await page.text()).toMatch(/Strategies compared.*best-first/s)
    const json = await ask('GET', `/api/lab/${id}/report.json`)
    expect(json.body).toMatchObject({
      complete: true,
      command:
        'eventide lab compare --web example:1000 --strategies breadth-first,best-first --pages 20 --random-seeds 1',
    })
    expect(figures(json.body)).toEqual(figures(await reportOf(String(json.body.command))))
    expect(await ask('POST', `/api/lab/${id}/resume`)).toMatchObject({ body: { code: 'lab-done' } })
  })

  it('compares one strategy with different options', { timeout: TIMEOUT_MS }, async () => {
    const strategies = [
      'best-first:threshold=0.9',
      { name: 'best-first', options: { threshold: 0.2 } },
      { name: 'best-first', options: {} },
    ]
    const labels = ['best-first:threshold=0.9', 'best-first:threshold=0.2', 'best-first']
    const { status, body } = await ask('POST', '/api/lab', { ...SMALL, strategies })
    expect({ status, strategies: body.strategies }).toEqual({ status: 200, strategies: labels })
    expect(await ended(body.id, 'done')).toMatchObject({ strategies: labels, finished: 3 })
    const { body: report } = await ask('GET', `/api/lab/${body.id}/report.json`)
    expect((report.setup as { strategies: unknown }).strategies).toEqual([
      { name: 'best-first', label: labels[0], options: { threshold: 0.9 } },
      { name: 'best-first', label: labels[1], options: { threshold: 0.2 } },
      { name: 'best-first', label: labels[2], options: {} },
    ])
    expect(report.command).toContain(`--strategies ${labels.join(',')} `)
    const page = await (await fetch(`${server.url}/api/lab/${body.id}/report.html`)).text()
    expect(page).toContain('threshold = 0.2')
    expect(figures(report)).toEqual(figures(await reportOf(String(report.command))))
  })

  it('stops a comparison and reports its finished crawls', { timeout: TIMEOUT_MS }, async () => {
    const { id } = (await ask('POST', '/api/lab', LONG)).body
    await vi.waitFor(async () => {
      const run = (await runs()).find((one) => one.id === id)
      expect(run?.progress).toBeGreaterThan(0)
    }, WAIT)
    expect(await ask('POST', `/api/lab/${id}/stop`)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await ended(id, 'stopped')).toMatchObject({ report: true, finished: 0, all: 1 })
    expect(await (await fetch(`${server.url}/api/lab/${id}/report.html`)).text()).toContain('was interrupted')
    expect((await runs()).map((run) => run.id)[0]).toBe(id)
  })

  it.each([
    [{ ...SMALL, strategies: ['bestfirst'] }, 'unknown-strategy', /did you mean "best-first"/],
    [{ ...SMALL, strategies: ['constructor'] }, 'unknown-strategy', /Unknown strategy "constructor"/],
    [{ ...SMALL, strategies: ['best-first', 'best-first'] }, 'usage', /given twice/],
    [
      { ...SMALL, strategies: [{ name: 'best-first', options: { treshold: 1 } }] },
      'strategy-option',
      /threshold/,
    ],
    [
      { ...SMALL, strategies: [{ name: 'best-first', options: { threshold: 2 } }] },
      'strategy-option',
      /0 to 1/,
    ],
    [{ ...SMALL, strategies: [{ name: 'best-first', threshold: 1 }] }, 'bad-request', /strategies/],
    [{ ...SMALL, strategies: [] }, 'bad-request', /strategies/],
    [{ ...SMALL, pages: 0 }, 'bad-request', /pages/],
    [{ ...SMALL, webPages: 999 }, 'bad-request', /webPages/],
    [{ ...SMALL, randomSeeds: 1.5 }, 'bad-request', /randomSeeds/],
    [{ ...SMALL, output: '/tmp/x' }, 'bad-request', /output/],
  ])('refuses %j', async (body, code, message) => {
    const before = readdirSync(join(server.folder, 'lab'))
    const { status, body: problem } = await ask('POST', '/api/lab', body)
    expect({ status, code: problem.code }).toEqual({ status: 400, code })
    expect(problem.message).toMatch(message)
    expect(readdirSync(join(server.folder, 'lab'))).toEqual(before)
  })

  it('answers 404 for an unknown comparison, whatever its id', async () => {
    for (const id of ['2020-01-01t00-00-00', 'constructor', 'run'])
      for (const path of ['stop', 'resume'])
        expect(await ask('POST', `/api/lab/${id}/${path}`)).toMatchObject({
          status: 404,
          body: { code: 'no-run' },
        })
    expect((await fetch(`${server.url}/api/lab/..%2f..%2fexample/report.json`)).status).toBe(400)
    expect((await fetch(`${server.url}/api/lab/A/report.html`)).status).toBe(400)
  })
})

describe('Comparisons', () => {
  it('resumes a comparison that a killed server left running', { timeout: TIMEOUT_MS }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'eventide-lab-'))
    const comparisons = new Comparisons(dir)
    try {
      // The state a killed server of version 0.1 leaves.
      const left = {
        startedAt: '2026-01-01T00:00:00.000Z',
        state: 'running',
        finished: 0,
        all: 2,
        problem: null,
      }
      for (const [id, text] of [
        ['left', JSON.stringify({ ...left, settings: SMALL })],
        ['broken', '{'],
      ] as const) {
        mkdirSync(join(dir, id))
        writeFileSync(join(dir, id, 'run.json'), text)
      }
      expect(await comparisons.list()).toMatchObject([
        { id: 'left', state: 'stopped', problem: expect.any(String) },
      ])
      expect(await comparisons.resume('left')).toMatchObject({ state: 'running', problem: null })
      await vi.waitFor(
        async () =>
          expect(await comparisons.list()).toMatchObject([{ state: 'done', finished: 2, report: true }]),
        WAIT,
      )
      await expect(comparisons.report('broken', 'report.html')).rejects.toThrow(/There is no comparison/)
    } finally {
      await comparisons.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
