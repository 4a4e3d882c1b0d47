import type { CrawlEnd } from '../src/crawl/loop/crawl-end.ts'
import type { SimulatedWeb } from '../src/lab/web/web.ts'
import type { Store } from '../src/store/store.ts'
import type { Faults } from './soak-faults.ts'

/**
 * Checks that every URL is accounted for: no lease is open, an exhausted crawl has an empty queue, and no page was given up
 * that the web would have served. Returns the violations.
 */
export async function accountOf(
  store: Store,
  web: SimulatedWeb,
  faults: Faults,
  end: CrawlEnd,
): Promise<string[]> {
  const problems: string[] = []
  const { queued, leased } = await store.counts()
  if (leased > 0) problems.push(`${leased} URLs are still in hand`)
  if (end === 'exhausted' && queued > 0)
    problems.push(`${queued} URLs wait, though the crawl says it is at its end`)
  const fetched = new Set<string>()
  for await (const page of store.pages({ all: true })) fetched.add(page.canonicalUrl)
  let lost = 0
  for (const url of web.pages()) {
    if (fetched.has(url)) continue
    const record = await store.explain(url)
    const answers = web.respond(url)?.status === 200 && faults.passes(url)
    // Unknown: no fetched page links to it. Excluded or queued: a recorded decision.
    if (record?.state !== 'failed' || !answers) continue
    if (lost++ < 5) problems.push(`${url} was given up (${record.ending?.code}), though the web has it`)
  }
  if (lost > 5) problems.push(`${lost} pages were given up in all`)
  return problems
}
