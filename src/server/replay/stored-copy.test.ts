import { expect, it } from 'vitest'
import { sampleExchange, steadyOptions, temporaryFolder } from '../../archive/fixtures.ts'
import { openArchive } from '../../archive/warc-writer.ts'
import type { Collection } from '../../collection.ts'
import { readCopy } from './stored-copy.ts'

it('resolves a capture with status 304 to the page it confirms', async () => {
  const archiveDir = await temporaryFolder()
  const archive = await openArchive(archiveDir, steadyOptions())
  const page = sampleExchange()
  const first = await archive.append(page)
  const { recordId, payloadDigest } = first
  const unchanged = { recordId, payloadDigest, url: page.url, date: '2026-03-01T12:00:00.123Z' }
  const empty = { status: 304, statusText: 'Not Modified', responseHeaders: [], body: Buffer.alloc(0) }
  const again = await archive.append({ ...page, ...empty, unchanged })
  await archive.close()
  const copy = { url: page.url, status: 304, fetchedAt: '', companionsFrom: 0, recordId: again.recordId }
  const shown = await readCopy({ archiveDir } as Collection, {
    ...copy,
    warc: again.location,
    payload: first.location,
  })
  expect(shown).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', location: null })
  expect(Buffer.from(shown?.body ?? []).toString()).toBe(Buffer.from(page.body).toString())
})
