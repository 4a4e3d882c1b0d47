import type { Lease, Visit } from '../../model/crawl.ts'
import type { Judged } from './judged-visit.ts'
import type { VisitContext } from './visit-context.ts'

/** Counts a page that is safely stored, and lets the strategy and the trap memory learn from it. */
export async function learnFrom(
  { stats, tally, memory }: VisitContext,
  lease: Lease,
  { page, verdict, memo, withheld }: Judged,
  visit: Visit,
): Promise<void> {
  stats.fetched++
  stats.fetchedThisRun++
  memory.traps.observe(visit)
  const { order, duplicateOf } = visit
  // Nothing is kept of a source that a curator rejected, whatever the verdict.
  const { relevant } = visit
  const relevance = relevant === verdict.relevant ? verdict.relevance : Number(relevant)
  if (relevant) stats[duplicateOf === null ? 'kept' : 'copies']++
  if (withheld) stats.withheld++
  tally.count(lease)
  const { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent } = lease
  const lead = { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent }
  const { published } = page
  memory.strategy.observe({ order, ...lead, memo, relevance, relevant, published, duplicateOf })
  // Only now: awaiting earlier would let a later page be learned from first.
  await memory.traps.saveIfDue()
  await memory.strategy.saveIfDue()
}
