import type { PageReading } from '../../model/page.ts'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { systemClock } from '../clock.ts'
import { FIRST_PAGE } from './first-page.ts'
import { ReadingPool } from './reading-pool.ts'
import type { ReaderSetup } from './reading-worker.ts'

export interface PageReader {
  read(input: PageInput): PageReading | Promise<PageReading>
  close(): Promise<void>
}

/**
 * Reads pages in `workers` processes, as many as the machine has cores for if undefined; with 0 in this process. The readings are the same.
 */
export function openPageReader(setup: ReaderSetup, workers?: number): PageReader {
  if (workers !== 0) {
    const pool = new ReadingPool(setup, { workers })
    return { read: (input) => pool.read(input, systemClock.now()), close: () => pool.close() }
  }
  const { gazetteer, favour, near, limits } = setup
  const geoparser = createGeoparser(loadGazetteer(gazetteer), { favour })
  const read = (input: PageInput) =>
    readPage(input, { geoparser, now: new Date(systemClock.now()), near, limits })
  read(FIRST_PAGE)
  return { read, close: async () => {} }
}
