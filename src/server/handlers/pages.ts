import { PackageSigner } from '../../archive/package-signer.ts'
import { signingKeyOf } from '../../collection.ts'
import { compareCollections } from '../../library/compare.ts'
import { exportFileName, exportFormat } from '../../library/export/formats.ts'
import { selectPages } from '../../library/export/query-selection.ts'
import { type ExportedCollection, stoppedBy } from '../../library/export/selection.ts'
import { viewPage } from '../../library/page-view.ts'
import { ReportCache } from '../../library/report-cache.ts'
import { graphOfPages, sourceGraph } from '../../library/source-graph.ts'
import { listSources } from '../../library/source-list.ts'
import { summaryOf } from '../../library/summary/collection-summary.ts'
import { lookUp } from '../../library/url-lookup.ts'
import { EventideError } from '../../model/errors.ts'
import type { SourceTallies } from '../../store/reads.ts'
import type { Store } from '../../store/store.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../handler.ts'

type PagesRoute =
  | 'GET /api/collections/:id/pages/:page'
  | 'GET /api/collections/:id/pages/:page/followed'
  | 'GET /api/collections/:id/lookup'
  | 'GET /api/collections/:id/sources'
  | 'GET /api/collections/:id/graph'
  | 'GET /api/collections/:id/summary'
  | 'GET /api/compare'
  | 'GET /api/export'

const reports = new ReportCache()

export const pagesHandlers: Handlers<PagesRoute> = {
  async 'GET /api/collections/:id/pages/:page'({ params }, context) {
    const { id, page } = params
    const { event, store, archiveDir } = await context.collections.open(id)
    const view = await viewPage({ id, event, store, archiveDir }, page, context.origin ?? '')
    if (!view) throw new EventideError('no-page', `The collection "${id}" has no page ${page}`)
    return { ...view, replayUrl: view.archived ? context.replayUrlOf(id, page) : null }
  },

  async 'GET /api/collections/:id/pages/:page/followed'({ params, query, signal }, context) {
    await context.collections.open(params.id)
    const frame = { collection: params.id, page: params.page, visit: query.visit }
    return context.followed.listen(frame, signal)
  },

  async 'GET /api/collections/:id/lookup'({ params: { id }, query: { url } }, { collections }) {
    return lookUp((await collections.open(id)).store, url)
  },

  async 'GET /api/collections/:id/sources'({ params: { id } }, { collections }) {
    const { store } = await collections.open(id)
    return { sources: listSources((await tallies(store)).sources, Date.now()) }
  },

  async 'GET /api/collections/:id/graph'({ params: { id }, query: { of, limit } }, { collections }) {
    const { store } = await collections.open(id)
    if (of === 'sources') return sourceGraph(await tallies(store), limit)
    return graphOfPages(await reports.of(store.reads, `graph ${limit}`, () => store.reads.graph(limit)))
  },

  async 'GET /api/collections/:id/summary'({ params: { id }, query: { sentences } }, { collections }) {
    const collection = await collections.open(id)
    return reports.of(collection.store.reads, `summary ${sentences}`, () => summaryOf(collection, sentences))
  },

  async 'GET /api/compare'({ query }, context) {
    return compareCollections(await opened(query.in, context), context.eventContext.places)
  },

  async 'GET /api/export'({ query, signal }, context) {
    const { format: name, in: ids, copies, ...searchQuery } = query
    const format = exportFormat(name)
    const collections = await opened(ids, context)
    signal.throwIfAborted()
    const selection = await selectPages(collections, searchQuery, context.eventContext, {
      copies: copies === 'true',
    })
    return {
      type: format.type,
      name: exportFileName(selection, format),
      body: format.write(stoppedBy(selection, signal), {
        created: new Date(),
        signer: () => signerFor(collections, context),
        signal,
      }),
    }
  },
}

function tallies(store: Store): Promise<SourceTallies> {
  return reports.of(store.reads, 'sources', () => store.reads.sources())
}

/** Opens the requested collections, or all that have pages. */
async function opened(
  ids: readonly string[] | undefined,
  { collections }: Context,
): Promise<ExportedCollection[]> {
  const found: ExportedCollection[] = []
  for (const id of new Set(ids ?? (await collections.ids()))) {
    try {
      found.push({ ...(await collections.open(id)), id })
    } catch (error) {
      const notCrawled = ids === undefined && error instanceof EventideError && error.code === 'no-collection'
      if (!notCrawled) throw error
    }
  }
  if (found.length > 0) return found
  throw new EventideError('no-collection', 'No collection has pages yet. Crawl one first')
}

/** A package of one collection is signed with its key, unless the server is read-only. */
async function signerFor(
  [only, ...others]: readonly ExportedCollection[],
  { collections, mayWrite }: Context,
) {
  if (!mayWrite || !only || others.length > 0) return undefined
  return PackageSigner.open(signingKeyOf(collections.dirOf(only.id)))
}
