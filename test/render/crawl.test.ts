import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { respond } from '../hostile-web/respond.ts'
import { type HostileWeb, type Route, startHostileWeb } from '../hostile-web/server.ts'
import { describeWithChromium } from '../support/chromium.ts'
import { runCli } from '../support/run-cli.ts'

const STORIES = [
  'The typhoon made landfall at dawn',
  'Rescue boats reached Ormoc',
  'A shelter opened in Palo',
] as const
const WORDS = ['landfall', 'ormoc', 'palo'] as const

/** As the build tools of such sites write it: nothing to read before the script has run. */
const SHELL = `<!doctype html><title>Coast News</title><noscript>Please enable JavaScript.</noscript>
<div id="root"></div><script src="/app.js"></script>`

const APP = `
const story = (d) => '<h1>' + d.title + '</h1>' + ('<p>' + d.title + ' as the typhoon crossed the Philippines. Rescue goes on. </p>').repeat(6)
const list = (d) => '<h1>Typhoon news</h1><ul>' + d.map((s) => '<li><a href="/story/' + s.id + '">' + s.title + '</a>, typhoon in the Philippines').join('') + '</ul>'
const root = document.querySelector('#root')
const parts = location.pathname.split('/')
fetch('/api' + (parts[2] ? '/story/' + parts[2] : '/list') + '.json').then((r) => r.json()).then((d) => { root.innerHTML = parts[2] ? story(d) : list(d) })
fetch('/secret/visitors.json').catch(() => {})
`

const site: Route = (socket, { path }) => {
  const json = (value: unknown) =>
    respond(socket, 200, { 'Content-Type': 'application/json' }, JSON.stringify(value))
  const story = /^\/api\/story\/(\d)\.json$/.exec(path)
  if (path === '/robots.txt')
    respond(socket, 200, { 'Content-Type': 'text/plain' }, 'User-agent: *\nDisallow: /secret/\n')
  else if (path === '/app.js') respond(socket, 200, { 'Content-Type': 'text/javascript' }, APP)
  else if (path === '/api/list.json') json(STORIES.map((title, i) => ({ id: i + 1, title })))
  else if (story) json({ title: STORIES[Number(story[1]) - 1] })
  else if (path === '/' || path.startsWith('/story/'))
    respond(socket, 200, { 'Content-Type': 'text/html' }, SHELL)
  else respond(socket, 404)
}

let web: HostileWeb
let folder: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  web = await startHostileWeb({ only: site })
  folder = await mkdtemp(join(tmpdir(), 'eventide-render-'))
  await writeFile(
    at('event.yaml'),
    'name: Typhoon\nwhat: { typhoon: 1, rescue: 0.6, landfall: 0.5 }\nwhere: { Philippines: 1 }\n',
  )
  await writeFile(at('seeds.txt'), `http://news.example:${web.port}/\n`)
})

