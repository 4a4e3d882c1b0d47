import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleExchange, steadyOptions, temporaryFolder } from '../../archive/fixtures.ts'
import { openArchive } from '../../archive/warc-writer.ts'
import type { Lease } from '../../model/crawl.ts'
import type { Conversion, Exchange } from '../../model/exchange.ts'
import type { EarlierCopy } from '../../store/records.ts'
import { EarlierCopies } from './earlier-copies.ts'

const URL_LOOKED_AT = sampleExchange().url
const lease = (url = URL_LOOKED_AT) => ({ id: 7, url }) as Lease

/** An archive with one capture that is looked at again, behind another. */
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
  const payload = { recordId, url: URL_LOOKED_AT, date: '2026-03-01T12:00:00.123Z', payloadDigest }
  const copy: EarlierCopy = { url: URL_LOOKED_AT, warc, recordId, companionsFrom: 0, payload }
  const copies = await EarlierCopies.of({ looks: async () => new Map([[7, copy]]) }, dir)
  return { copies, payload, path: join(dir, warc.file), warc }
}

const ETAG = ['ETag', 'W/"5f-1"'] as const
const MODIFIED = ['last-modified', 'Sat, 01 Nov 2025 10:00:00 GMT'] as const

it('asks by what the last answer said of itself', async () => {
  const { copies, payload } = await archived({ responseHeaders: [ETAG, MODIFIED] })
  expect(await copies.question(lease())).toEqual({
    headers: [
      ['If-None-Match', ETAG[1]],
      ['If-Modified-Since', MODIFIED[1]],
    ],
    of: payload,
  })
  expect(await copies.question({ ...lease(), id: 8 })).toBeUndefined()
})

it('asks for the whole page under another address, or where the answer said nothing of itself', async () => {
  const { copies } = await archived({ responseHeaders: [ETAG] })
  expect(await copies.question(lease(`${URL_LOOKED_AT}&utm_source=x`))).toBeUndefined()
  const silent = await archived({ responseHeaders: [['Content-Type', 'text/html']] })
  expect(await silent.copies.question(lease())).toBeUndefined()
})

it('asks for the whole page where a browser drew it: its scripts may show something else by now', async () => {
  const drawn = { contentType: 'text/html', body: Buffer.from('<p>drawn</p>'), madeAt: new Date(0) }
  const { copies } = await archived({ responseHeaders: [ETAG] }, drawn)
  expect(await copies.question(lease())).toBeUndefined()
})

it('asks for the whole page where its record is damaged or gone', async () => {
  const { copies, path, warc } = await archived({ responseHeaders: [ETAG] })
  await truncate(path, warc.offset + 20)
  expect(await copies.question(lease())).toBeUndefined()
  await truncate(path, 0)
  expect(await copies.question(lease())).toBeUndefined()
})
