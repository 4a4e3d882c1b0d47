import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../archive/warc-writer.ts'
import type { Exchange } from '../../model/exchange.ts'
import { readLabels } from '../truth/labels-file.ts'
import { openWarcWeb } from './warc-web.ts'

const exchange = (url: string, day: number, given: Partial<Exchange> = {}): Exchange => ({
  url,
  method: 'GET',
  requestHeaders: [],
  status: 200,
  statusText: 'OK',
  responseHeaders: [['Content-Type', 'text/html']],
  body: Buffer.from(`<p>${url} on day ${day}</p>`),
  truncated: null,
  ip: null,
  startedAt: new Date(Date.UTC(2024, 0, day)),
  ...given,
})

let folder: string
let files: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-warc-web-'))
  const archive = await openArchive(folder, { software: 'test', event: 'test', userAgent: 'test' })
  const gzipped = {
    responseHeaders: [
      ['Content-Encoding', 'gzip'],
      ['Content-Type', 'text/html'],
    ] as const,
  }
  for (const one of [
    exchange('http://a.example/', 3),
    exchange('http://a.example/', 1),
    exchange('http://a.example/moved', 1, {
      status: 301,
      responseHeaders: [['Location', '/']],
      body: Buffer.alloc(0),
    }),
    exchange('http://a.example/gone', 1, { status: 410 }),
    exchange('http://a.example/packed', 1, { ...gzipped, body: gzipSync('<p>packed</p>') }),
    exchange('http://a.example/broken', 1, { ...gzipped, body: Buffer.from('no gzip') }),
  ])
    await archive.append(one)
  await archive.close()
  files = (await readdir(folder)).filter((name) => name.endsWith('.gz')).map((name) => join(folder, name))
})
afterAll(() => rm(folder, { recursive: true }))

const bodyOf = (answer: { body: Uint8Array } | null) => Buffer.from(answer?.body ?? []).toString()

describe('openWarcWeb', () => {
  it('answers with the latest or the first capture of a URL', async () => {
    const [latest, first] = [await openWarcWeb(files, 'latest'), await openWarcWeb(files, 'first')]
    expect(bodyOf(latest.respond('http://a.example/'))).toContain('day 3')
    expect(bodyOf(first.respond('http://a.example/#x'))).toContain('day 1')
    expect(new Date(latest.now).toISOString().slice(0, 10)).toBe('2024-01-04')
    latest.close()
    first.close()
  })

  it('repeats the captured redirects and errors, and answers 404 for the rest', async () => {
    const web = await openWarcWeb(files, 'latest')
    expect(web.respond('http://a.example/moved')).toMatchObject({ status: 301, headers: [['Location', '/']] })
    expect(web.respond('http://a.example/gone')?.status).toBe(410)
    expect(web.respond('http://a.example/never')?.status).toBe(404)
    expect(web.respond('http://b.example/')).toBeNull()
    expect(bodyOf(web.respond('http://a.example/packed'))).toBe('<p>packed</p>')
    expect(web.respond('http://a.example/broken')?.status).toBe(502)
    expect(['/', '/moved', '/gone', '/broken'].map((path) => web.has(`http://a.example${path}`))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(web.size).toBe(5)
    web.close()
  })

  it('refuses files that are empty or missing', async () => {
    await writeFile(join(folder, 'empty.warc'), '')
    await expect(openWarcWeb([join(folder, 'empty.warc')], 'latest')).rejects.toThrow('No captured response')
    await expect(openWarcWeb([join(folder, 'none.warc')], 'latest')).rejects.toThrow(
      'the file does not exist',
    )
  })
})

describe('readLabels', () => {
  it('reads unsure pages, and names the line of an invalid label', async () => {
    const file = join(folder, 'labels.jsonl')
    await writeFile(
      file,
      '{"url":"http://a.example/","relevant":true}\n{"url":"http://a.example/2","relevant":null}\n',
    )
    expect(await readLabels(file)).toEqual({
      relevant: ['http://a.example/'],
      irrelevant: [],
      unsure: ['http://a.example/2'],
    })
    await writeFile(file, '{"url":"http://a.example/","relevant":"yes"}')
    await expect(readLabels(file)).rejects.toThrow('labels.jsonl:1')
    await writeFile(
      file,
      '{"url":"http://a.example/","relevant":true}\n{"url":"http://a.example/","relevant":false}',
    )
    await expect(readLabels(file)).rejects.toThrow('a different label')
  })
})
