import type { FetchResult } from '../../fetch/fetcher.ts'
import type { Lease, Outcome } from '../../model/crawl.ts'
import type { Json } from '../../model/json.ts'
import type { PageReading } from '../../model/page.ts'
import type { Verdict } from '../../model/verdict.ts'
import { unlessNotFound } from '../../page/not-found.ts'
import { summaryOf, textDigest, whoOf } from '../../page/page-facts.ts'
import { watched } from '../../process/watchdog.ts'
import { specOf } from '../../score/registry.ts'
import { verdictOn } from '../../score/verdict-on.ts'
import type { HostPause } from '../../store/store.ts'
import { captureNote } from '../capture-note.ts'
import { linkItems, type NewLink } from '../links/link-items.ts'
import type { PageView } from '../reading/page-views.ts'
import type { VisitContext } from './visit-context.ts'

/** A response that is a page. */
export interface Received {
  readonly result: FetchResult
  readonly contentType: string
  readonly lastModified: string | undefined
  readonly robotsTags: string[]
  /** The robots.txt rule that allowed the fetch; null when none applied. */
  readonly allowedBy: string | null
  readonly pause: HostPause
}

/** A page that was read and judged. */
export interface Judged {
  readonly view: PageView
  readonly page: PageReading
  readonly verdict: Verdict
  readonly links: readonly NewLink[]
  /** What the strategy stores with the page. */
  readonly memo: Json
  /** The page forbids archiving, and that is respected. */
  readonly withheld: boolean
}

/** Reads a page, in a browser where it needs one. */
export async function readView(context: VisitContext, lease: Lease, received: Received): Promise<PageView> {
  const { parts, views, abandon, turns } = context
  const { result, contentType, lastModified, robotsTags } = received
  await turns.take()
  parts.watch?.doing(lease, 'reading')
  const input = { url: lease.url, body: result.body, contentType, lastModified, robotsTags }
  return views.of(input, result, abandon, () => parts.watch?.doing(lease, 'rendering'))
}

/** Judges a page and scores its links. */
export function judge(context: VisitContext, lease: Lease, view: PageView): Judged {
  const work = () => context.failures.attempt(lease.url, () => judged(context, lease, view))
  return watched(context.parts.watchdog, `Judging ${lease.url}`, work)
}

function judged(context: VisitContext, lease: Lease, view: PageView): Judged {
  const { parts, options, memory, deciders } = context
  const { strategy } = parts
  const { page } = view
  parts.watch?.doing(lease, 'judging')
  const verdict = unlessNotFound(page, verdictOn(page, strategy))
  const { id, canonicalUrl, depth, source, score, evidence } = lease
  const from = { id, canonicalUrl, page, verdict, depth, source, link: { score, evidence } }
  const links = linkItems(lease, from, deciders, options.now)
  memory.traps.mark(lease, verdict, links)
  const memo = strategy.remember?.(from, links) ?? null
  const { ignoreNoarchive } = options.now
  const withheld = page.robots.noarchive && !ignoreNoarchive
  return { view, page, verdict, links, memo, withheld }
}

/** Archives a page as far as permitted, and describes it for the store. */
export async function archivePage(
  context: VisitContext,
  lease: Lease,
  received: Received,
  judged: Judged,
): Promise<Outcome> {
  const { parts, options, views } = context
  const { exchange } = received.result
  const { view, page, verdict, withheld, memo } = judged
  const { allowedBy, contentType } = received
  parts.watch?.doing(lease, 'archiving')
  const isArchived = !withheld && (verdict.relevant || options.now.archive === 'all')
  const note = () =>
    captureNote(lease, parts.store, {
      ...{ page, verdict, allowedBy },
      strategy: specOf(parts.strategy),
      shown: view.shown,
    })
  const resources = isArchived ? await views.preserve(view) : []
  const capture = isArchived ? await parts.archive.append(exchange, note, view.conversion) : null
  return {
    kind: 'page',
    ...{ page, verdict, contentType, capture, resources, memo, allowedBy, withheld },
    status: exchange.status,
    fetchedAt: exchange.startedAt,
    ...watched(parts.watchdog, `Summarising ${lease.url}`, () => ({
      textDigest: textDigest(page),
      summary: summaryOf(withheld ? { ...page, text: '', mainText: '' } : page),
      who: verdict.relevant ? whoOf(page) : [],
    })),
  }
}
