import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { parseEvent } from '../../src/event/event-file.ts'
import { escapeHtml } from '../../src/html/escape-html.ts'
import { parseQuery } from '../../src/library/query.ts'
import { readPage } from '../../src/page/read-page.ts'
import { createGeoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { createStrategy, STRATEGIES, STRATEGY_NAMES } from '../../src/score/registry.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'
import { verdictOn } from '../../src/score/verdict-on.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { respond } from '../hostile-web/respond.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'

/** Strings that break out of unescaped SQL, full-text queries, logs, terminals, JSON, HTML and shells. */
const BREAKERS = [
  `'; DROP TABLE urls; --`,
  `" OR "1"="1`,
  `') UNION SELECT sql FROM sqlite_master --`,
  '"*NEAR(a b, 2)" AND NOT ^x : {title}',
  'a" OR b* -c NEAR(d',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m',
  'line\r\nInjected: header\nERROR forged log line',
  '\u202egnp.exe\u2066 \u2028 \u2029',
  '\u0000%00\ufffe\ud800',
  '"><img src=x onerror=alert(1)></script>',
  '$' + '{jndi:ldap://a}{{7*7}}`id`$(id)',
  '=HYPERLINK("http://evil.test";"x")',
  '+1+1|cmd',
  '@SUM(A1)',
  '__proto__',
  'constructor',
]

const WORLD = { places: { resolve: () => undefined, suggest: () => [] }, strategies: strategyCatalog }
// Control characters for terminals, except line feeds.
const OBEYED = /[^\P{Cc}\n]|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

let web: HostileWeb
let folder: string
let collection: string

async function run(...args: string[]): Promise<{ out: string; err: string; failed: string | null }> {
  const written: { out: string[]; err: string[] } = { out: [], err: [] }
  let failed: string | null = null
  const terminal = {
    out: { write: (text: string) => void written.out.push(text) },
    err: { write: (text: string) => void written.err.push(text) },
  }
  await createProgram(terminal)
    .parseAsync(args, { from: 'user' })
    .catch((error: Error) => {
      failed = error.message
    })
  return { out: written.out.join(''), err: written.err.join(''), failed }
}

beforeAll(async () => {
  web = await startHostileWeb({
    routes: {
      '/page': (socket, { path }) => {
        const text = escapeHtml(BREAKERS[Number(path.split('/')[2])] ?? '')
        const link = `<a href="/l/${path.length}" title="${text}">${text} flood</a>`
        const body = `<title>${text}</title><meta name=description content="${text}"><h1>${text}</h1><p>flood ${text} ${link}</p>`
        respond(socket, 200, { 'Content-Type': 'text/html; charset=utf-8' }, body)
      },
      '/l': (socket) =>
        socket.write(
          'HTTP/1.1 200 \u001b[2Jforged\r\nContent-Type: \u001b[31mtext/html\r\nX-\u001b: x\r\nContent-Length: 5\r\n\r\nflood',
        ),
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'eventide-strings-'))
  collection = join(folder, 'c')
  await writeFile(join(folder, 'event.yaml'), 'name: "Flood \\e[2J"\nwhat: [flood]\n')
  const seeds = BREAKERS.map((_, i) => `http://h${i}.test:${web.port}/page/${i}`)
  await writeFile(join(folder, 'seeds.txt'), seeds.join('\n'))
  const crawl = await run(
    ...['crawl', collection, '--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt')],
    ...['--allow-private', '--resolve', `*:${web.port}:127.0.0.1`, '--delay', '0', '--patience', '0s'],
    ...['--reading-workers', '0', '--min-free', '0B', '--pages', '60'],
  )
  expect(crawl.failed).toBeNull()
  expect(crawl.out + crawl.err).not.toMatch(OBEYED)
})
afterAll(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

describe('4.18 config poisoning', () => {
  it.each([
    ['__proto__', 'name: x\nwhat: [a]\n__proto__: { polluted: 1 }'],
    ['constructor.prototype', 'name: x\nwhat: [a]\nconstructor: { prototype: { polluted: 1 } }'],
    ['a doubled key', 'name: x\nwhat: [a]\nwhat: [b]'],
    ['__proto__ further in', 'name: x\nwhat: [a]\njudge: { __proto__: { polluted: 1 } }'],
    ['a misspelt key', 'name: x\nwhat: [a]\nwhen: { start: 2020-01-01, strat: 2020-01-02 }'],
    ['wrong types', 'name: [x]\nwhat: 7\nwhere: { a: { b: c } }'],
    [
      '100,000 keys',
      `name: x\nwhat: [a]\n${Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join('\n')}`,
    ],
    ['aliases of aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nname: *c\nwhat: *c'],
    ['16,000 levels', '[[[[[[[['.repeat(2_000)],
  ])('refuses %s without polluting any prototype', (_, text) => {
    expect(() => parseEvent(text, WORLD)).toThrow()
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('treats property names as ordinary words', () => {
    const event = parseEvent('name: x\nwhat: { __proto__: 1, constructor: 0.5 }', WORLD)
    expect(event.what.map(({ term }) => term)).toEqual(['__proto__', 'constructor'])
    expect(Object.hasOwn(Object.prototype, 'weight')).toBe(false)
  })

  it.each(STRATEGY_NAMES)('%s refuses unknown options', (name) => {
    const poisoned = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(STRATEGIES[name].options.safeParse({ ...poisoned, mispelt: 1 }).success).toBe(false)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('4.19 names looked up in registries', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', '', '\u0000'])(
    'refuses %j as a strategy',
    async (name) => {
      const setup = { event: parseEvent('name: x\nwhat: [a]', WORLD), random: () => 0.5 }
      expect(() => createStrategy(name, setup)).toThrow(/unknown strategy/i)
      const { failed } = await run('crawl', join(folder, 'none'), '--strategy', name)
      expect(failed).not.toBeNull()
    },
  )

  it.each(['constructor', '__proto__', 'toString'])(
    'refuses %s as a format, language or place',
    async (name) => {
      expect((await run('export', collection, '--format', name)).failed).toContain('Allowed choices')
      expect((await run('search', collection, 'flood', '--near', name)).failed).toContain('gazetteer')
      expect(() =>
        readPage({ url: 'http://a.test/', body: Buffer.from(`<html lang=${name}><p>x`), contentType: name }),
      ).not.toThrow()
    },
  )
})

describe('4.20 spreadsheets', () => {
  it('starts no exported cell with a formula, unless --raw is given', async () => {
    const { out } = await run('export', collection, '--format', 'csv', '--all')
    expect(out.split('\r\n').length).toBeGreaterThan(BREAKERS.length)
    expect(out).not.toMatch(/(?:^|,)"?[=+@\t]/m)
    expect(out).toContain(`"'=HYPERLINK(""http`)
    expect((await run('export', collection, '--format', 'csv', '--all', '--raw')).out).toContain(
      `"=HYPERLINK(`,
    )
  })
})

describe('4.22 injection into stores, logs and terminals', () => {
  it('stores every string unchanged', async () => {
    const store = await openSqliteStore(join(collection, 'collection.db'))
    expect(await store.check()).toEqual([])
    const titles: string[] = []
    for await (const page of store.pages({ all: true })) titles.push(page.title)
    expect(titles).toContain(`'; DROP TABLE urls; --`)
    expect(titles).toContain('__proto__')
    await store.close()
  })

  it.each(BREAKERS)('searches for %j literally', async (text) => {
    const { out, err, failed } = await run('search', collection, `flood ${text}`)
    expect(out + err).not.toMatch(OBEYED)
    expect(failed).toBeNull()
    expect((await run('search', collection, '--json', '--', `"${text}`)).out).not.toMatch(OBEYED)
  })

  it('refuses a query of 10 MB', () => {
    for (const text of ['a '.repeat(5_000_000), '"'.repeat(10_000_000), '-'.repeat(10_000_000)])
      expect(() => parseQuery(text)).toThrow(/longer than/)
  })

  it.each([['search', 'flood'], ['export', '--format=jsonl'], ['export', '--format=urls'], ['verify']])(
    'eventide %s writes no terminal escapes',
    async (command, ...rest) => {
      const { out, err } = await run(command, collection, ...rest)
      expect(out.length + err.length).toBeGreaterThan(0)
      expect(out + err).not.toMatch(OBEYED)
    },
  )

  it('explain shows hostile URLs and anchors escaped', async () => {
    for (const [i] of BREAKERS.entries()) {
      const { out, failed } = await run('explain', collection, `http://h${i}.test:${web.port}/page/${i}`)
      expect(failed).toBeNull()
      expect(out).not.toMatch(OBEYED)
    }
  })

  it('JSON output keeps every string unchanged', async () => {
    const { out } = await run('export', collection, '--format', 'jsonl', '--all')
    const titles = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title)
    expect(titles).toContain('"><img src=x onerror=alert(1)></script>')
  })
})

describe('4.27 untrusted text to models, dates and the gazetteer', () => {
  const strategy = createStrategy('event-model', {
    event: parseEvent('name: x\nwhat: [flood]\nwhen: 2020-01-01', WORLD),
    random: () => 0.5,
  })
  const geoparser = createGeoparser(loadGazetteer())
  const read = (html: string) =>
    readPage(
      { url: 'http://a.test/99999/99/99/x', body: Buffer.from(html), contentType: 'text/html' },
      { geoparser },
    )
  const date = '<meta property="article:published_time" content='

  it.each([
    ['a title of 1 MB', `<title>${'flood '.repeat(170_000)}</title><p>flood</p>`],
    ['a title of one word of 1 MB', `<title>${'a'.repeat(1_000_000)}</title>`],
    [
      'the day 99999-99-99',
      `${date}"99999-99-99"><time datetime="99999-99-99">99/99/99999</time><p>flood 99.99.9999`,
    ],
    ['the day 0000-00-00', `${date}"0000-00-00T99:99:99+99:99"><p>flood`],
    ['10,000 dates', `<p>${'1 January 2020, '.repeat(10_000)}`],
    ['100,000 places', `<p>flood ${'Paris, London, San Jose; '.repeat(33_334)}`],
    ['100,000 capitals', `<p>${Array.from({ length: 100_000 }, (_, i) => `Aa${i.toString(36)}`).join(' ')}`],
    ['numbers that are none', `<p>flood NaN Infinity -Infinity 1e999 ${'9'.repeat(100_000)}`],
  ])('gives a finite verdict within 0..1 for %s', (_, html) => {
    const page = read(html)
    expect(page.title.length).toBeLessThanOrEqual(500)
    expect(page.published === null || /^\d{4}-\d\d-\d\d$/.test(page.published)).toBe(true)
    const { relevance, evidence } = verdictOn(page, strategy)
    expect(relevance >= 0 && relevance <= 1).toBe(true)
    for (const { value, weight } of Object.values(evidence)) {
      expect(value === null || (Number.isFinite(value) && value >= 0)).toBe(true)
      expect(Number.isFinite(weight)).toBe(true)
    }
  })
})
