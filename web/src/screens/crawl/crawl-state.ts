import type { Reply } from '../../api/client.ts'
import type { Tone } from '../../design/chip.tsx'

export type CrawlLive = Reply<'GET /api/collections/:id/crawl'>
export type CrawlStatus = Reply<'GET /api/crawls'>['crawls'][number]
type CrawlState = CrawlStatus['state']

interface StateWords {
  readonly name: string
  readonly tone: Tone | undefined
  /** Read aloud when the crawl comes into this state. */
  readonly said: string
}

export const STATE_WORDS: Readonly<Record<CrawlState, StateWords>> = {
  new: { name: 'not crawled yet', tone: undefined, said: 'This event has not been crawled yet.' },
  idle: { name: 'not running', tone: undefined, said: 'The crawl has ended.' },
  starting: { name: 'starting', tone: 'accent', said: 'The crawl is starting.' },
  running: { name: 'running', tone: 'good', said: 'The crawl is running.' },
  pausing: { name: 'pausing', tone: 'warn', said: 'The crawl finishes the pages in hand, then pauses.' },
  paused: { name: 'paused', tone: 'warn', said: 'The crawl is paused.' },
  stopping: { name: 'stopping', tone: 'warn', said: 'The crawl finishes the pages in hand, then stops.' },
  failed: { name: 'failed', tone: 'bad', said: 'The crawl has failed.' },
}

/** A process is at work on it, or about to be. */
export const isActive = (state: CrawlState): boolean =>
  state === 'starting' ||
  state === 'running' ||
  state === 'pausing' ||
  state === 'paused' ||
  state === 'stopping'
