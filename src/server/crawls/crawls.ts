import type { Clock } from '../../crawl/clock.ts'
import type { CrawlNetwork } from '../../crawl/network.ts'
import type { Log } from '../../log/log.ts'
import { CrawlControl } from './crawl-control.ts'
import type { Places } from './idle-crawl.ts'
import { Schedules } from './schedules.ts'

interface CrawlsOptions extends Places {
  /** The served folder. */
  readonly folder: string
  /** How crawls reach the web: `networkOf` in src/cli/network.ts makes it from the command line's options. */
  readonly network: CrawlNetwork
  readonly log: (line: string) => void
  readonly clock?: Clock
  /** Receives structured log entries. */
  readonly events?: Log | undefined
}

/** The crawls of a served folder. */
export interface Crawls {
  readonly control: CrawlControl
  readonly schedules: Schedules
  /** Lets every crawl finish the pages in progress, and waits for it. */
  close(): Promise<void>
}

/** Starts nothing by itself; `schedules.run()` starts what is due. */
export function openCrawls({ folder, log, clock, ...options }: CrawlsOptions): Crawls {
  const control = new CrawlControl({ ...options, ...(clock && { clock }) })
  const schedules = new Schedules({
    folder,
    log,
    start: (collection, settings) => control.start(collection, { settings, seeds: [] }),
    exists: async (collection) => (await options.collections.ids()).includes(collection),
    ...(clock && { clock }),
  })
  return {
    control,
    schedules,
    async close() {
      await schedules.stop()
      await control.close()
    },
  }
}
