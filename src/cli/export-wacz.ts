import { PackageSigner } from '../archive/package-signer.ts'
import { type WaczPage, type WaczSummary, writeWacz } from '../archive/wacz.ts'
import { type Collection, signingKeyOf } from '../collection.ts'
import { userAgent } from '../fetch/user-agent.ts'
import type { PageRecord } from '../store/records.ts'
import { writeWhole } from './whole-file.ts'

export interface WaczExport extends WaczSummary {
  readonly output: string
}

/** Packs a collection as one WACZ file, signed with the collection's own key unless told otherwise. */
export async function exportWacz(collection: Collection, output: string, sign: boolean): Promise<WaczExport> {
  const { store, event, archiveDir, dir } = collection
  const signer = sign ? await PackageSigner.open(signingKeyOf(dir)) : undefined
  const mainPage = await firstOf(pagesOf(store.pages(), true))
  const summary = await writeWhole(output, (stream) =>
    writeWacz(stream, {
      title: event.name,
      software: userAgent(),
      created: new Date(),
      archiveDir,
      pages: pagesOf(store.pages(), true),
      extraPages: pagesOf(store.pages({ all: true }), false),
      mainPage,
      signer,
    }),
  )
  return { ...summary, output }
}

/** A page without a record in the archive cannot be shown. */
async function* pagesOf(pages: AsyncIterable<PageRecord>, relevant: boolean): AsyncGenerator<WaczPage> {
  for await (const page of pages) {
    if (page.relevant !== relevant || page.warc === null) continue
    const { id, url, fetchedAt: ts, title, text, relevance } = page
    yield { id: String(id), url, ts, title, text, relevance }
  }
}

async function firstOf(pages: AsyncIterable<WaczPage>): Promise<WaczPage | undefined> {
  for await (const page of pages) return page
  return undefined
}
