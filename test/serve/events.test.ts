import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { eventForm } from '../../src/api/events.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { serveWeb, type WebServer } from '../../src/lab/web/web-server.ts'
import { lockCollection } from '../../src/store/sqlite/lock.ts'
import { type EmptyServer, openEmptyServer } from './empty-server.ts'

type Form = z.input<typeof eventForm>
type Answer = { status: number; body: Record<string, unknown> }

const example = createExampleWeb({ pages: 1_200, seed: 1 })
let web: WebServer
let harness: EmptyServer
beforeAll(async () => {
  web = await serveWeb(example, { waits: false })
  harness = await openEmptyServer({ network: { proxy: web.url } })
})
afterAll(async () => {
  await harness.close()
  await web.close()
})

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${harness.url}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const get = (path: string) => ask('GET', path)
const post = (path: string, body: unknown) => ask('POST', path, body)

const form: Form = {
  name: 'Typhoon Haiyan',
  what: { typhoon: 1, haiyan: 0.9 },
  where: { Tacloban: 1, Philippines: 0.5 },
  when: { start: '2013-11-03', interest: [] },
  who: {},
  languages: ['en'],
  seeds: [],
}

const YAML = `# ours
name: Typhoon Haiyan
what: { typhoon: { weight: 1, synonyms: [hurricane] }, haiyan: 0.9 } # words
where: [Tacloban, Philippines]
when: 2013-11-03
concepts:
  global: { storm: [storm surge, landfall] } # drawn
learned: { where: 2 }
`

describe('the routes of places', () => {
  const places = async (path: string) =>
    (await get(path)).body.places as { name: string; within: string; level: string; id: string }[]

  it('find places by prefix in any language, best known first', async () => {
    expect((await places('/api/places?q=lond'))[0]).toMatchObject({ name: 'London', country: 'GB' })
    expect((await places(`/api/places?q=${encodeURIComponent('北京')}`))[0]).toMatchObject({
      name: 'Beijing',
    })
    expect((await places('/api/places?q=Philipines'))[0]).toMatchObject({ name: 'Philippines' })
  })

  it('distinguish places of the same name', async () => {
    const found = await places('/api/places?q=springfield&limit=50')
    expect(found.length).toBeGreaterThan(15)
    expect(new Set(found.map(({ name, level, within }) => `${name} ${level} ${within}`)).size).toBe(
      found.length,
    )
    expect(found.map(({ within }) => within)).toContain('Illinois, United States')
  })

  it('find the places at a point on the map', async () => {
    const names = (await places('/api/places/near?lat=11.24&lon=125')).map(({ name }) => name)
    expect(names).toContain('Tacloban')
    expect(names.slice(-4)).toEqual(expect.arrayContaining(['Eastern Visayas', 'Philippines']))
  })

  it.each(['', '?q=', `?q=${'a'.repeat(101)}`, '?q=a&limit=0', '?q=a&limit=51', '?q=a&x=1'])(
    'refuse the query %j',
    async (query) => {
      expect(await get(`/api/places${query}`)).toMatchObject({ status: 400, body: { code: 'bad-request' } })
    },
  )

  it.each(['lat=91&lon=0', 'lat=0&lon=181', 'lat=x&lon=0', 'lat=NaN&lon=0'])(
    'refuse the point %s',
    async (query) => {
      expect((await get(`/api/places/near?${query}`)).status).toBe(400)
    },
  )
})

