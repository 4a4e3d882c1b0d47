import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headerValue } from '../../src/http/headers.ts'
import { startHostileWeb } from '../hostile-web/server.ts'
import { runCli } from '../support/run-cli.ts'

describe('a crawl without a proxy', () => {
  let web: Awaited<ReturnType<typeof startHostileWeb>>
  let folder: string
  const crawl = (...more: string[]) =>
    runCli([
      'crawl',
      join(folder, 'c'),
      '--event',
      join(folder, 'e.yaml'),
      '--seeds',
      join(folder, 's.txt'),
      '--delay',
      '0',
      '--quiet',
      '--json',
      ...more,
    ])

  beforeEach(async () => {
    web = await startHostileWeb()
    folder = await mkdtemp(join(tmpdir(), 'eventide-direct-'))
    await writeFile(join(folder, 'e.yaml'), 'name: x\nwhat: [fine]\n')
    await writeFile(join(folder, 's.txt'), `http://news.test:${web.port}/ok\n`)
  })

  afterEach(async () => {
    await web.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('connects to the IP of --resolve if --allow-private permits it', async () => {
    const result = await crawl('--resolve', `news.test:${web.port}:127.0.0.1`, '--allow-private')
    expect(result.code).toBe(0)
    expect(JSON.parse(result.out)).toMatchObject({ end: 'exhausted', fetched: 1 })
    expect(web.hits.map((hit) => hit.path)).toEqual(['/robots.txt', '/ok'])
    const agent = headerValue(web.hits[0]!.headers, 'user-agent')
    expect(agent).toMatch(/^Eventide\/\d/)
  })

  it('does not connect to a private IP of --resolve without --allow-private', async () => {
    const result = await crawl(
      '--resolve',
      `news.test:${web.port}:127.0.0.1`,
      '--contact',
      'a@b.example',
      '--patience',
      '1s',
    )
    expect(JSON.parse(result.out)).toMatchObject({ fetched: 0 })
    expect(web.connections()).toBe(0)
  })

  it('sends the contact in the User-Agent header', async () => {
    await crawl(
      '--resolve',
      `*:${web.port}:127.0.0.1`,
      '--allow-private',
      '--contact',
      'https://archive.example/bot',
    )
    const agents = new Set(web.hits.map((hit) => headerValue(hit.headers, 'user-agent')))
    expect([...agents]).toEqual([
      expect.stringMatching(/^Eventide\/[\d.]+ \(\+https:\/\/archive\.example\/bot\)$/),
    ])
  })
})
