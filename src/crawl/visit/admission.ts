import type { Lease } from '../../model/crawl.ts'
import { sitemapItems } from '../links/sitemap-items.ts'
import type { RobotsPermission } from '../politeness/robots-gate.ts'
import type { VisitContext } from './visit-context.ts'

/** Checks whether a claimed URL may be fetched now. Null when the visit is over: the lease was completed or released. */
export async function admit(context: VisitContext, lease: Lease): Promise<RobotsPermission | null> {
  const { endings, options, addresses, memories } = context
  if (lease.lost >= options.politeness.maxLost) {
    await endings.fail(lease, 'lease', 'lost', 'every visit to it was cut short')
    return null
  }
  const outOfScope = whyOutOfScope(context, lease)
  if (outOfScope) {
    await endings.exclude(lease, 'scope', outOfScope, memories.traps.because(lease))
    return null
  }
  const busyUntil = addresses.busyUntil(lease.host)
  if (busyUntil !== null) {
    await endings.release(lease, { notBefore: busyUntil })
    return null
  }
  return permission(context, lease)
}

/** People chose the seeds: a seed is kept out only if its host is denied. */
function whyOutOfScope({ parts, deciders }: VisitContext, lease: Lease): string | undefined {
  if (lease.depth > 0) return deciders.whyNot(lease)
  const code = parts.scope.fence(lease.host)
  return code === 'host-denied' ? code : undefined
}

/** What robots.txt says. Where it had to be fetched first, the URL waits for the host's next turn. */
async function permission(context: VisitContext, lease: Lease): Promise<RobotsPermission | null> {
  const { parts, options, robots, endings, deciders, stop } = context
  parts.watch?.doing(lease, 'robots')
  const decision = await robots.decide(lease.url, parts.clock.now(), stop.abandon, async ({ sitemaps }) => {
    if (options.now.sitemaps) await parts.store.add(sitemapItems(lease, sitemaps, deciders, options.now))
  })
  if (decision.kind === 'allowed') return decision
  if (decision.kind === 'asked') await endings.release(lease, endings.rest(lease, decision))
  else if (decision.kind === 'disallowed') await endings.exclude(lease, 'robots', 'disallowed', decision.why)
  else await endings.robotsUnreachable(lease, decision)
  return null
}