describe('the routes of events', () => {
  it('turn a form into an event and its YAML', async () => {
    const { status, body } = await post('/api/events/check', { form })
    expect(status).toBe(200)
    expect(body).toMatchObject({ form, ontology: null })
    expect(body.places).toMatchObject([
      { as: 'Tacloban', name: 'Tacloban', within: 'Eastern Visayas, Philippines', weight: 1 },
      { as: 'Philippines', id: 'iso:PH', weight: 0.5 },
    ])
    expect(await post('/api/events/check', { yaml: body.yaml })).toMatchObject({ body: { form } })
  })

  it('convert YAML to a form and back without loss', async () => {
    const { body } = await post('/api/events/check', { yaml: YAML })
    expect(body.ontology).toMatch(/^<svg .*storm surge/s)
    expect(body.form).toMatchObject({ what: { typhoon: 1, haiyan: 0.9 }, when: { start: '2013-11-03' } })
    const same = await post('/api/events/check', { form: body.form, base: YAML })
    expect(same.body.yaml).toBe(YAML)
    const edited = await post('/api/events/check', {
      form: { ...(body.form as object), name: 'Yolanda', where: { Tacloban: 1, 'iso:PH': 0.4 } },
      base: YAML,
    })
    expect(edited.body.yaml).toBe(
      YAML.replace('Typhoon Haiyan', 'Yolanda').replace(
        '[Tacloban, Philippines]',
        '{ Tacloban: 1, iso:PH: 0.4 }',
      ),
    )
  })

  it('explain place ids in the YAML with comments', async () => {
    const { body } = await post('/api/events/check', { form: { ...form, where: { 'iso:PH': 1 } } })
    expect(body.yaml).toContain('iso:PH: 1 # Philippines\n')
  })

  it('report line and column of each problem in the YAML', async () => {
    const yaml = 'name: A\nwhat: { typhoon: 2 }\nwhere: [Taclobann]\nstrategy: bestfirst\n'
    expect(await post('/api/events/check', { yaml })).toMatchObject({
      status: 400,
      body: {
        code: 'event-file',
        message: expect.stringContaining('event.yaml:2:18: the weight of what.typhoon'),
        issues: [
          { path: '2:18' },
          { path: '2:7', message: 'what is empty: give at least one word' },
          {
            path: '3:9',
            message: expect.stringMatching(/"Taclobann" is not in the gazetteer \(did you mean/),
          },
          { path: '4:11', message: expect.stringMatching(/unknown strategy "bestfirst".*best-first/) },
        ],
      },
    })
    expect(await post('/api/events/check', { yaml: 'name: [A' })).toMatchObject({
      body: { issues: [{ path: '1:9' }] },
    })
  })

  it('report the field of each problem in the form', async () => {
    expect(
      await post('/api/events/check', { form: { ...form, where: { Tacloban: 1, Taclobann: 0.5 } } }),
    ).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/^where\.Taclobann: the place/),
        issues: [{ path: 'where.Taclobann' }],
      },
    })
    expect(await post('/api/events/check', { form: { ...form, strategy: 'constructor' } })).toMatchObject({
      body: { issues: [{ path: 'strategy' }] },
    })
  })

  it('read no files of the server', async () => {
    const yaml = `name: A\nwhat: [b]\nconcepts: { global: /etc/passwd, local: [{ file: ../event.yaml }] }\n`
    const { status, body } = await post('/api/events/check', { yaml })
    expect(status).toBe(400)
    expect(body.message).toMatch(/cannot be read from the browser/)
    expect(body.message).not.toMatch(/root:/)
  })

  it.each([
    ['deep nesting', { yaml: '['.repeat(20_000) }],
    ['aliases within aliases', { yaml: `a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\nname: x\nwhat: [y]` }],
    [
      '20,000 words',
      { yaml: `name: a\nwhat:\n${Array.from({ length: 20_000 }, (_, i) => `  w${i}: 1`).join('\n')}` },
    ],
    ['20,000 unknown keys', { yaml: Array.from({ length: 20_000 }, (_, i) => `w${i}: 1`).join('\n') }],
    ['2,000 unknown places', { form: { ...form, where: names(2_000) } }],
    ['100,000 keys', { form: { ...form, what: names(100_000) } }],
    ['too much text', { yaml: `name: a\nwhat: [b]\n# ${'x'.repeat(1_000_000)}` }],
    ['wrong types', { form: { ...form, what: ['typhoon'] } }],
    ['a weight that is none', { form: { ...form, what: { typhoon: '1' } } }],
    ['both ways at once', { form, yaml: YAML }],
    ['neither', {}],
    ['nothing', null],
    ['a list', []],
  ])('is refused with %s', async (_, body) => {
    const { status, body: said } = await post('/api/events/check', body)
    expect(status).toBe(400)
    expect(said.code).toMatch(/^(bad-request|event-file|event-form)$/)
    expect(JSON.stringify(said).length).toBeLessThan(20_000)
  })

  it('do not treat __proto__ as a key', async () => {
    const text = JSON.stringify({ form }).replace('"typhoon"', '"__proto__"')
    expect((await post('/api/events/check', text)).status).toBe(400)
    const { body } = await post('/api/events/check', {
      yaml: 'name: a\nwhat: { __proto__: 1, constructor: 0.5 }',
    })
    expect(JSON.stringify(body.form)).toContain('"constructor":0.5')
    expect(({} as Record<string, unknown>).typhoon).toBeUndefined()
  })
})

