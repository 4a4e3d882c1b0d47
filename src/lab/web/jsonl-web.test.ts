import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '../../page/read-page.ts'
import { truthFromLists } from '../truth/ground-truth.ts'
import { openJsonlWeb } from './jsonl-web.ts'

const PAGES = [
  {
    url: 'http://news.example/2024/a.html',
    date: '2024-05-03',
    title: 'Flood & <b>fire</b>',
    text: 'The river rose.\nPeople left "in time".',
    links: [{ url: 'http://news.example/2024/b.html', anchor: 'More <i>news</i>' }],
    labels: ['the flood'],
  },
  { url: 'http://news.example/2024/b.html', title: 'Other', text: '', links: [], labels: [] },
]

let folder: string
const file = (name: string) => join(folder, name)
const lines = (pages: readonly unknown[]) => pages.map((page) => JSON.stringify(page)).join('\n')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-jsonl-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('openJsonlWeb', () => {
  it('returns pages that the page reader reads as written, including markup in texts', async () => {
    await writeFile(file('web.jsonl.gz'), gzipSync(lines(PAGES)))
    const web = await openJsonlWeb(file('web.jsonl.gz'), 'the flood')
    const answer = web.respond(PAGES[0]!.url)
    const page = readPage({ url: PAGES[0]!.url, body: answer!.body, contentType: 'text/html; charset=utf-8' })
    expect(page).toMatchObject({ title: 'Flood & <b>fire</b>', published: '2024-05-03' })
    expect(page.text).toContain('People left "in time".')
    expect(page.links).toMatchObject([{ url: 'http://news.example/2024/b.html', anchor: 'More <i>news</i>' }])
    expect(web.labelled).toEqual([PAGES[0]!.url])
    expect(web.size).toBe(2)
    expect(new Date(web.now).toISOString().slice(0, 10)).toBe('2024-05-04')
    web.close()
  })

  it('never exposes labels', async () => {
    await writeFile(file('secret.jsonl'), lines([{ ...PAGES[0], labels: ['zq-secret'] }]))
    const web = await openJsonlWeb(file('secret.jsonl'), 'zq-secret')
    expect(Buffer.from(web.respond(PAGES[0]!.url)!.body).toString()).not.toContain('zq-secret')
    web.close()
  })

  it('answers 404 on a known host, and nothing on an unknown one', async () => {
    await writeFile(file('web.jsonl'), `${lines(PAGES)}\n\n`)
    const web = await openJsonlWeb(file('web.jsonl'))
    expect(web.respond('http://news.example/robots.txt')?.status).toBe(404)
    expect(web.respond('http://other.example/')).toBeNull()
    expect(web.respond('nonsense')).toBeNull()
    expect(web.has('http://news.example/2024/b.html#top')).toBe(true)
    web.close()
  })

  it.each([
    ['{"url": "http://a.example/", ', 'bad.jsonl:1: the line is not valid JSON'],
    ['{"title": "x"}', 'bad.jsonl:1: url'],
    ['{"url": "ftp://a.example/"}', 'is not an http or https URL'],
    ['{"url": "http://a.example/", "links": [{"anchor": "x"}]}', 'links.0.url'],
    ['{"url": "http://a.example/"}\n{"url": "http://a.example/#x"}', 'bad.jsonl:2: the page'],
    ['\n', 'contains no pages'],
  ])('refuses %s', async (text, message) => {
    await writeFile(file('bad.jsonl'), text)
    await expect(openJsonlWeb(file('bad.jsonl'))).rejects.toThrow(message)
  })

  it('reports a missing or broken file', async () => {
    await expect(openJsonlWeb(file('none.jsonl'))).rejects.toThrow('the file does not exist')
    await writeFile(file('broken.jsonl.gz'), gzipSync(lines(PAGES)).subarray(0, 60))
    await expect(openJsonlWeb(file('broken.jsonl.gz'))).rejects.toThrow('Cannot read')
  })
})

describe('truthFromLists', () => {
  const has = (url: string) => !url.includes('gone')
  const truth = truthFromLists(
    {
      relevant: ['http://a.example/1', 'http://a.example/1b', 'http://a.example/gone'],
      unsure: ['http://a.example/2'],
      stories: [['http://a.example/1', 'http://a.example/1b']],
    },
    has,
  )

  it('counts pages that exist, however their URL is written, and groups versions of a story', () => {
    expect([...truth.relevant]).toEqual([
      ['http://a.example/1', 'http://a.example/1'],
      ['http://a.example/1b', 'http://a.example/1'],
    ])
    expect(truth.label('http://A.example/1b#x')).toMatchObject({
      relevant: true,
      story: 'http://a.example/1',
    })
    expect(truth.label('http://a.example/2')?.relevant).toBeNull()
    expect(truth.label('http://a.example/3')?.relevant).toBe(false)
    expect(truth.label('http://a.example/gone')).toBeNull()
  })

  it('treats unlisted pages as unsure when irrelevant pages are listed too', () => {
    const listed = truthFromLists({ relevant: [], irrelevant: ['http://a.example/3'] }, has)
    expect(listed.label('http://a.example/3')?.relevant).toBe(false)
    expect(listed.label('http://a.example/4')?.relevant).toBeNull()
  })
})
