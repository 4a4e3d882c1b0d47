import type { z } from 'zod'
import type { crawlLive } from '../../api/crawls.ts'
import type { StageTime } from '../../crawl/loop/stage-times.ts'
import type { CrawlNetwork } from '../../crawl/network.ts'
import type { LogEntry } from '../../log/log.ts'
import type { SharedSpecification } from '../../model/crawl-options.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import type { CollectionWeb } from './crawl-file.ts'

export type CrawlSettings = SharedSpecification

type Live = z.input<typeof crawlLive>

/** The status of a running crawl in short. */
export interface RunStatus
  extends Pick<Live, 'fetched' | 'kept' | 'copies' | 'queued' | 'failed' | 'pagesPerSecond'> {
  readonly state: 'running' | 'pausing' | 'paused' | 'stopping'
  /** Of this run. */
  readonly stages: readonly StageTime[]
  /** Resident memory of its process, in bytes. */
  readonly memory: number
}

/** The status in full. */
export interface RunLive
  extends RunStatus,
    Pick<Live, 'curve' | 'hosts' | 'workers' | 'verdicts' | 'errors' | 'notices'> {}

export interface CrawlSetup {
  readonly dir: string
  readonly settings: CrawlSettings
  readonly seeds: readonly string[]
  readonly network: CrawlNetwork
  readonly web: CollectionWeb | null
  /** Whether the server wants log entries. */
  readonly logs?: boolean
}

/** Messages from the server to a crawl. */
export type ToCrawl =
  | { readonly kind: 'start'; readonly setup: CrawlSetup }
  | { readonly kind: 'pause' | 'resume' | 'stop' | 'look' }
  | { readonly kind: 'settings'; readonly settings: CrawlSettings }
  | { readonly kind: 'curate'; readonly ticket: number; readonly order: CurationRequest }

/** How a run ended. */
export interface RunEnd {
  /** Why it ended, as text. */
  readonly ended: string
  readonly errors: RunLive['errors']
  readonly notices: RunLive['notices']
}

/** Messages from a crawl to the server. */
export type FromCrawl =
  | { readonly kind: 'status'; readonly status: RunStatus }
  | { readonly kind: 'log'; readonly entry: LogEntry }
  | { readonly kind: 'live'; readonly live: RunLive | null }
  | { readonly kind: 'curated'; readonly ticket: number; readonly entry: CurationEntry }
  | { readonly kind: 'refused'; readonly ticket: number; readonly code: string; readonly message: string }
  | ({ readonly kind: 'end' } & RunEnd)
  | { readonly kind: 'failed'; readonly message: string }

/** The code of a curation that arrived after the end of the run; it is then applied to the collection itself. */
export const RUN_OVER = 'run-over'
