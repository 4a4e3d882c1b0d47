import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli, startCli } from '../support/run-cli.ts'

const TOKEN = 'the-secret-token-of-this-test'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-serve-cli-'))
  for (const name of ['storm', 'Not An Address']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'event.yaml'), 'name: Storm\nwhat: [storm]\n')
  }
  await writeFile(join(folder, 'token'), `${TOKEN}\n`)
  await writeFile(join(folder, 'short'), 'short')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The JSON line with the URLs, and the rest of the output. */
async function served(child: ChildProcess): Promise<{ url: string; replayUrl: string; said: () => string }> {
  let said = ''
  child.stderr!.on('data', (piece: Buffer) => {
    said += piece
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    said += line
    const read = JSON.parse(line) as { url?: string; replayUrl: string }
    if (read.url) return { url: read.url, replayUrl: read.replayUrl, said: () => said }
  }
  throw new Error(`it ended without serving: ${said}`)
}

async function ended(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT')
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

describe('eventide serve', () => {
  it('prints its URL but not its token, serves, and exits cleanly', async () => {
    const token = ['--token-file', join(folder, 'token')]
    const child = startCli(['serve', folder, '--port', '0', '--json', ...token])
    const { url, replayUrl, said } = await served(child)
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(new URL(replayUrl).port).not.toBe(new URL(url).port)
    expect((await fetch(`${url}/api/about`)).status).toBe(401)
    const headers = { authorization: `Bearer ${TOKEN}` }
    const { collections } = (await (await fetch(`${url}/api/collections`, { headers })).json()) as {
      collections: object[]
    }
    expect(collections).toMatchObject([{ id: 'storm', state: 'new', fetched: 0, problem: null }])
    const live = await fetch(`${url}/api/live`, { headers })
    expect(live.headers.get('content-type')).toContain('text/event-stream')
    expect(await ended(child)).toBe(0)
    expect(said()).toContain('Not An Address')
    expect(said()).not.toContain(TOKEN)
  })

  it.each([
    ['a folder that does not exist', ['no-such-folder'], 'is not a folder'],
    ['public access without a token', ['.', '--host', '0.0.0.0'], 'Set a token'],
    ['a short token', ['.', '--token-file', 'short'], 'must have 16'],
    ['a token file that does not exist', ['.', '--token-file', 'none'], 'none: the file does not exist'],
    ['a public URL with a path', ['.', '--public-url', 'https://a.example/path'], '--public-url takes a URL'],
    ['a port that browsers do not open', ['.', '--replay-port', '4190'], 'Browsers do not open port 4190'],
    ['tiles without placeholders', ['.', '--tiles', 'https://tiles.example/'], '{z}, {x} and {y}'],
  ])('refuses %s and says what to do', async (_, args, message) => {
    const paths = args.map((arg) =>
      /^(?:\.|short|none|no-such-folder)$/.test(arg) ? join(folder, arg) : arg,
    )
    const { code, err } = await runCli(['serve', ...paths, '--port', '0'])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('eventide example', () => {
  const options = ['--web-pages', '300', '--pages', '4', '--render', 'never', '--quiet', '--json']

  it('crawls, then serves the collection', async () => {
    const dir = join(folder, 'made', 'example')
    const child = startCli(['example', dir, ...options, '--port', '0'])
    const { url } = await served(child)
    expect(await (await fetch(`${url}/api/collections/example`)).json()).toMatchObject({ fetched: 4 })
    expect(await ended(child)).toBe(0)
  })

  it('exits after the crawl with --no-serve', async () => {
    const { code, out } = await runCli(['example', join(folder, 'made', 'example'), ...options, '--no-serve'])
    expect(code).toBe(0)
    expect(out).not.toContain('"url"')
  })

  it('keeps every schedule of processes that add them at the same time', { timeout: 240_000 }, async () => {
    const add = (i: number) => ['schedule', 'add', folder, 'storm', `${i} 6 * * *`, '--timezone', 'UTC']
    const added = await Promise.all(Array.from({ length: 6 }, (_, i) => runCli(add(i))))
    expect(added.map(({ code, err }) => [code, err])).toEqual(added.map(() => [0, '']))
    const { out } = await runCli(['schedule', 'list', folder, '--json'])
    const times = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).cron)
    expect(times.sort()).toEqual(Array.from({ length: 6 }, (_, i) => `${i} 6 * * *`))
  })
})