describe('drafting an event', () => {
  const draft = { name: 'A flood', what: ['flood'], where: [], who: [], languages: [], urls: [] as string[] }

  it('builds an event from words', async () => {
    const { status, body } = await post('/api/events/draft', {
      ...draft,
      what: ['flood', 'rescue'],
      where: ['Leyte, Philippines'],
      start: '2020-01-02',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      form: {
        what: { flood: 1, rescue: 0.9 },
        where: { 'Leyte, Philippines': 1 },
        when: { start: '2020-01-02' },
      },
      failed: [],
    })
  })

  it('learns from pages, and lists those that cannot be fetched', async () => {
    const { status, body } = await post('/api/events/draft', {
      ...draft,
      what: [],
      urls: [example.seeds[0]!, 'http://nowhere.example/', 'ftp://a.example/', `  ${example.seeds[0]}  `],
    })
    expect(status).toBe(200)
    expect(body.failed).toEqual([
      { url: 'http://nowhere.example/', message: expect.any(String) },
      { url: 'ftp://a.example/', message: 'it is not an http or https URL' },
    ])
    expect(body.form).toMatchObject({ seeds: [example.seeds[0]] })
    expect(Object.keys((body.form as Form).what).length).toBeGreaterThan(10)
    expect(body.yaml).toMatch(/learned: .*where: 1/)
  })

  it('is refused without words and pages', async () => {
    expect(await post('/api/events/draft', { ...draft, what: [] })).toMatchObject({
      status: 400,
      body: { code: 'no-words' },
    })
    expect(
      await post('/api/events/draft', { ...draft, what: [], urls: ['http://nowhere.example/'] }),
    ).toMatchObject({ body: { code: 'no-pages', issues: [{ path: 'http://nowhere.example/' }] } })
  })
})

