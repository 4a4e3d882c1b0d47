import type { Collection } from '../collection.ts'
import { explainEnd } from '../crawl/loop/crawl-end.ts'
import { type CrawlStats, harvestRatio } from '../crawl/loop/stats.ts'
import type { RunEnd } from '../open-run.ts'
import type { QueueCounts } from '../store/store.ts'
import { counted } from '../text/counted.ts'
import { jsonLine, type Terminal } from './output.ts'
import { inWords } from './values.ts'

/** Reports a finished run: a few lines, or one of JSON. */
export async function reportCrawl(
  { dir, store }: Collection,
  ended: RunEnd,
  elapsedMs: number,
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<void> {
  const queue = await store.counts()
  terminal.out.write(
    json ? reportJson(dir, ended, elapsedMs, queue) : reportText(dir, ended, elapsedMs, queue),
  )
}

function reportJson(dir: string, ended: RunEnd, elapsedMs: number, queue: QueueCounts): string {
  const { end, stats, saturated } = ended
  const { fetched, kept, copies, redirects, unchanged, fetchedThisRun, bytes, withheld } = stats
  return jsonLine({
    collection: dir,
    ...{ end, fetched, kept, copies },
    harvest: harvestRatio(stats),
    ...{ redirects, unchanged, fetchedThisRun },
    pagesPerSecond: rateOf(stats, elapsedMs),
    ...{ bytes, withheld, elapsedMs, queue },
    rendered: Object.fromEntries([...stats.rendered].sort()),
    failures: Object.fromEntries([...stats.failures].sort()),
    // `exhausted` is the earlier name of `saturated`, for scripts.
    exhausted: saturated,
    saturated,
  })
}

function reportText(dir: string, { end, stats, saturated }: RunEnd, elapsedMs: number, queue: QueueCounts) {
  const { kept, fetched, copies, unchanged, withheld, fetchedThisRun } = stats
  const copied = copies > 0 ? ` and ${counted(copies, 'copy', 'copies')} of them` : ''
  const rate = rateOf(stats, elapsedMs).toFixed(1)
  const lines = [
    `${dir}: ${kept} of ${counted(fetched, 'page')} kept (harvest ${harvestRatio(stats).toFixed(3)})${copied}, ${counted(queue.queued, 'link')} queued`,
    `${counted(fetchedThisRun, 'page')} in ${inWords(elapsedMs)} (${rate} per second); ${explainEnd(end, 'command')}`,
  ]
  if (saturated) lines.push(`the event looks saturated: ${saturated.join('; ')}`)
  if (unchanged > 0) lines.push(`fetched again: ${unchanged} had not changed`)
  if (withheld > 0) lines.push(`not archived: ${counted(withheld, 'page')} with noarchive`)
  if (stats.rendered.size > 0) lines.push(`rendered in Chromium: ${tallies(stats.rendered)}`)
  if (stats.failures.size > 0) lines.push(`not fetched: ${tallies(stats.failures)}`)
  return `${lines.join('\n')}\n`
}

function rateOf({ fetchedThisRun }: CrawlStats, elapsedMs: number): number {
  return fetchedThisRun / (elapsedMs / 1000)
}

/** `http:404 12, fetch:timeout 3`: the most frequent first. */
function tallies(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort((a, b) => b[1] - a[1])
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ')
}
