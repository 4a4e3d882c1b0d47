import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'
import { LabDesk } from '../../src/server/lab/lab-desk.ts'
import { type EmptyServer, openEmptyServer } from './empty-server.ts'

/** They make way for everything else on the machine: where it is busy, they take long to begin. */
const MAX_LENGTH = 300_000
const WAIT = { timeout: MAX_LENGTH, interval: 100 }
const SMALL = { strategies: ['breadth-first', 'best-first'], pages: 20, webPages: 1_000, randomSeeds: 1 }
const LONG = { ...SMALL, strategies: ['breadth-first'], pages: 20_000, webPages: 20_000 }

/** The report that the command a report names gives. */
async function onTheCommandLine(command: string): Promise<object> {
  const pieces: string[] = []
  const out = { write: (piece: string) => pieces.push(piece) }
  const words = [...command.split(' ').slice(1), '--jobs', '1', '--quiet', '--json']
  await createProgram({ out, err: { write: () => true } }).parseAsync(words, { from: 'user' })
  return JSON.parse(pieces.join(''))
}

/** A report without what differs each time: how long it took. */
function figures(report: object): unknown {
  const untimed = (key: string, value: unknown) =>
    ['timing', 'cpuMs', 'strategyMs', 'command'].includes(key) ? undefined : value
  return JSON.parse(JSON.stringify(report, untimed))
}

describe('comparisons in the browser', () => {
  let bed: EmptyServer
  beforeAll(async () => {
    bed = await openEmptyServer()
  })
  afterAll(() => bed.close())

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${bed.url}${path}`, {
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

  it('are none at first', async () => {
    expect(await runs()).toEqual([])
  })

  it('run in a process of their own and end in a report that can only be looked at', {
    timeout: MAX_LENGTH,
  }, async () => {
    const started = await ask('POST', '/api/lab', SMALL)
    expect(started).toMatchObject({
      status: 200,
      body: { ...SMALL, state: 'running', finished: 0, all: 2, progress: 0, problem: null, report: false },
    })
    const { id } = started.body
    expect(await ask('POST', '/api/lab', SMALL)).toMatchObject({ status: 409, body: { code: 'lab-running' } })
    expect(await ended(id, 'done')).toMatchObject({ finished: 2, progress: 1, report: true, problem: null })
    expect(readdirSync(join(bed.folder, 'lab', String(id))).sort()).toEqual([
      'report.html',
      'report.json',
      'run.json',
    ])
    const page = await fetch(`${bed.url}/api/lab/${id}/report.html`)
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
    expect(figures(json.body)).toEqual(figures(await onTheCommandLine(String(json.body.command))))
    expect(await ask('POST', `/api/lab/${id}/resume`)).toMatchObject({ body: { code: 'lab-done' } })
  })

  it('stop when told, and report what is finished', { timeout: MAX_LENGTH }, async () => {
    const { id } = (await ask('POST', '/api/lab', LONG)).body
    await vi.waitFor(async () => {
      const run = (await runs()).find((one) => one.id === id)
      expect(run?.progress).toBeGreaterThan(0)
    }, WAIT)
    expect(await ask('POST', `/api/lab/${id}/stop`)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await ended(id, 'stopped')).toMatchObject({ report: true, finished: 0, all: 1 })
    expect(await (await fetch(`${bed.url}/api/lab/${id}/report.html`)).text()).toContain('was interrupted')
    expect((await runs()).map((run) => run.id)[0]).toBe(id)
  })

  it.each([
    [{ ...SMALL, strategies: ['bestfirst'] }, 'unknown-strategy', /did you mean "best-first"/],
    [{ ...SMALL, strategies: ['constructor'] }, 'unknown-strategy', /Unknown strategy "constructor"/],
    [{ ...SMALL, strategies: ['best-first', 'best-first'] }, 'usage', /twice/],
    [{ ...SMALL, strategies: strategyCatalog }, 'bad-request', /strategies/],
    [{ ...SMALL, pages: 0 }, 'bad-request', /pages/],
    [{ ...SMALL, webPages: 999 }, 'bad-request', /webPages/],
    [{ ...SMALL, randomSeeds: 1.5 }, 'bad-request', /randomSeeds/],
    [{ ...SMALL, output: '/tmp/x' }, 'bad-request', /output/],
  ])('are refused: %j', async (body, code, message) => {
    const before = readdirSync(join(bed.folder, 'lab'))
    const { status, body: said } = await ask('POST', '/api/lab', body)
    expect({ status, code: said.code }).toEqual({ status: 400, code })
    expect(said.message).toMatch(message)
    expect(readdirSync(join(bed.folder, 'lab'))).toEqual(before)
  })

  it('that are not there are not found, whatever they are called', async () => {
    for (const id of ['2020-01-01t00-00-00', 'constructor', 'run'])
      for (const path of ['stop', 'resume'])
        expect(await ask('POST', `/api/lab/${id}/${path}`)).toMatchObject({
          status: 404,
          body: { code: 'no-run' },
        })
    expect((await fetch(`${bed.url}/api/lab/..%2f..%2fexample/report.json`)).status).toBe(400)
    expect((await fetch(`${bed.url}/api/lab/A/report.html`)).status).toBe(400)
  })
})

describe('a desk that opens again', () => {
  it('knows what was left running, and goes on with it', { timeout: MAX_LENGTH }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'eventide-lab-'))
    const desk = new LabDesk(dir)
    try {
      // As a killed server leaves it.
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
      expect(await desk.list()).toMatchObject([{ id: 'left', state: 'stopped', problem: expect.any(String) }])
      expect(await desk.resume('left')).toMatchObject({ state: 'running', problem: null })
      await vi.waitFor(
        async () => expect(await desk.list()).toMatchObject([{ state: 'done', finished: 2, report: true }]),
        WAIT,
      )
      await expect(desk.report('broken', 'report.html')).rejects.toThrow(/no comparison/)
    } finally {
      await desk.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
