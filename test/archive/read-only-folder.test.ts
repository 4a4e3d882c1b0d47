import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawlExample } from '../recover/small-collection.ts'
import { type CliResult, resultOf } from '../support/run-cli.ts'

const BIN = join(import.meta.dirname, '../../bin/eventide.js')
const NOBODY = 65_534
/** Permissions do not bind root. */
const another = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
/** False where that user cannot reach the program, such as below the home folder of root. */
const canRun =
  spawnSync(process.execPath, ['-p', `fs.readFileSync(${JSON.stringify(BIN)})`], another).status === 0
const PAGES = 12

let folder: string
/** Closed: one file. */
let closed: string
/** Its last changes are in a log, whose index was not copied with it. */
let logged: string
/** As a process leaves it that was killed: with the log and its index. */
let killed: string
let temporary: string
let output: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-read-only-'))
  closed = join(folder, 'closed', 'a storm#1 100%?')
  logged = join(folder, 'logged', 'storm')
  killed = join(folder, 'killed', 'storm')
  const made = await crawlExample(folder, PAGES, async () => {
    for (const [dir, endings] of [
      [logged, ['', '-wal']],
      [killed, ['', '-wal', '-shm']],
    ] as const) {
      await mkdir(dir, { recursive: true })
      await copyFile(join(folder, 'collection', 'event.yaml'), join(dir, 'event.yaml'))
      for (const ending of endings.map((one) => `collection.db${one}`))
        await copyFile(join(folder, 'collection', ending), join(dir, ending))
    }
  })
  await cp(made, closed, { recursive: true })
  // An empty log stays behind while the process that closed the database lives.
  expect(statSync(join(closed, 'collection.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  for (const ending of ['-wal', '-shm']) await rm(join(closed, `collection.db${ending}`), { force: true })
  await cp(join(made, 'archive'), join(logged, 'archive'), { recursive: true })
  expect((await stat(join(logged, 'collection.db-wal'))).size).toBeGreaterThan(0)
  temporary = join(folder, 'temporary')
  output = join(folder, 'output')
  for (const dir of [temporary, output]) {
    await mkdir(dir)
    await chmod(dir, 0o777)
  }
  await chmod(folder, 0o755)
  for (const dir of ['closed', 'logged', 'killed']) await setMode(join(folder, dir), 0o555, 0o444)
})
afterAll(async () => {
  for (const dir of ['closed', 'logged', 'killed']) await setMode(join(folder, dir), 0o755, 0o644)
  await rm(folder, { recursive: true, force: true })
})

async function setMode(path: string, dirMode: number, fileMode: number): Promise<void> {
  const isFolder = (await stat(path)).isDirectory()
  await chmod(path, isFolder ? dirMode : fileMode)
  if (!isFolder) return
  for (const name of await readdir(path)) await setMode(join(path, name), dirMode, fileMode)
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], {
    ...another,
    cwd: output,
    env: { ...process.env, TMPDIR: temporary, HOME: temporary, EVENTIDE_CONTACT: 'test@example.org' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const run = (...args: string[]): Promise<CliResult> => resultOf(start(...args))

/** The server, as another user. */
async function serve(dir: string) {
  const child = start('serve', dir, '--port', '0', '--json')
  const said: Buffer[] = []
  child.stderr!.on('data', (piece: Buffer) => said.push(piece))
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const headers = { 'content-type': 'application/json', origin: url }
  const json = async (path: string, method = 'GET', body?: unknown) => {
    const request = body === undefined ? {} : { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(url + path, request)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { child, json, said }
}

/** Everything in a folder with its size and time of change. */
async function contentsOf(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true })
  const stats = await Promise.all(names.map((name) => stat(join(dir, name))))
  return names.map((name, i) => `${name} ${stats[i]!.size} ${stats[i]!.mtimeMs}`).sort()
}

describe.runIf(canRun)('without write permission', () => {
  describe.each([
    ['that was closed', () => closed, ''],
    ['with its last changes in a log', () => logged, 'a temporary copy is read'],
  ])('a collection %s', (_, dirOf, notice) => {
    it('can be searched, explained, exported, verified and shown', async () => {
      const dir = dirOf()
      const before = await contentsOf(dir)
      const exported = await run('export', dir, '--all')
      expect([exported.code, exported.err]).toEqual([0, expect.stringContaining(notice)])
      expect(exported.err.split('temporary copy')).toHaveLength(notice === '' ? 1 : 2)
      expect(exported.err).not.toContain('node:')
      const pages = exported.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { url: string; title: string })
      expect(pages).toHaveLength(PAGES)

      const { url, title } = pages[0]!
      const wacz = join(output, `${basename(dir)}.wacz`)
      const commands: [string[], RegExp][] = [
        [['search', dir, `verdict:all title:"${title}"`, '--json'], /"title"/],
        [['export', dir, '--format', 'wacz', '--no-sign', '-o', wacz], /^$/],
        [['verify', dir], / 0 errors/],
        [['explain', dir, url], /./],
        [['exclusions', dir], /./],
        [['event', 'show', dir], /./],
        [['index', dir, '-o', '-'], /"digest"/],
      ]
      const done = await Promise.all(commands.map(([args]) => run(...args)))
      for (const [i, { code, out }] of done.entries())
        expect([commands[i]![0], code, out]).toEqual([
          commands[i]![0],
          0,
          expect.stringMatching(commands[i]![1]),
        ])
      expect((await stat(wacz)).size).toBeGreaterThan(0)
      expect(await contentsOf(dir)).toEqual(before)
      expect(await readdir(temporary)).toEqual([])
    })

    it('is served, and what would change it is refused with the reason', async () => {
      const dir = dirOf()
      const before = await contentsOf(dir)
      const { child, json, said } = await serve(dir)
      try {
        const { body } = await json('/api/collections')
        const [collection] = body.collections as { id: string; fetched: number }[]
        expect(collection).toMatchObject({ fetched: PAGES, problem: null })
        const results = await json('/api/search?q=&verdict=all')
        expect(results).toMatchObject({ status: 200, body: { total: PAGES } })
        expect((await json('/ready')).status).toBe(200)
        expect((await json('/api/about')).body).toMatchObject({ mayWrite: false, readOnly: 'folder' })
        const access = await json(`/api/collections/${collection!.id}/access`)
        expect(access.body).toEqual({ readOnly: 'folder', writer: null })
        const refused = {
          status: 403,
          body: { code: 'read-only-folder', message: expect.stringContaining('cannot be written') },
        }
        const below = `/api/collections/${collection!.id}`
        for (const [method, path] of [
          ['PUT', `${below}/sources/a.example/curation`],
          ['POST', `${below}/crawl/start`],
          ['POST', '/api/schedules'],
        ] as const)
          expect(await json(path, method, { decision: 'rejected' })).toMatchObject(refused)
      } finally {
        child.kill('SIGINT')
        await once(child, 'close')
      }
      expect(Buffer.concat(said).toString()).toContain(`The folder ${dir} cannot be written`)
      expect(await contentsOf(dir)).toEqual(before)
      expect(await readdir(temporary)).toEqual([])
    })
  })

  it('a collection beside others is served, and what would change it is refused with the reason', async () => {
    const mixed = join(folder, 'mixed')
    await mkdir(mixed)
    await chmod(mixed, 0o777)
    await cp(closed, join(mixed, 'storm'), { recursive: true })
    await setMode(join(mixed, 'storm'), 0o555, 0o444)
    const { child, json } = await serve(mixed)
    try {
      expect((await json('/api/about')).body).toMatchObject({ mayWrite: true, readOnly: null })
      const below = '/api/collections/storm'
      expect((await json(`${below}/access`)).body).toEqual({ readOnly: 'collection', writer: null })
      const refused = { status: 403, body: { code: 'store-read-only', message: expect.any(String) } }
      for (const [method, path, body] of [
        ['PUT', `${below}/sources/a.example/curation`, { decision: 'rejected' }],
        ['PUT', `${below}/event`, { event: { yaml: 'name: Storm\nwhat: [storm]\n' } }],
        ['PUT', `${below}/crawl/settings`, { settings: { pages: 5 } }],
        ['POST', `${below}/crawl/start`, { settings: { morePages: 1 } }],
      ] as const)
        expect([path, await json(path, method, body)]).toMatchObject([path, refused])
      await chmod(mixed, 0o555)
      expect((await json('/api/about')).body).toMatchObject({ mayWrite: true, readOnly: 'folder' })
      const event = { yaml: 'name: Flood\nwhat: [flood]\n' }
      expect(await json('/api/collections', 'POST', { event })).toMatchObject(refused)
      const comparison = { strategies: ['breadth-first'], pages: 10, webPages: 1_000, randomSeeds: 1 }
      expect(await json('/api/lab', 'POST', comparison)).toMatchObject(refused)
    } finally {
      child.kill('SIGINT')
      await once(child, 'close')
      await chmod(mixed, 0o777)
      await setMode(join(mixed, 'storm'), 0o755, 0o644)
    }
  })

  it('a collection is not changed by commands that write, which name the folder', async () => {
    const before = await contentsOf(closed)
    const commands = [
      ['crawl', closed, '--pages', '1'],
      ['recover', closed],
      ['recover', closed, '--rebuild'],
      ['curate', closed, 'reject', 'a.example'],
      ['index', closed],
    ]
    const done = await Promise.all(commands.map((args) => run(...args)))
    expect(done.map(({ code, err }, i) => [commands[i], code, err])).toEqual(
      commands.map((args) => [args, 7, expect.stringContaining(`The folder ${closed} cannot be written`)]),
    )
    expect(await contentsOf(closed)).toEqual(before)
  })

  it('reads the log of a process that was killed', async () => {
    const { code, out, err } = await run('export', killed, '--all')
    expect([code, err]).toEqual([0, expect.not.stringContaining('cannot')])
    expect(out.trim().split('\n')).toHaveLength(PAGES)
  })

  it('joins a process of another user that is writing', async () => {
    const busy = await mkdtemp(join(folder, 'busy-'))
    await crawlExample(busy, PAGES, async () => {
      await chmod(busy, 0o755)
      await setMode(join(busy, 'collection'), 0o555, 0o444)
      const { code, out, err } = await run('export', join(busy, 'collection'), '--all')
      expect([code, err]).toEqual([0, expect.not.stringContaining('copy is read')])
      expect(out.trim().split('\n')).toHaveLength(PAGES)
      await setMode(join(busy, 'collection'), 0o755, 0o644)
    })
  })

  it('says that a database or folder cannot be read', async () => {
    const secret = join(folder, 'secret')
    await cp(closed, secret, { recursive: true })
    await chmod(join(secret, 'archive'), 0)
    const archive = await run('verify', secret)
    expect([archive.code, archive.err]).toEqual([
      2,
      `Cannot read ${join(secret, 'archive')}: permission denied\n`,
    ])
    await chmod(join(secret, 'archive'), 0o755)
    await chmod(join(secret, 'collection.db'), 0)
    const database = await run('search', secret, 'storm')
    expect([database.code, database.err]).toEqual([
      2,
      `Cannot read ${join(secret, 'collection.db')}: permission denied\n`,
    ])
    await chmod(secret, 0)
    const whole = await run('search', secret, 'storm')
    expect([whole.code, whole.err]).toEqual([2, `Cannot read ${secret}: permission denied\n`])
    await chmod(secret, 0o755)
  })
})
