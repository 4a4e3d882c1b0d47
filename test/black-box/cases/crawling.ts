import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Bench } from './bench.ts'

const PAGES: Readonly<Record<string, string>> = {
  '/': '<title>Typhoon Lingwayan</title><p>Typhoon Lingwayan hit Guiuan. <a href="/storm">Storm surge</a> <a href="/sport">Football</a>',
  '/storm':
    '<title>Storm surge</title><p>The storm surge of Typhoon Lingwayan flooded Guiuan in Eastern Samar.',
  '/sport': '<title>Football</title><p>The league announced its fixtures.',
}

/** Commands that crawl, judge or compare: crawl, judge, calibrate, example, lab. */
export function crawlingCases({ cwd, uses, refuses, run, json }: Bench): void {
  let web: Server
  beforeAll(async () => {
    web = createServer(({ url }, response) => {
      const page = Object.hasOwn(PAGES, url ?? '') ? PAGES[url ?? ''] : undefined
      response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? 'not found')
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const { port } = web.address() as AddressInfo
    await writeFile(join(cwd, 'local-seeds.txt'), `http://127.0.0.1:${port}/\n`)
  })
  afterAll(() => new Promise((resolve) => web.close(resolve)))

  uses('crawl', 'crawls a web, and resumes with more pages', async () => {
    const options = ['--allow-private', '--delay', '0', '--render', 'never']
    const begin = ['crawl', 'local', '--event', 'storm.yaml', '--seeds', 'local-seeds.txt', '--pages', '1']
    expect(await json([...begin, ...options])).toMatchObject({ fetched: 1, end: 'pages' })
    expect(await json(['crawl', 'local', '--pages', '10', ...options])).toMatchObject({
      fetched: 3,
      end: 'exhausted',
    })
    expect(await json(['verify', 'local'])).toMatchObject({ summary: { errors: 0, responses: 4 } })
  })
  refuses('crawl', 'the public web without a contact', ['new', '--event', 'event.yaml'], /--contact/)
  refuses(
    'crawl',
    'seeds that do not exist',
    ['new', '--event', 'event.yaml', '--seeds', 'missing.txt', '--contact', 'a@example.org'],
    /Cannot read missing\.txt: the file does not exist/,
  )
  refuses(
    'crawl',
    'another event for a collection',
    ['haiyan', '--event', 'examples/zhengzhou.yaml', '--allow-private'],
    /not the event of this collection/,
  )
  refuses(
    'crawl',
    'a strategy nobody knows',
    ['haiyan', '--strategy', 'nope'],
    /unknown strategy.*known: adaptive/i,
  )

  uses('judge', 'judges JSON lines, HTML and WARC files', async () => {
    const files = ['pages.jsonl', 'page.html', 'haiyan/archive']
    const archive = (await run(['export', 'haiyan', '--format', 'warc', '-o', 'judged.warc.gz'])).code
    expect(archive).toBe(0)
    await run([
      'judge',
      '--event',
      'event.yaml',
      files[0]!,
      files[1]!,
      'judged.warc.gz',
      '-o',
      'verdicts.jsonl',
    ])
    const lines = (await readFile(join(cwd, 'verdicts.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(20)
    expect(lines[0]).toMatchObject({ url: 'https://news.example/0', relevance: expect.any(Number) })
  })
  refuses(
    'judge',
    'a file that does not exist',
    ['--event', 'event.yaml', 'missing.jsonl'],
    /Cannot read missing\.jsonl: the file does not exist/,
  )
  refuses('judge', 'to judge without an event', ['pages.jsonl'], /--event/)

  uses('calibrate', 'learns from labelled pages and writes the event file', async () => {
    await run(['event', 'new', 'Lingwayan', '--what', 'typhoon,lingwayan', '-o', 'calibrated.yaml'])
    const report = await json(['calibrate', '--event', 'calibrated.yaml', 'labelled.jsonl', '--write'])
    expect(report).toMatchObject({ labels: expect.anything() })
    expect(await readFile(join(cwd, 'calibrated.yaml'), 'utf8')).toContain('judge:')
  })
  refuses(
    'calibrate',
    'labels that do not exist',
    ['--event', 'event.yaml', 'missing.jsonl'],
    /Cannot read missing\.jsonl: the file does not exist/,
  )

  uses('example', 'crawls the example web without a network', async () => {
    const small = ['--no-serve', '--pages', '20', '--web-pages', '1000', '--render', 'never', '--quiet']
    expect((await run(['example', 'small', ...small])).out).toContain('of 20 pages kept')
  })
  refuses('example', 'a budget of no pages', ['small', '--pages', '0'], /--pages/)

  uses('lab compare', 'compares strategies and writes the report', async () => {
    const small = ['--web', 'example:1000', '--pages', '30', '--random-seeds', '2', '--quiet', '-o', 'report']
    const report = await json(['lab', 'compare', '--strategies', 'best-first,breadth-first', ...small])
    expect(JSON.stringify(report)).toContain('breadth-first')
    expect(await readFile(join(cwd, 'report/report.html'), 'utf8')).toContain('best-first')
  })
  refuses('lab compare', 'a strategy nobody knows', ['--strategies', 'nope'], /nope/)
  refuses('lab compare', 'a web that does not exist', ['--web', 'missing.jsonl'], /missing\.jsonl/)
}
