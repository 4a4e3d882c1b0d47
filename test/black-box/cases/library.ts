import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Bench } from './bench.ts'

const NOT_A_COLLECTION = /examples is not a collection/i

/** Commands that read a collection or correct it. */
export function libraryCases({ cwd, uses, refuses, run, json }: Bench): void {
  const firstUrl = async () =>
    (await run(['export', 'haiyan', '--format', 'urls'])).out.split('\n', 1)[0] ?? ''

  uses('search', 'finds pages in several collections', async () => {
    const { out } = await run(['search', 'haiyan', 'hagupit', 'storm surge', '--limit', '3', '--json'])
    const hits = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(hits).toHaveLength(3)
    expect(hits[0]).toMatchObject({ url: expect.stringMatching(/^http/) })
  })
  refuses('search', 'a folder that is no collection', ['examples', 'storm'], NOT_A_COLLECTION)
  refuses('search', 'an order nobody knows', ['haiyan', 'storm', '--sort', 'nope'], /relevance, time, oldest/)

  uses('explain', 'shows what became of a URL', async () => {
    const url = await firstUrl()
    expect((await run(['explain', 'haiyan', url])).out).toContain(url)
  })
  refuses('explain', 'a URL that nothing led to', ['haiyan', 'https://nowhere.example/x'], /nowhere\.example/)

  uses('exclusions', 'counts what was left out', async () => {
    expect((await run(['exclusions', 'haiyan'])).out).not.toBe('')
  })
  refuses('exclusions', 'a folder that is no collection', ['examples'], NOT_A_COLLECTION)

  uses('curate', 'rejects a page and takes the decision back', async () => {
    const url = await firstUrl()
    await run(['curate', 'haiyan', 'reject', url, '--reason', 'another storm'])
    expect((await run(['export', 'haiyan', '--format', 'urls'])).out).not.toContain(`${url}\n`)
    await run(['curate', 'haiyan', 'reset', url])
    expect(await firstUrl()).toBe(url)
  })
  refuses(
    'curate',
    'a page that was not fetched',
    ['haiyan', 'accept', 'https://nowhere.example/'],
    /nowhere\.example/,
  )
  refuses('curate', 'a decision nobody knows', ['haiyan', 'maybe', 'example.org'], /accept, reject, reset/)

  uses('summary', 'tells the event with citations', async () => {
    expect(await json(['summary', 'haiyan', '--sentences', '5'])).toHaveProperty('overview')
  })
  refuses('summary', 'a folder that is no collection', ['examples'], NOT_A_COLLECTION)

  uses('export', 'writes every format the help lists', async () => {
    const { out } = await run(['export', '--help'])
    const list = /--format <name>[^(]*\(choices:([^)]*?), default/s.exec(out)?.[1] ?? ''
    const formats = Array.from(list.matchAll(/"([^"]+)"/g), (match) => match[1] ?? '')
    expect(formats).toEqual(
      expect.arrayContaining(['jsonl', 'csv', 'geojson', 'urls', 'parquet', 'warc', 'wacz']),
    )
    for (const format of formats) {
      await run(['export', 'haiyan', '--format', format, '-o', `out.${format}`])
      expect((await stat(join(cwd, `out.${format}`))).size).toBeGreaterThan(0)
    }
  })
  refuses('export', 'a format nobody knows', ['haiyan', '--format', 'nope'], /jsonl, csv/)

  uses('verify', 'finds a collection in order', async () => {
    expect((await run(['verify', 'haiyan'])).out).not.toBe('')
  })
  refuses('verify', 'a folder that is no collection', ['examples'], NOT_A_COLLECTION)

  uses('recover', 'leaves a sound collection as it is', async () => {
    expect(await json(['recover', 'hagupit'])).toMatchObject({ requeued: 0 })
  })
  refuses('recover', 'a folder that is no collection', ['examples'], NOT_A_COLLECTION)

  uses('index', 'lists every record of the archive', async () => {
    expect((await run(['index', 'haiyan', '-o', '-'])).out).toMatch(/^\S+ \d{14} \{/m)
  })
  refuses('index', 'a folder that is no collection', ['examples'], NOT_A_COLLECTION)
}
