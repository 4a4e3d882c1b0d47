import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleExchange, steadyOptions, temporaryFolder } from '../../archive/fixtures.ts'
import { openArchive } from '../../archive/warc-writer.ts'
import type { Lease } from '../../model/crawl.ts'
import type { Conversion, Exchange } from '../../model/exchange.ts'
import type { EarlierCopy } from '../../store/records.ts'
import { EarlierCopies } from './earlier-copies.ts'

const CHECKED_URL = sampleExchange().url
const lease = (url = CHECKED_URL) => ({ id: 7, url }) as Lease

/** An archive with another capture, then the one that is checked again. */
async function archived(changes: Partial<Exchange>, conversion?: Conversion) {
  const dir = await temporaryFolder()
  const archive = await openArchive(dir, steadyOptions())
  await archive.append(sampleExchange({ url: 'https://other.example/' }))
  const {
    location: warc,
    payloadDigest,
    recordId,
  } = await archive.append(sampleExchange(changes), () => ({ format: 'eventide-capture-1' }), conversion)
  await archive.close()
  const payload = { recordId, url: CHECKED_URL, date: '2026-03-01T12:00:00.123Z', payloadDigest }
  const copy: EarlierCopy = { url: CHECKED_URL, warc, recordId, companionsFrom: 0, payload }
  const copies = await EarlierCopies.of({ looks: async () => new Map([[7, copy]]) }, dir)
  return { copies, payload, path: join(dir, warc.file), warc }
}

const ETAG = ['ETag', 'W/"5f-1"'] as const
const MODIFIED = ['last-modified', 'Sat, 01 Nov 2025 10:00:00 GMT'] as const

it('makes a conditional request with the validators of the last response', async () => {
  const { copies, payload } = await archived({ responseHeaders: [ETAG, MODIFIED] })
  expect(await copies.requestFor(lease())).toEqual({
    headers: [
      ['If-None-Match', ETAG[1]],
      ['If-Modified-Since', MODIFIED[1]],
    ],
    of: payload,
  })
  expect(await copies.requestFor({ ...lease(), id: 8 })).toBeUndefined()
})

it('requests the whole page under another URL, or if the response had no validators', async () => {
  const { copies } = await archived({ responseHeaders: [ETAG] })
  expect(await copies.requestFor(lease(`${CHECKED_URL}&utm_source=x`))).toBeUndefined()
  const withoutValidators = await archived({ responseHeaders: [['Content-Type', 'text/html']] })
  expect(await withoutValidators.copies.requestFor(lease())).toBeUndefined()
})

it('requests the whole page if it was rendered by a browser, because its scripts may now show something else', async () => {
  const drawn = { contentType: 'text/html', body: Buffer.from('<p>drawn</p>'), madeAt: new Date(0) }
  const { copies } = await archived({ responseHeaders: [ETAG] }, drawn)
  expect(await copies.requestFor(lease())).toBeUndefined()
})

it('requests the whole page if its record is damaged or missing', async () => {
  const { copies, path, warc } = await archived({ responseHeaders: [ETAG] })
  await truncate(path, warc.offset + 20)
  expect(await copies.requestFor(lease())).toBeUndefined()
  await truncate(path, 0)
  expect(await copies.requestFor(lease())).toBeUndefined()
})
