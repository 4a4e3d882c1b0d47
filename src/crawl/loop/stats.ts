/** What a run has done so far; plain numbers, read by the progress line, `--json` and the summary. */
export interface CrawlStats {
  /** Pages of the collection fetched so far, by all runs including this one. */
  fetched: number
  /** Each once: a copy of a page that was kept before counts under `copies`. */
  kept: number
  copies: number
  redirects: number
  /** Pages that this run checked again and the server reported as unchanged. */
  unchanged: number
  /** Pages fetched by this run alone. */
  fetchedThisRun: number
  bytes: number
  /** Pages of this run that forbid archiving and were not archived. */
  withheld: number
  /** Why nothing is fetched at the moment; null while the crawl runs. */
  paused: string | null
  /** Pages of this run that needed rendering, by outcome: `drawn`, or why they were read without a browser. */
  readonly rendered: Map<string, number>
  /** Failures and exclusions of this run by stage and code: `fetch:timeout`, `http:404`, `robots:disallowed` ... */
  readonly failures: Map<string, number>
}

export function emptyStats(fetched: number, kept: number, copies = 0): CrawlStats {
  return {
    fetched,
    kept,
    copies,
    redirects: 0,
    unchanged: 0,
    fetchedThisRun: 0,
    bytes: 0,
    withheld: 0,
    paused: null,
    rendered: new Map(),
    failures: new Map(),
  }
}

export function countFailure(stats: CrawlStats, stage: string, code: string): void {
  const key = `${stage}:${code}`
  stats.failures.set(key, (stats.failures.get(key) ?? 0) + 1)
}

/** Kept among fetched: the harvest ratio. */
export function harvestRatio(stats: { fetched: number; kept: number }): number {
  return stats.fetched === 0 ? 0 : stats.kept / stats.fetched
}
