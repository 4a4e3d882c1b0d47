import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseOf, eventFileOf } from '../../src/collection.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { EXAMPLE_DEFAULTS } from '../../src/server/crawls/settings.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { buildLibrary } from '../speed/library-collection.ts'

/** Id of the served collection. */
export const ID = 'load'
/** More than a measurement can crawl. */
const WEB = { pages: 50_000, seed: 7 }

/** The database of a library of `pages` kept pages and a quarter as many rejected ones; built once for each folder. */
export async function libraryOf(folder: string, pages: number): Promise<string> {
  const path = join(folder, `library-${pages}.db`)
  const complete = `${path}.complete`
  if (existsSync(complete)) {
    // Brings a library of an earlier version up to date.
    await (await openSqliteStore(path)).close()
    return path
  }
  await mkdir(folder, { recursive: true })
  for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
  await buildLibrary(path, loadGazetteer(), { kept: pages, rejected: Math.round(pages / 4) })
  await writeFile(complete, '')
  return path
}

/** A copy of the library as a collection that can be crawled from the example web, in a folder to serve. Returns the seeds. */
export async function collectionFrom(library: string, served: string): Promise<readonly string[]> {
  const dir = join(served, ID)
  await mkdir(dir, { recursive: true })
  const { event, seeds } = createExampleWeb(WEB)
  await writeFile(eventFileOf(dir), event)
  await writeFile(
    join(dir, 'crawl.json'),
    JSON.stringify({ web: { example: WEB }, settings: EXAMPLE_DEFAULTS }),
  )
  await copyFile(library, databaseOf(dir))
  return seeds
}

/** Different words of the library's titles, most of them rare: queries are drawn from these and from the words of the event. */
export async function wordsIn(library: string): Promise<string[]> {
  const store = await openSqliteStore(library, { readOnly: true })
  try {
    const pages = await store.catalogue.pages(Array.from({ length: 3_000 }, (_, i) => i + 1))
    const english = pages.filter(({ language }) => language === 'en')
    return [...new Set(english.flatMap(({ title }) => title.toLowerCase().match(/[a-z]{4,}/g) ?? []))]
  } finally {
    await store.close()
  }
}
