/** Why a crawl ended. */
export type CrawlEnd =
  /** The queue is empty. */
  | 'exhausted'
  /** The strategy expects no further relevant pages. */
  | 'saturated'
  /** Every remaining host has to wait longer than `patience`. */
  | 'waiting'
  | 'pages'
  | 'time'
  | 'stopped'

interface Explanation {
  readonly why: string
  /** How to continue on the command line and in the browser; null when there is nothing to continue with. */
  readonly resume: { readonly command: string; readonly browser: string } | null
}

const EXPLANATIONS: Readonly<Record<CrawlEnd, Explanation>> = {
  exhausted: { why: 'every link found was followed', resume: null },
  saturated: {
    why: 'the strategy expects no further relevant pages',
    resume: {
      command: 'run the same command without --stop-when-saturated to continue',
      browser: 'turn off "stop when saturated" to continue',
    },
  },
  waiting: {
    why: 'all remaining hosts are waiting',
    resume: { command: 'run the same command later to resume', browser: 'start it again later to resume' },
  },
  pages: {
    why: 'the page budget is used up',
    resume: { command: 'raise --pages to continue', browser: 'raise it to continue' },
  },
  time: {
    why: 'the time budget is used up',
    resume: { command: 'run the same command to resume', browser: 'start it again to resume' },
  },
  stopped: {
    why: 'stopped',
    resume: { command: 'run the same command to resume', browser: 'start it again to resume' },
  },
}

/** Why a crawl ended and how to continue it, on the command line or in the browser. */
export function explainEnd(end: CrawlEnd, where: 'command' | 'browser'): string {
  const { why, resume } = EXPLANATIONS[end]
  return resume ? `${why}; ${resume[where]}` : why
}