afterAll(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

function crawl(collection: string, ...more: string[]) {
  const options = [
    '--event',
    at('event.yaml'),
    '--seeds',
    at('seeds.txt'),
    '--pages',
    '20',
    '--delay',
    '0',
    '--patience',
    '1s',
  ]
  const local = ['--resolve', `news.example:${web.port}:127.0.0.1`, '--allow-private', '--quiet', '--json']
  return runCli(['crawl', at(collection), ...options, ...local, ...more])
}

async function recordsOf(collection: string) {
  const records: { type: string; url: string; text: string; fields: Map<string, string> }[] = []
  const archive = at(`${collection}/archive`)
  for (const name of (await readdir(archive)).filter((file) => file.endsWith('.warc.gz'))) {
    for await (const event of readWarcFile(join(archive, name))) {
      if (event.kind !== 'record') throw new Error(event.problem.what)
      const { type, url, block, fields } = event.record
      records.push({
        type,
        url,
        text: block.toString('utf8'),
        fields: new Map(fields.map(([k, v]) => [k.toLowerCase(), v])),
      })
    }
  }
  return records
}

/** The records that are no captures, as another reader counts them. */
async function independently(collection: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const archive = at(`${collection}/archive`)
  for (const name of (await readdir(archive)).filter((file) => file.endsWith('.warc.gz'))) {
    const stream = createReadStream(join(archive, name)) as unknown as AsyncIterable<Uint8Array>
    for await (const { warcType } of new WARCParser(stream)) {
      const type = warcType ?? 'none'
      if (!['warcinfo', 'request', 'response', 'revisit'].includes(type))
        counts[type] = (counts[type] ?? 0) + 1
    }
  }
  return counts
}

describeWithChromium('a site rendered by scripts', () => {
  it('is crawled by its rendered links, searchable, archived with its resources and verified', async () => {
    const { code, out, err } = await crawl('drawn')
    expect(err).not.toMatch(/chromium/i)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ fetched: 4, rendered: { drawn: 4 }, end: 'exhausted' })

    for (const [i, word] of WORDS.entries()) {
      const found = await runCli(['search', at('drawn'), word, '--json'])
      expect(found.out, word).toContain(`/story/${i + 1}`)
    }

    const paths = web.hits.map(({ path }) => path)
    expect(paths).not.toContain('/secret/visitors.json')
    // Each page once: the browser is given what was fetched. What pages share is asked for once.
    for (const path of ['/', '/story/1', '/story/2', '/story/3', '/app.js', '/robots.txt'])
      expect(
        paths.filter((hit) => hit === path),
        path,
      ).toHaveLength(1)

    const records = await recordsOf('drawn')
    const capture = (path: string) =>
      records.find(({ type, url }) => /^re(sponse|visit)$/.test(type) && url.endsWith(`:${web.port}${path}`))
    expect(capture('/')?.text).toContain('<div id="root"></div>')
    // The same bytes for every address: stored once, and each drawn page with its own capture.
    const story = capture('/story/2')
    expect(story).toBeDefined()
    const drawn = records.find(
      ({ type, fields }) =>
        type === 'conversion' && fields.get('warc-refers-to') === story?.fields.get('warc-record-id'),
    )
    expect(drawn?.text).toContain('<h1>Rescue boats reached Ormoc</h1>')
    expect(drawn?.fields.get('content-type')).toBe('text/html; charset=utf-8')
    const parts = records.filter(
      ({ type, fields }) => type === 'response' && fields.has('warc-resource-type'),
    )
    expect(
      parts
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => path !== '/favicon.ico')
        .sort(),
    ).toEqual([
      ...['/api/list.json', '/api/story/1.json', '/api/story/2.json', '/api/story/3.json', '/app.js'],
    ])
    expect(records.filter(({ type, url }) => type === 'request' && url.endsWith('/app.js'))).toHaveLength(1)

    expect(await independently('drawn')).toEqual({ conversion: 4, metadata: expect.any(Number) })

    const verified = await runCli(['verify', at('drawn'), '--json'])
    expect(verified.out).toContain('"errors":0')
    expect(verified.out).toContain('"unclaimed":0')
    expect(verified.code).toBe(0)
  })

  it('is judged again from its rendered version in the archive', async () => {
    const archive = at('drawn/archive')
    const files = (await readdir(archive))
      .filter((file) => file.endsWith('.warc.gz'))
      .map((file) => join(archive, file))
    const judged = await runCli(['judge', '--event', at('event.yaml'), ...files])
    const lines = judged.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ url }) => new URL(url).pathname).sort()).toEqual([
      '/',
      '/story/1',
      '/story/2',
      '/story/3',
    ])
    for (const line of lines) expect(line.relevance, line.url).toBeGreaterThan(0.5)
  })

  it('is not rendered with --render never', async () => {
    const { out } = await crawl('never', '--render', 'never')
    expect(JSON.parse(out)).toMatchObject({ fetched: 1, rendered: {} })
  })

  it('starts no browser for static pages, unless --render always', async () => {
    const plain = await startHostileWeb({
      only: (socket, { path }) => {
        if (path === '/robots.txt') respond(socket, 404)
        else
          respond(
            socket,
            200,
            { 'Content-Type': 'text/html' },
            `<p>${REPORT}</p><script>document.querySelector('p').append(' The drawnword came later.')</script>`,
          )
      },
    })
    try {
      await writeFile(at('plain.txt'), `${plain.url('/')}\n`)
      const run = async (name: string, ...more: string[]) =>
        JSON.parse(
          (
            await runCli([
              'crawl',
              at(name),
              '--event',
              at('event.yaml'),
              '--seeds',
              at('plain.txt'),
              '--allow-private',
              '--delay',
              '0',
              '--patience',
              '1s',
              '--quiet',
              '--json',
              ...more,
            ])
          ).out,
        )
      expect(await run('auto')).toMatchObject({ fetched: 1, rendered: {} })
      expect(await run('always', '--render', 'always')).toMatchObject({ fetched: 1, rendered: { drawn: 1 } })
      expect((await runCli(['search', at('always'), 'drawnword', '--json'])).out).toContain(plain.url('/'))
    } finally {
      await plain.close()
    }
  })
})

/** An ordinary page: prose enough to be read as it comes. */
const REPORT = `The typhoon crossed the Philippines before dawn and left fourteen coastal towns without power. In the harbour fishermen
counted what was left of their boats. Schools opened their classrooms to families whose roofs had gone, nurses worked by torchlight, and the
mayor asked for drinking water, rice and blankets. Soldiers cleared fallen trees from the road to the airport so that the first relief flights
could land by noon. Forecasters said the storm would weaken over the sea towards Vietnam, but warned of landslides in the hills, where rain had
fallen for three days. Rescue teams with dogs searched two villages that nobody had been able to reach by telephone since midnight.`

describe('without Chromium', () => {
  it('--render auto reports it once and crawls without rendering', async () => {
    const { code, out, err } = await crawl('without', '--chromium', '/no/such/chromium')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ fetched: 1, rendered: { 'no-browser': 1 } })
    expect(err.match(/no\/such\/chromium/g)).toHaveLength(1)
    for (const part of ['apt-get install chromium', '--render never']) expect(err).toContain(part)
  })

  it('--render always is refused before anything is created or fetched', async () => {
    const before = web.connections()
    const { code, err } = await crawl('refused', '--render', 'always', '--chromium', '/no/such/chromium')
    expect(code).toBe(2)
    for (const part of ['apt-get install chromium', '--chromium', '--render never'])
      expect(err).toContain(part)
    expect(await readdir(folder)).not.toContain('refused')
    expect(web.connections()).toBe(before)
  })
})
