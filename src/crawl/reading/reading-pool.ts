import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import type { Entry } from '../../process/fork-entry.ts'
import { type PackedReading, unpackReading } from './packed-reading.ts'
import { PagePool, type PagePoolOptions } from './page-pool.ts'
import type { ReaderSetup, ReadingOptions } from './read-here.ts'
import type { ReadingTask } from './reading-worker.ts'

const PROGRAM: Entry = {
  caller: import.meta.url,
  source: './reading-worker.ts',
  bundle: './reading-worker.js',
}

/** Reads pages in other processes. A page that cannot be read fails with the code `reading`. */
export class ReadingPool {
  readonly #pool: PagePool<ReaderSetup, ReadingTask, PackedReading>

  constructor(setup: ReaderSetup, options: PagePoolOptions = {}) {
    this.#pool = new PagePool(PROGRAM, setup, options)
  }

  /** How many pages to give at a time, so that no process is idle. */
  get width(): number {
    return this.#pool.width
  }

  async read(input: PageInput, { deadlineMs, ...options }: ReadingOptions = {}): Promise<PageReading> {
    return unpackReading(await this.#pool.run({ input, ...options }, deadlineMs))
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
