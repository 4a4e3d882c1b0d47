import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { serveWeb } from '../../src/lab/web/web-server.ts'
import { resultOf, runCli, startCli } from '../support/run-cli.ts'

const web = createExampleWeb({ pages: 600 })
let server: Awaited<ReturnType<typeof serveWeb>>
let folder: string
const at = (name: string) => join(folder, name)
const crawlArgs = (collection: string, pages: number) => [
  'crawl',
  at(collection),
  '--event',
  at('event.yaml'),
  '--seeds',
  at('seeds.txt'),
  '--proxy',
  server.url,
  '--pages',
  String(pages),
  '--delay',
  '0',
  '--patience',
  '1s',
  '--quiet',
]

beforeAll(async () => {
  server = await serveWeb(web)
  folder = await mkdtemp(join(tmpdir(), 'eventide-e2e-'))
  await writeFile(at('event.yaml'), web.event)
  await writeFile(at('seeds.txt'), `# where to start\n${web.seeds.join('\n')}\n`)
})

afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

describe('one event, end to end', () => {
  it('is crawled, archived, searched, exported and verified', async () => {
    const crawl = await runCli([...crawlArgs('haul', 80), '--json'])
    expect(crawl.err).toContain('No contact is set')
    expect(crawl.code).toBe(0)
    const summary = JSON.parse(crawl.out)
    expect(summary).toMatchObject({ end: 'pages', fetched: 80 })
    expect(summary.kept).toBeGreaterThan(10)

    const exported = await runCli(['export', at('haul'), '--copies'])
    const lines = exported.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toHaveLength(summary.kept + summary.copies)
    expect(lines.filter((line) => line.duplicateOf === null)).toHaveLength(summary.kept)
    expect(Object.keys(lines[0])).toEqual([
      'url',
      'canonicalUrl',
      'title',
      'language',
      'published',
      'publishedFrom',
      'places',
      'relevance',
      'relevant',
      'evidence',
      'source',
      'depth',
      'parent',
      'duplicateOf',
      'order',
      'fetchedAt',
      'status',
      'warc',
      'textDigest',
      'summary',
      'who',
      'robots',
      'kind',
      'curated',
      'page',
      'collection',
    ])
    const all = (await runCli(['export', at('haul'), '--all'])).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(all.map((line) => line.order)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1))
    // Some pages of the example web have noarchive.
    for (const line of all) expect(line.robots?.withheld || line.warc.length > 0).toBe(true)

    const found = await runCli([
      'search',
      at('haul'),
      lines[0].title.split(' ').slice(0, 2).join(' '),
      '--json',
    ])
    expect(found.code).toBe(0)
    expect(
      found.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).url),
    ).toContain(lines[0].url)

    const verified = await runCli(['verify', at('haul'), '--json'])
    expect(verified.code).toBe(0)
    expect(JSON.parse(verified.out.trim().split('\n').at(-1)!).summary).toMatchObject({ errors: 0 })
  })

  it('finds Chinese pages by Chinese words', async () => {
    const exported = (await runCli(['export', at('haul')])).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const chinese = exported.find((line) => line.language === 'zh')
    expect(chinese).toBeDefined()
    const word = /\p{Script=Han}{2}/u.exec(chinese.title)![0]
    const found = await runCli(['search', at('haul'), word, '--json', '--limit', '100'])
    expect(found.out).toContain(chinese.url)
  })

  it('writes WARC files that an independent reader can read', async () => {
    const archive = at('haul/archive')
    const files = (await readdir(archive)).filter((name) => name.endsWith('.warc.gz'))
    let responses = 0
    for (const name of files) {
      const { createReadStream } = await import('node:fs')
      const parser = new WARCParser(
        createReadStream(join(archive, name)) as unknown as AsyncIterable<Uint8Array>,
      )
      for await (const record of parser) {
        if (
          (record.warcType === 'response' || record.warcType === 'revisit') &&
          record.httpHeaders?.statusCode === 200 &&
          !record.warcTargetURI?.endsWith('/robots.txt') &&
          // Scripts and styles of rendered pages.
          record.warcHeader('WARC-Resource-Type') === null
        )
          responses++
        await record.readFully(false)
      }
    }
    const all = (await runCli(['export', at('haul'), '--all'])).out.trim().split('\n')
    expect(responses).toBe(all.filter((line) => JSON.parse(line).warc !== null).length)
    expect(responses).toBeGreaterThan(70)
  })

  it('judges archived pages again without crawling', async () => {
    const archive = at('haul/archive')
    const files = (await readdir(archive))
      .filter((name) => name.endsWith('.warc.gz'))
      .map((name) => join(archive, name))
    const judged = await runCli(['judge', '--event', at('event.yaml'), ...files])
    expect(judged.code).toBe(0)
    const verdicts = new Map(
      judged.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((line) => [line.url, line.relevance]),
    )
    const exported = (await runCli(['export', at('haul'), '--all'])).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((line) => line.warc !== null)
    expect(verdicts.size).toBe(exported.length)
    // A strategy learns during a crawl, which `judge` does not repeat. Learning moves the log-odds by at most 2.
    const logOdds = (chance: number) => Math.log(chance / (1 - chance))
    const untaught = exported.filter((line) => !('learned' in line.evidence))
    expect(untaught.length).toBeGreaterThan(0)
    for (const line of untaught) expect(verdicts.get(line.url)).toBeCloseTo(line.relevance, 9)
    for (const line of exported.filter((one) => !one.evidence.gates))
      expect(Math.abs(logOdds(verdicts.get(line.url)) - logOdds(line.relevance))).toBeLessThan(2.001)
  })

  it('resumes with the same command, and refuses another event', async () => {
    const more = await runCli([...crawlArgs('haul', 100), '--json'])
    expect(JSON.parse(more.out)).toMatchObject({ fetched: 100, fetchedThisRun: 20 })
    await writeFile(at('other.yaml'), 'name: Another\nwhat: [flood]\n')
    const other = await runCli(['crawl', at('haul'), '--event', at('other.yaml'), '--proxy', server.url])
    expect(other.code).toBe(2)
    expect(other.err).toContain('not the event of this collection')
  })

  it('finishes current pages on Ctrl-C and can be resumed', async () => {
    const child = startCli(crawlArgs('stopped', 400))
    const before = server.requests()
    const ended = resultOf(child)
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (server.requests() < before + 30) return
        clearInterval(timer)
        resolve()
      }, 5)
    })
    child.kill('SIGINT')
    expect((await ended).code).toBe(4)
    expect((await runCli(['verify', at('stopped')])).code).toBe(0)
    const more = await runCli([...crawlArgs('stopped', 60), '--json'])
    expect(more.code).toBe(0)
    expect(JSON.parse(more.out).fetched).toBeGreaterThanOrEqual(30)
  })

  it('allows one crawl per collection at a time', async () => {
    const child = startCli(crawlArgs('busy', 5000))
    const before = server.requests()
    const ended = resultOf(child)
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (server.requests() === before) return
        clearInterval(timer)
        resolve()
      }, 5)
    })
    const second = await runCli(crawlArgs('busy', 10))
    child.kill('SIGKILL')
    await ended
    expect(second.code).toBe(5)
    expect(second.err).toMatch(/process \d+/)
  })
})

