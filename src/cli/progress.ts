import type { DiskPause } from '../crawl/loop/disk-watch.ts'
import { type CrawlStats, harvestRatio } from '../crawl/loop/stats.ts'
import type { QueueCounts } from '../store/store.ts'
import { jsonLine, type Terminal } from './output.ts'
import { bytesInWords, inWords } from './values.ts'

const BAR_WIDTH = 20
/** On a terminal the line is redrawn this often; elsewhere a line is written. */
const REDRAW_MS = 200
const PLAIN_LINE_MS = 10_000

export interface Progress {
  readonly stats: CrawlStats
  readonly queue: QueueCounts
  readonly pages: number
  readonly elapsedMs: number
}

/** The progress of a crawl on one line. */
export function progressLine({ stats, queue, pages, elapsedMs }: Progress): string {
  const rate = elapsedMs > 0 ? stats.fetchedThisRun / (elapsedMs / 1000) : 0
  const failures = [...stats.failures].sort((a, b) => b[1] - a[1]).slice(0, 3)
  const shown = failures.map(([code, n]) => `${code} ${n}`).join(', ')
  return [
    bar(pages > 0 ? stats.fetched / pages : 0),
    `${stats.fetched}/${pages} fetched`,
    `${stats.kept} kept`,
    `harvest ${harvestRatio(stats).toFixed(2)}`,
    `queue ${queue.queued}`,
    `${rate.toFixed(1)} pages/s`,
    inWords(elapsedMs),
    ...(stats.paused ? [`paused: ${stats.paused}`] : []),
    ...(shown ? [shown] : []),
  ].join('  ')
}

/** The message when a crawl pauses because the disk is full, and when it resumes; one line of JSON with `--json`. */
export function pauseNotice(pause: DiskPause | null, { json }: { json?: boolean }): string {
  if (json) return jsonLine(pause ? { event: 'paused', why: 'disk-low', ...pause } : { event: 'resumed' })
  if (!pause) return 'Resumed: there is space on the disk again\n'
  const has = pause.free === null ? 'the disk is full' : `the disk has ${bytesInWords(pause.free)} left`
  return `Paused: ${has}, ${bytesInWords(pause.minFree)} must stay free (--min-free). The crawl resumes when there is space; Ctrl-C stops it.\n`
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR_WIDTH)
  return `[${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}]`
}

/** Redraws a line on a terminal; elsewhere writes a plain line now and then. Returns how to end it. */
export function showProgress(terminal: Terminal, current: () => Promise<Progress>): () => Promise<void> {
  const live = terminal.err.isTTY === true
  const draw = async () => {
    const line = progressLine(await current())
    if (!live) terminal.err.write(`${line}\n`)
    else terminal.err.write(`\r\u001b[2K${line.slice(0, (terminal.err.columns ?? 100) - 1)}`)
  }
  let drawing = Promise.resolve()
  const timer = setInterval(
    () => {
      drawing = drawing.then(draw, draw)
    },
    live ? REDRAW_MS : PLAIN_LINE_MS,
  )
  let ended = false
  return async () => {
    if (ended) return
    ended = true
    clearInterval(timer)
    await drawing.catch(() => {})
    await draw()
    if (live) terminal.err.write('\n')
  }
}
