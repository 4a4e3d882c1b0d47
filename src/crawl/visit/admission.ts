import type { Lease } from '../../model/crawl.ts'
import { MAX_BLAME } from '../../store/rules/suspects.ts'
import { sitemapItems } from '../links/sitemap-items.ts'
import type { RobotsPermission } from '../politeness/robots-gate.ts'
import type { VisitContext } from './visit-context.ts'

/** Checks whether a claimed URL may be fetched now. Null when the visit is over: the lease was completed or released. */
export async function admit(context: VisitContext, lease: Lease): Promise<RobotsPermission | null> {
  const { endings, addresses, memory } = context
  if (lease.blame !== null && lease.blame >= MAX_BLAME) {
    await endings.fail(
      lease,
      'lease',
      'lost',
      `Eventide was ended ${lease.lost} times while it visited this page, in the end with no other page in flight; to try it again, crawl with --retry-failed lost`,
    )
    return null
  }
  const outOfScope = whyOutOfScope(context, lease)
  if (outOfScope) {
    await endings.exclude(lease, 'scope', outOfScope, memory.traps.because(lease))
    return null
  }
  const busyUntil = addresses.busyUntil(lease.host)
  if (busyUntil !== null) {
    await endings.release(lease, { notBefore: busyUntil })
    return null
  }
  return permission(context, lease)
}

/** Seeds were chosen by people: a seed is excluded only if its host is denied. */
function whyOutOfScope({ parts, deciders }: VisitContext, lease: Lease): string | undefined {
  if (lease.depth > 0) return deciders.whyNot(lease)
  const code = parts.scope.fence(lease.host)
  return code === 'host-denied' ? code : undefined
}

/** Checks robots.txt. If it had to be fetched first, the URL waits for the host's next turn. */
async function permission(context: VisitContext, lease: Lease): Promise<RobotsPermission | null> {
  const { parts, options, robots, endings, deciders, abandon } = context
  parts.watch?.doing(lease, 'robots')
  const decision = await robots.decide(lease.url, parts.clock.now(), abandon, async ({ sitemaps }) => {
    if (options.now.sitemaps) await parts.store.add(sitemapItems(lease, sitemaps, deciders, options.now))
  })
  if (decision.kind === 'allowed') return decision
  if (decision.kind === 'fetched') await endings.release(lease, endings.pauseAfter(lease, decision))
  else if (decision.kind === 'disallowed') await endings.exclude(lease, 'robots', 'disallowed', decision.why)
  else await endings.robotsUnreachable(lease, decision)
  return null
}
