import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import { eventContext } from '../../src/event-context.ts'
import { createNames } from '../../src/server/access/names.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/start.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-modes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const options = (more: Partial<ServerOptions>): ServerOptions => ({
  ...{
    folder,
    eventContext: eventContext,
    host: '127.0.0.1',
    port: 0,
    replayPort: 0,
    readOnly: false,
    tiles: null,
    network: {},
  },
  log: () => {},
  ...more,
})
const refusal = (more: Partial<ServerOptions>) =>
  startServer(options(more)).then(
    (server) => server.close().then(() => 'listens'),
    (error: { code?: string }) => error.code,
  )

describe('4.21: startServer', () => {
  it('refuses to listen publicly without a token', async () => {
    expect(await refusal({ host: '0.0.0.0', publicOrigin: 'http://192.168.1.5:4180' })).toBe('no-credential')
    expect(await refusal({ host: '::', publicOrigin: 'http://library.example' })).toBe('no-credential')
    const proxied = { publicOrigin: 'https://library.example', replayOrigin: 'https://replay.example' }
    expect(await refusal(proxied)).toBe('no-credential')
    expect(await refusal({ ...proxied, token: 'a-token-of-good-length-1' })).toBe('listens')
    expect(await refusal({ ...proxied, readOnly: true })).toBe('listens')
  })

  it('requires a public URL that browsers can open, and another for archived pages', async () => {
    const token = 'a-token-of-good-length-1'
    expect(await refusal({ host: '0.0.0.0', token })).toBe('no-name')
    expect(await refusal({ token, publicOrigin: 'https://library.example' })).toBe('no-replay-name')
    const same = { publicOrigin: 'https://library.example', replayOrigin: 'https://library.example' }
    expect(await refusal({ token, ...same })).toBe('same-origin')
  })

  it('reports that a port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(startServer(options({ port }))).rejects.toThrow(`is listening on 127.0.0.1:${port}`)
    await expect(startServer(options({ replayPort: port }))).rejects.toThrow('--replay-port')
    other.close()
  })

  it('recognizes its host names and origins', () => {
    const local = createNames({ host: '127.0.0.1', port: 4180 })
    expect(['127.0.0.1:4180', 'LOCALHOST:4180', '[::1]:4180'].map(local.isOwnHost)).toEqual([
      true,
      true,
      true,
    ])
    const strange = [
      '127.0.0.1',
      'localhost:4181',
      'evil.example:4180',
      '127.0.0.1:4180.evil.example',
      '',
      undefined,
    ]
    expect(strange.filter(local.isOwnHost)).toEqual([])
    expect(local.isOwnOrigin('http://localhost:4180', 'localhost:4180')).toBe(true)
    expect(local.isOwnOrigin('http://127.0.0.1:4180', 'localhost:4180')).toBe(false)
    expect(local.isOwnOrigin('https://localhost:4180', 'localhost:4180')).toBe(false)
    const named = createNames({ host: '0.0.0.0', port: 80, publicOrigin: 'https://library.example' })
    expect(named.isOwnOrigin('https://library.example', 'library.example')).toBe(true)
    expect(named.isOwnHost('10.0.0.1')).toBe(false)
  })
})

describe('the files of the application', () => {
  let server: RunningServer
  const webDir = () => join(folder, 'web')
  beforeAll(async () => {
    server = await startServer(options({ webDir: webDir(), tiles: null }))
  })
  afterAll(() => server.close())
  const get = (path: string) => fetch(server.url + path)

  it('are reported as not built when missing, while the API still works', async () => {
    const page = await get('/')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('npm run build')
    expect((await get('/api/about')).status).toBe(200)
  })

  it('are sent with their policy and caching, and index.html for every path of the application', async () => {
    await mkdir(join(webDir(), 'assets'), { recursive: true })
    await writeFile(join(webDir(), 'index.html'), '<!doctype html><title>App</title>')
    await writeFile(join(webDir(), 'assets', 'app-4f3a.js'), 'export {}')
    await writeFile(join(folder, 'secret.json'), '"secret"')
    for (const path of ['/', '/library?q=a', '/c/storm/sources/news.example.org']) {
      const page = await get(path)
      expect([path, page.status, await page.text()]).toEqual([path, 200, '<!doctype html><title>App</title>'])
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
    const script = await get('/assets/app-4f3a.js')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toContain('javascript')
    for (const path of [
      '/assets/none.js',
      '/api/none',
      '/..%2fsecret.json',
      '/%2e%2e/secret.json',
      '/assets/..%5c..%5csecret.json',
    ]) {
      const answer = await get(path)
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        path,
        404,
        'no-route',
      ])
    }
  })
})

describe('a read-only server', () => {
  let harness: ServeHarness
  beforeAll(async () => {
    harness = await openServeHarness({
      readOnly: true,
      tiles: { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '' },
    })
    await writeFile(join(harness.folder, 'Not A Name'), '')
  })
  afterAll(() => harness.close())

  it('has no route that changes anything', async () => {
    expect(harness.routes.filter(({ access }) => access !== 'read' && access !== 'probe')).toEqual([])
    expect([...new Set(harness.routes.map(({ method }) => method))].sort()).toEqual(['GET', 'HEAD'])
    const start = await fetch(`${harness.url}/api/collections/example/crawl/start`, { method: 'POST' })
    expect(start.status).toBe(404)
    expect(await (await fetch(`${harness.url}/api/about`)).json()).toMatchObject({ mayWrite: false })
  })

  it('describes exactly the routes it has', async () => {
    const { paths } = (await (await fetch(`${harness.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { 'x-access': string }>>
    }
    const described = Object.values(paths).flatMap((path) => Object.values(path))
    const read = Object.values(routes).filter(({ access }) => access === 'read')
    expect(described).toHaveLength(read.length)
    expect(described.filter((operation) => operation['x-access'] !== 'read')).toEqual([])
  })

  it('sends the application with a strict policy that allows the configured tiles', async () => {
    const policy = (await fetch(`${harness.url}/`)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain(`frame-src 'self' ${harness.replayUrl}`)
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;")
    expect(policy).not.toMatch(/unsafe|\*(?!\.tiles)/)
  })
})