describe('bad input is refused with what to do', () => {
  it.each([
    ['no command', [], 2, 'Usage'],
    ['an unknown command', ['crwal'], 2, 'crawl'],
    ['an unknown option', ['crawl', 'x', '--strateggy', 'y'], 2, '--strategy'],
    ['no event', ['crawl', '/tmp/eventide-nowhere', '--contact', 'a@b.example'], 2, '--event'],
    [
      'a missing event file',
      ['event', 'show', '/nowhere.yaml'],
      2,
      'Cannot read /nowhere.yaml: the file does not exist',
    ],
    ['a folder that is no collection', ['search', '/tmp', 'storm'], 2, 'not a collection'],
    ['a query but no collection', ['search', 'storm'], 2, 'eventide search'],
    ['a bad number', ['crawl', 'x', '--pages', 'many'], 2, 'whole number'],
    ['a bad duration', ['crawl', 'x', '--time', '2'], 2, '30m'],
    ['a bad format', ['export', 'x', '--format', 'xml'], 2, 'jsonl'],
    ['a misspelt place', ['event', 'new', 'x', '--what', 'storm', '--where', 'Philipines'], 2, 'Philippines'],
    ['an impossible day', ['event', 'new', 'x', '--what', 'storm', '--when', '2021-02-30'], 2, 'YYYY-MM-DD'],
  ])('%s', async (_, args, code, message) => {
    const result = await runCli(args)
    expect(result.err + result.out).toContain(message)
    expect(result.code).toBe(code)
  })

  it('refuses a crawl of the public web without a contact', async () => {
    const result = await runCli([
      'crawl',
      at('public'),
      '--event',
      at('event.yaml'),
      '--seeds',
      at('seeds.txt'),
    ])
    expect(result.code).toBe(2)
    expect(result.err).toContain('--contact')
  })

  it('refuses an unknown strategy before anything is fetched', async () => {
    const before = server.requests()
    const result = await runCli([...crawlArgs('strange', 5), '--strategy', '__proto__'])
    expect(result.code).toBe(2)
    expect(result.err).toContain('Unknown strategy')
    expect(server.requests()).toBe(before)
  })

  it('names the line of a seed list that is not a URL', async () => {
    await writeFile(at('bad-seeds.txt'), 'http://a.example/\nnot an address\n')
    const result = await runCli([
      'crawl',
      at('never'),
      '--event',
      at('event.yaml'),
      '--seeds',
      at('bad-seeds.txt'),
      '--proxy',
      server.url,
    ])
    expect(result.code).toBe(2)
    expect(result.err).toContain('bad-seeds.txt:2:')
    expect(await readdir(folder)).not.toContain('never')
  })

  it('JSON lines with a line that is not JSON when strict, with its line', async () => {
    await writeFile(at('bad.jsonl'), '{"url":"http://a.example/","text":"storm"}\n{oops\n')
    const skipped = await runCli(['judge', '--event', at('event.yaml'), at('bad.jsonl')])
    expect(skipped.code).toBe(3)
    const result = await runCli(['judge', '--event', at('event.yaml'), '--strict', at('bad.jsonl')])
    expect(result.code).toBe(2)
    expect(result.err).toContain('bad.jsonl:2: the line is not valid JSON')
  })
})

describe('eventide judge', () => {
  it('keeps order and passes other fields through', async () => {
    const lines = [
      { url: 'http://a.example/1', text: 'A typhoon made landfall. '.repeat(20), label: 'yes', id: 7 },
      {
        url: 'http://a.example/2',
        html: '<title>Football</title><p>The home side won the match.</p>',
        date: '2024-11-09',
      },
    ]
    await writeFile(at('in.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
    const result = await runCli(['judge', '--event', at('event.yaml'), at('in.jsonl'), '-o', at('out.jsonl')])
    expect(result.code).toBe(0)
    const out = (await readFile(at('out.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(out.map((line) => line.url)).toEqual(lines.map((line) => line.url))
    expect(out[0]).toMatchObject({ label: 'yes', id: 7 })
    expect(out[0]).not.toHaveProperty('text')
    expect(out[1]).not.toHaveProperty('html')
    expect(out[1]).toMatchObject({
      published: '2024-11-09',
      publishedFrom: 'given',
      title: 'Football',
      relevant: false,
    })
    expect(out[0].relevance).toBeGreaterThan(out[1].relevance)
  })
})
