import type { Reply } from '../../api/client.ts'
import type { Tone } from '../../design/chip.tsx'

export type CrawlLive = Reply<'GET /api/collections/:id/crawl'>
export type CrawlStatus = Reply<'GET /api/crawls'>['crawls'][number]
type CrawlState = CrawlStatus['state']

interface StateText {
  readonly name: string
  readonly tone: Tone | undefined
  /** Read aloud when the crawl enters this state. */
  readonly announcement: string
}

export const STATE_TEXT: Readonly<Record<CrawlState, StateText>> = {
  new: { name: 'not crawled yet', tone: undefined, announcement: 'This event has not been crawled yet.' },
  idle: { name: 'not running', tone: undefined, announcement: 'The crawl has ended.' },
  starting: { name: 'starting', tone: 'accent', announcement: 'The crawl is starting.' },
  running: { name: 'running', tone: 'good', announcement: 'The crawl is running.' },
  pausing: {
    name: 'pausing',
    tone: 'warn',
    announcement: 'The crawl pauses once the pages in progress are finished.',
  },
  paused: { name: 'paused', tone: 'warn', announcement: 'The crawl is paused.' },
  stopping: {
    name: 'stopping',
    tone: 'warn',
    announcement: 'The crawl stops once the pages in progress are finished.',
  },
  failed: { name: 'failed', tone: 'bad', announcement: 'The crawl has failed.' },
}

/** A process is running it, or about to. */
export const isActive = (state: CrawlState): boolean =>
  state === 'starting' ||
  state === 'running' ||
  state === 'pausing' ||
  state === 'paused' ||
  state === 'stopping'
