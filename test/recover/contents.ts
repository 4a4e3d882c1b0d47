import { DatabaseSync } from '@photostructure/sqlite'
import { databaseOf, openCollection } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { exportFormat } from '../../src/library/export/formats.ts'
import { selectPages } from '../../src/library/export/query-selection.ts'
import { searchLibrary } from '../../src/library/search.ts'
import type { QueueCounts } from '../../src/store/store.ts'

/** Everything that is told about a collection. */
export async function contentsOf(dir: string) {
  const collection = await openCollection(dir, eventContext)
  try {
    const { store } = collection
    const pages = []
    for await (const { id: _, ...page } of store.pages({ all: true })) pages.push(page)
    const captures = []
    for await (const { id: _, ...capture } of store.captures()) captures.push(capture)
    const paths = await Promise.all(
      pages.map(async ({ canonicalUrl }) => store.pathTo((await store.explain(canonicalUrl))!.id)),
    )
    const named = [{ ...collection, id: 'c' }]
    const found = await searchLibrary(
      named,
      { q: 'storm' },
      { sort: 'relevance', limit: 20, offset: 0 },
      eventContext,
    )
    const selection = await selectPages(named, { q: '', verdict: 'all' }, eventContext, { copies: true })
    let csv = ''
    for await (const piece of exportFormat('csv').write(selection, { created: new Date(0) })) csv += piece
    const curated = (await store.curation(100)).map(({ page: _, links: __, ...entry }) => entry)
    // The last but one column is the number of the page, which depends on how many links were known before it.
    const lines = csv.split('\n').map((line) => line.replace(/,\d+,c\r?$/, ''))
    return {
      ...{ pages, paths, lines, curated, counts: await store.counts() },
      captures: captures.sort((a, b) => (a.recordId < b.recordId ? -1 : 1)),
      hits: found.hits.map(({ page: _, ...hit }) => hit),
      problems: await store.check(),
      robots: (await store.getRobots(new URL(pages[0]?.url ?? 'http://none.example').origin))?.body,
      hosts: (await store.pagesPerHost()).sort((a, b) => (a.host < b.host ? -1 : 1)),
    }
  } finally {
    await collection.store.close()
  }
}

/** What is queued or excluded depends a little on the scores of pages that were in progress at once. */
export function countsLike(before: QueueCounts, { queued, excluded, failed }: QueueCounts): QueueCounts {
  return { ...before, queued, excluded, failed }
}

/** Every URL that is known, with the pages that link to it. */
export function linksOf(dir: string): Map<string, string> {
  const database = new DatabaseSync(databaseOf(dir), { readOnly: true })
  try {
    const rows = database
      .prepare(
        `SELECT u.canonical AS url, group_concat(p.canonical, ' ' ORDER BY p.canonical) AS parents
         FROM urls u LEFT JOIN links l ON l.url_id = u.id LEFT JOIN urls p ON p.id = l.parent_id
         GROUP BY u.id`,
      )
      .all() as { url: string; parents: string | null }[]
    return new Map(rows.map(({ url, parents }) => [url, parents ?? '']))
  } finally {
    database.close()
  }
}