describe('the interest series', () => {
  const csv = ['Day,typhoon,storm', ...Array.from({ length: 20 }, (_, i) => row(i))].join('\n')
  function row(i: number) {
    return `2013-11-${String(i + 1).padStart(2, '0')},${i < 6 ? 0 : 100 - i},${i}`
  }

  it('is a curve with a detected start', async () => {
    const { body } = await post('/api/events/interest', { csv })
    expect(body).toMatchObject({
      columns: ['typhoon', 'storm'],
      column: 'typhoon',
      start: '2013-11-07',
      rule: 'onset',
    })
    expect(body.points).toHaveLength(20)
    expect((body.interest as unknown[])[0]).toEqual({
      from: '2013-11-07',
      to: '2013-11-07',
      value: 100,
    })
  })

  it('begins at the start the user sets', async () => {
    const { body } = await post('/api/events/interest', { csv, column: 'storm', start: '2013-11-19' })
    expect(body).toMatchObject({
      column: 'storm',
      interest: [{ from: '2013-11-19' }, { from: '2013-11-20' }],
    })
    expect(body.start).not.toBe('2013-11-19')
  })

  it('may be empty', async () => {
    const { body } = await post('/api/events/interest', { csv: 'Day,a\n2013-11-01,0\n2013-11-02,0' })
    expect(body).toMatchObject({ start: null, rule: null, interest: [] })
  })

  it.each([
    ['no dates', { csv: 'a,b\nc,d' }, 'bad-series'],
    ['an unknown column', { csv, column: 'strom' }, 'series-column'],
    ['no column of that name', { csv, column: '__proto__' }, 'series-column'],
    ['an unknown rule', { csv, rule: 'constructor' }, 'bad-request'],
    ['20 MB of rows', { csv: `Day,a\n${'2013-11-08,1\n'.repeat(1_500_000)}` }, 'bad-series'],
    ['20 MB in one cell', { csv: `Day,a\n"${'x'.repeat(19_000_000)}` }, 'bad-series'],
    ['millions of columns', { csv: `Day,a\n2013-11-08${',1'.repeat(5_000_000)}` }, 'bad-series'],
    ['more than that', { csv: 'x'.repeat(20_000_001) }, 'bad-request'],
    ['20,000 days', { csv: `Day,a\n${days(20_000)}` }, 'series-length'],
  ])('is refused with %s', async (_, body, code) => {
    expect(await post('/api/events/interest', body)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('judging a page', () => {
  const REPORT =
    'Typhoon Haiyan made landfall near Tacloban in the Philippines on Friday morning, with winds that tore roofs off ' +
    'houses and pushed the sea far into the streets. Rescue teams reached the city of Tacloban a day later and found ' +
    'the airport under water. Haiyan was the strongest typhoon of the year, the weather office in Manila said, and ' +
    'people in Leyte had been told to leave the coast two days before. Ships with food left Cebu on Saturday.'
  const event = { form }
  const page = (words: string) =>
    `<html lang="en"><title>Typhoon Haiyan hits Tacloban</title><body><article><p>${words}</p></article></body></html>`

  it('returns the verdict with the evidence of each part', async () => {
    const { status, body } = await post('/api/events/judge', {
      event,
      page: {
        html: page(REPORT),
        url: 'https://news.example/2013/11/09/haiyan',
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ relevant: true, threshold: 0.5, published: '2013-11-09', language: 'en' })
    expect(body.evidence).toMatchObject({
      topic: { value: expect.any(Number) },
      place: { value: expect.any(Number) },
    })
    expect(body.places).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Tacloban' })]))
  })

  it('accepts plain text with a publication day', async () => {
    const { body } = await post('/api/events/judge', {
      event: { yaml: `${YAML}judge: { threshold: 0.9 }\n` },
      page: { text: '今天天气很好。'.repeat(20), date: '2013-11-08' },
    })
    expect(body).toMatchObject({ relevant: false, threshold: 0.9, published: '2013-11-08', language: 'zh' })
  })

  it('fetches a page by its URL', async () => {
    expect(await post('/api/events/judge', { event, page: { url: example.seeds[0] } })).toMatchObject({
      status: 200,
      body: { title: expect.stringMatching(/\w/) },
    })
    expect(
      await post('/api/events/judge', { event, page: { url: 'http://nowhere.example/' } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'page-missing', message: expect.stringContaining('nowhere.example') },
    })
  })

  it('accepts pages in any encoding', async () => {
    for (const given of [
      { html: '' },
      { text: '' },
      { html: '<div>'.repeat(50_000) },
      { html: page('\u0000\ud800 <script>alert(1)</script>'), url: 'file:///etc/passwd' },
    ])
      expect((await post('/api/events/judge', { event, page: given })).status).toBe(200)
    expect(
      await post('/api/events/judge', { event, page: { html: 'x', url: 'not an address' } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'bad-address' },
    })
  })
})

describe('a collection', () => {
  it('is created from an event, and never replaces another', async () => {
    const first = await post('/api/collections', { event: { yaml: YAML } })
    expect(first).toMatchObject({ status: 200, body: { id: 'typhoon-haiyan' } })
    expect(readFileSync(join(harness.folder, 'typhoon-haiyan/event.yaml'), 'utf8')).toBe(YAML)
    expect(readdirSync(join(harness.folder, 'typhoon-haiyan'))).toEqual(['event.yaml'])
    expect(await post('/api/collections', { event: { form } })).toMatchObject({
      body: { id: 'typhoon-haiyan-2' },
    })
    expect(await post('/api/collections', { id: 'typhoon-haiyan', event: { form } })).toMatchObject({
      status: 409,
      body: { code: 'collection-exists' },
    })
    expect(readFileSync(join(harness.folder, 'typhoon-haiyan/event.yaml'), 'utf8')).toBe(YAML)
    const { body } = await get('/api/collections')
    expect(body.collections).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'typhoon-haiyan', state: 'new', problem: null }),
      ]),
    )
  })

  it.each([
    ['台风海燕', /^event-\d+$/],
    ['Überschwemmung in Łódź', /^uberschwemmung-in-lodz$/],
    ['../../etc/passwd', /^etc-passwd$/],
    ['lab', /^lab-2$/],
    ['CON', /^con-2$/],
    ['2013', /^event-2013$/],
    ['<img src=x onerror=alert(1)>', /^img-src-x-onerror-alert-1$/],
    ['x'.repeat(200), /^x{60}$/],
    ['\u202eevil', /^evil$/],
  ])('created from %j gets a safe folder name', async (name, id) => {
    const made = await post('/api/collections', { event: { form: { ...form, name } } })
    expect(made.status).toBe(200)
    expect(made.body.id).toMatch(id)
    expect((await get(`/api/collections/${made.body.id}/event`)).body).toMatchObject({ form: { name } })
  })

  it.each(['../x', 'A', '', '.hidden', 'a/b', 'x'.repeat(81)])(
    'cannot be created with the id %j',
    async (id) => {
      expect((await post('/api/collections', { id, event: { form } })).status).toBe(400)
    },
  )

  it('is not created from an invalid event', async () => {
    const before = readdirSync(harness.folder)
    expect((await post('/api/collections', { event: { yaml: 'name: A' } })).status).toBe(400)
    expect(await post('/api/collections', { id: 'lab', event: { form } })).toMatchObject({ status: 409 })
    expect(readdirSync(harness.folder)).toEqual(before)
  })

  it('keeps every version of its event', async () => {
    const { body } = await post('/api/collections', { id: 'versions', event: { yaml: YAML } })
    const at = `/api/collections/${body.id}/event`
    const put = (event: unknown) => ask('PUT', at, { event })
    const shown = await get(at)
    expect(shown.body).toMatchObject({ yaml: YAML, history: [] })
    const changed = { form: { ...(shown.body.form as object), name: 'Yolanda' }, base: YAML }
    expect(await put(changed)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await put(changed)).toMatchObject({ status: 200 })
    expect(await put({ yaml: 'name: Third\nwhat: [a]\n' })).toMatchObject({ status: 200 })
    const second = YAML.replace('Typhoon Haiyan', 'Yolanda')
    expect((await get(at)).body).toMatchObject({
      form: { name: 'Third' },
      history: [{ yaml: second }, { yaml: YAML }],
    })
    expect(readdirSync(join(harness.folder, 'versions/event-history'))).toHaveLength(2)
    expect(await put({ yaml: 'name: [' })).toMatchObject({ status: 400 })
    expect((await get(at)).body).toMatchObject({ form: { name: 'Third' } })
  })

  it('serializes concurrent saves of its event', async () => {
    await post('/api/collections', { id: 'together', event: { yaml: YAML } })
    const at = '/api/collections/together/event'
    const texts = Array.from({ length: 5 }, (_, i) => `name: Version ${i}\nwhat: [a]\n`)
    const answers = await Promise.all(texts.map((yaml) => ask('PUT', at, { event: { yaml } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { yaml, history } = (await get(at)).body as { yaml: string; history: { yaml: string }[] }
    expect([yaml, ...history.map((version) => version.yaml)].sort()).toEqual([...texts, YAML].sort())
    expect(history.at(-1)?.yaml).toBe(YAML)
  })

  it('refuses another event while a crawl is running', async () => {
    await post('/api/collections', { id: 'crawled', event: { yaml: YAML } })
    const dir = join(harness.folder, 'crawled')
    const lock = lockCollection(join(dir, 'collection.db'))
    try {
      expect(await ask('PUT', '/api/collections/crawled/event', { event: { form } })).toMatchObject({
        status: 409,
        body: { code: 'crawl-running' },
      })
    } finally {
      lock.release()
    }
    expect(readFileSync(join(dir, 'event.yaml'), 'utf8')).toBe(YAML)
    expect(existsSync(join(dir, 'event-history'))).toBe(false)
  })

  it('shows an event with the concepts of its ontology files inlined', async () => {
    const dir = join(harness.folder, 'files')
    mkdirSync(dir)
    writeFileSync(join(dir, 'storm.yaml'), 'storm: [surge, landfall]\n')
    writeFileSync(join(dir, 'event.yaml'), 'name: F\nwhat: [storm]\nconcepts: { global: storm.yaml }\n')
    const { status, body } = await get('/api/collections/files/event')
    expect(status).toBe(200)
    expect(body.yaml).toMatch(/surge/)
    expect(await ask('PUT', '/api/collections/files/event', { event: { yaml: body.yaml } })).toMatchObject({
      status: 200,
    })
  })

  it('that does not exist has no event', async () => {
    for (const id of ['nothing', 'event.yaml', 'lab'])
      expect(await get(`/api/collections/${id}/event`)).toMatchObject({
        status: 404,
        body: { code: 'no-collection' },
      })
    expect((await get('/api/collections/..%2f..%2fetc/event')).status).toBe(400)
  })
})

describe('a read-only library', () => {
  it('finds places and shows events, but changes nothing', async () => {
    const readOnly = await openEmptyServer({ readOnly: true })
    mkdirSync(join(readOnly.folder, 'example'))
    writeFileSync(join(readOnly.folder, 'example/event.yaml'), YAML)
    try {
      const status = async (method: string, path: string, body?: unknown) =>
        (
          await fetch(`${readOnly.url}${path}`, {
            method,
            headers: { 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
        ).status
      expect(await status('GET', '/api/places?q=paris')).toBe(200)
      expect(await status('GET', '/api/collections/example/event')).toBe(200)
      for (const path of ['check', 'draft', 'interest', 'judge'])
        expect(await status('POST', `/api/events/${path}`, { form })).not.toBe(200)
      expect(await status('POST', '/api/collections', { event: { form } })).not.toBe(200)
      expect(await status('PUT', '/api/collections/example/event', { event: { form } })).not.toBe(200)
      expect(readdirSync(readOnly.folder)).toEqual(['example'])
    } finally {
      await readOnly.close()
    }
  })
})

function names(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`Nowherington ${i}`, 1]))
}

function days(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(Date.UTC(1950, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
    return `${day},${i}`
  }).join('\n')
}
