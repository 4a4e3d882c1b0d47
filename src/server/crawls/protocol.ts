import type { z } from 'zod'
import type { crawlLive } from '../../api/crawls.ts'
import type { CrawlNetwork } from '../../crawl/network.ts'
import type { SharedSpecification } from '../../model/crawl-options.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import type { CollectionWeb } from './crawl-file.ts'

export type CrawlSettings = SharedSpecification

type Live = z.input<typeof crawlLive>

/** What a crawl tells of itself while it runs, in short. */
export interface RunStatus
  extends Pick<Live, 'fetched' | 'kept' | 'copies' | 'queued' | 'failed' | 'pagesPerSecond'> {
  readonly state: 'running' | 'pausing' | 'paused' | 'stopping'
}

/** And at length. */
export interface RunLive
  extends RunStatus,
    Pick<Live, 'curve' | 'hosts' | 'workers' | 'verdicts' | 'errors' | 'notices'> {}

export interface CrawlSetup {
  readonly dir: string
  readonly settings: CrawlSettings
  readonly seeds: readonly string[]
  readonly network: CrawlNetwork
  readonly web: CollectionWeb | null
}

/** What the server tells a crawl. */
export type ToCrawl =
  | { readonly kind: 'start'; readonly setup: CrawlSetup }
  | { readonly kind: 'pause' | 'resume' | 'stop' | 'look' }
  | { readonly kind: 'settings'; readonly settings: CrawlSettings }
  | { readonly kind: 'curate'; readonly ticket: number; readonly order: CurationRequest }

/** How a run ended. */
export interface RunEnd {
  /** In words. */
  readonly ended: string
  readonly errors: RunLive['errors']
  readonly notices: RunLive['notices']
}

/** What a crawl tells the server. */
export type FromCrawl =
  | { readonly kind: 'status'; readonly status: RunStatus }
  | { readonly kind: 'live'; readonly live: RunLive | null }
  | { readonly kind: 'curated'; readonly ticket: number; readonly entry: CurationEntry }
  | { readonly kind: 'refused'; readonly ticket: number; readonly code: string; readonly message: string }
  | ({ readonly kind: 'end' } & RunEnd)
  | { readonly kind: 'failed'; readonly message: string }

/** Of a curation that came when the run was over: it is then done without it. */
export const RUN_OVER = 'run-over'
