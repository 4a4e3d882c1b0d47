import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { item } from '../conformance/bed.ts'
import type { Store } from '../store.ts'
import { openSqliteStore } from './open.ts'
import { fingerprintOf } from './urls.ts'

let folder: string
let store: Store

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-additions-'))
  store = await openSqliteStore(join(folder, 'collection.db'))
})

afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

/** Two URLs of one host with the same fingerprint: among ten thousand there is nearly always such a pair. */
function collision(): [string, string] {
  const met = new Map<number, string>()
  for (let i = 0; ; i++) {
    const url = `https://a.example/${i}`
    const fingerprint = fingerprintOf(url)
    const other = met.get(fingerprint)
    if (other) return [other, url]
    met.set(fingerprint, url)
  }
}

describe('URLs with one fingerprint', () => {
  const [first, second] = collision()

  it('stay apart when added together', async () => {
    expect(await store.add([item(first), item(second), item(first)])).toEqual(['added', 'added', 'known'])
    expect(await store.counts()).toMatchObject({ queued: 2 })
  })

  it('stay apart when one is already known', async () => {
    await store.add([item(first)])
    expect(await store.add([item(second)])).toEqual(['added'])
    expect(await store.add([item(first), item(second)])).toEqual(['known', 'known'])
    expect(await store.explain(second)).toMatchObject({ canonicalUrl: second })
  })
})
