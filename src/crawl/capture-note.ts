import type { Lease } from '../model/crawl.ts'
import type { Json } from '../model/json.ts'
import type { PageReading } from '../model/page.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { Evidence, Verdict } from '../model/verdict.ts'
import type { Store } from '../store/store.ts'

/** What a judged page adds to the note on its capture. */
interface JudgedReading {
  readonly page: PageReading
  readonly verdict: Verdict
  /** The strategy that judged, with the options that differ from their defaults. */
  readonly strategy: StrategySpec
  /** `plain`, `drawn` by a browser, or why it was not. */
  readonly shown: string
  /** The robots.txt rule that let it be fetched; null when none spoke of it. */
  readonly allowedBy: string | null
}

/**
 * What the archive keeps beside a capture, so that the WARC files alone can say why the page was fetched, by which
 * path it was found, what was decided about it and how its bytes were read.
 */
export async function captureNote(
  lease: Lease,
  store: Pick<Store, 'pathTo'>,
  judged?: JudgedReading,
): Promise<Json> {
  const { canonicalUrl, score, evidence, depth, redirects } = lease
  const path = await store.pathTo(lease.id)
  const link = { canonicalUrl, score, depth, redirects, path, evidence: plain(evidence) }
  return { format: 'eventide-capture-1', link, ...(judged ? judgement(judged) : {}) }
}

function judgement({ page, verdict, strategy, shown, allowedBy }: JudgedReading) {
  const { relevance, relevant, evidence } = verdict
  const { title, language, charset, charsetFrom, published, publishedFrom, truncated } = page
  return {
    verdict: {
      strategy: strategy.name,
      ...optionsOf(strategy),
      relevance,
      relevant,
      evidence: plain(evidence),
    },
    reading: { title, language, charset, charsetFrom, published, publishedFrom, truncated, shown },
    robots: { allowedBy, because: [...page.robots.because] },
  }
}

function optionsOf({ options }: StrategySpec): { options?: Json } {
  return Object.keys(options).length === 0 ? {} : { options: options as Json }
}

function plain(evidence: Evidence): Json {
  const parts = Object.entries(evidence).map(([name, { value, weight, because }]) => [
    name,
    { value, weight, because: [...because] },
  ])
  return Object.fromEntries(parts)
}
