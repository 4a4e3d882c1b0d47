import type { FetchResult } from '../../fetch/fetcher.ts'
import type { ArchivedResponse, Lease } from '../../model/crawl.ts'
import type { Exchange } from '../../model/exchange.ts'
import { forbidsArchiving } from '../../page/robots-directives.ts'
import type { HostPause } from '../../store/store.ts'
import { captureNote } from '../capture-note.ts'
import { redirectItem } from '../links/link-items.ts'
import type { ConditionalRequest } from '../memory/earlier-copies.ts'
import type { RobotsPermission } from '../politeness/robots-gate.ts'
import type { VisitContext } from './visit-context.ts'

/** Archives a response that ends a URL without a page: it is evidence too. */
export async function preserve(
  { parts, options }: VisitContext,
  lease: Lease,
  exchange: Exchange,
): Promise<ArchivedResponse> {
  const { status, startedAt: fetchedAt } = exchange
  const { archive, ignoreNoarchive } = options.now
  const isArchived = archive === 'all' && (ignoreNoarchive || !forbidsArchiving(exchange))
  const note = () => captureNote(lease, parts.store)
  const capture = isArchived ? await parts.archive.append(exchange, note) : null
  return { status, fetchedAt, capture }
}

/** The server reports that a page fetched before has not changed. */
export async function completeUnchanged(
  context: VisitContext,
  lease: Lease,
  exchange: Exchange,
  { of }: ConditionalRequest,
  { crawlDelaySeconds }: RobotsPermission,
): Promise<void> {
  const { endings, stats } = context
  const pause = endings.pauseAfter(lease, { status: exchange.status, crawlDelaySeconds })
  const answer = await preserve(context, lease, { ...exchange, unchanged: of })
  stats.unchanged++
  await endings.complete(lease, { kind: 'unchanged', ...answer }, [], pause)
}

/** The target of a redirect becomes a new item of the frontier, with its own checks, delay and record. */
export async function completeRedirect(
  context: VisitContext,
  lease: Lease,
  { exchange }: FetchResult,
  location: string,
  pause: HostPause,
): Promise<void> {
  const { parts, endings, deciders, options, stats } = context
  const fail = async (code: string, message: string) =>
    endings.fail(lease, 'http', code, message, pause, await preserve(context, lease, exchange))
  const target = URL.canParse(location, lease.url) ? new URL(location, lease.url).href : ''
  const item = redirectItem(lease, target, deciders, options.now)
  if (!item) return fail('bad-redirect', `redirects to ${location.slice(0, 200)}`)
  if (item.canonicalUrl === lease.canonicalUrl) {
    if (target === lease.url) return fail('redirect-loop', 'redirects to itself')
    // The same page under another spelling is fetched again under that spelling.
    return endings.release(lease, pause, { failedTry: true, url: item.url })
  }
  const { status, startedAt: fetchedAt } = exchange
  const capture = await parts.archive.append(exchange, () => captureNote(lease, parts.store))
  stats.redirects++
  await endings.complete(lease, { kind: 'redirect', status, target, fetchedAt, capture }, [item], pause)
}
