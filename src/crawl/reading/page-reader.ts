import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { FIRST_PAGE } from './first-page.ts'
import type { PagePoolOptions } from './page-pool.ts'
import { type ReaderSetup, type ReadingOptions, readHere } from './read-here.ts'
import { ReadingPool } from './reading-pool.ts'

export interface PageReader {
  /** How many pages to give at a time, so that no process is idle. */
  readonly width: number
  /** A page that cannot be read fails with the code `reading`. */
  read(input: PageInput, options?: ReadingOptions): PageReading | Promise<PageReading>
  close(): Promise<void>
}

/**
 * Reads pages in processes, as many as the machine has cores for if `workers` is undefined; with 0 in this process, where nothing interrupts a
 * page. The readings are the same.
 */
export function openPageReader(setup: ReaderSetup, options: PagePoolOptions = {}): PageReader {
  if (options.workers !== 0) return new ReadingPool(setup, options)
  const read = readHere(setup)
  read(FIRST_PAGE)
  return { width: 1, read, close: async () => {} }
}
