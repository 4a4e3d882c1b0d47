import type { PageReading } from '../../model/page.ts'
import type { Place } from '../../model/place.ts'
import type { ReadingLimits } from '../../page/limits.ts'
import type { DayRange } from '../../page/list-reading.ts'
import { type PageInput, readPage } from '../../page/read-page.ts'
import type { Gazetteer } from '../../place/gazetteer.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { systemClock } from '../clock.ts'
import { FIRST_PAGE } from './first-page.ts'
import { ReadingPool } from './reading-pool.ts'

export interface PageReaderSetup {
  readonly gazetteer: Gazetteer
  /** Places that are meant rather than their namesakes. */
  readonly favour: readonly Place[]
  readonly near: DayRange | undefined
  readonly limits: Partial<ReadingLimits> | undefined
}

export interface PageReader {
  read(input: PageInput): PageReading | Promise<PageReading>
  close(): Promise<void>
}

/**
 * Reads pages on `workers` threads, as many as the machine is good for when undefined; with 0 here, between everything else.
 * The readings are the same.
 */
export function openPageReader(setup: PageReaderSetup, workers?: number): PageReader {
  const { gazetteer, favour, near, limits } = setup
  if (workers !== 0) {
    const pool = new ReadingPool({ gazetteer: gazetteer.file.shared, favour, near, limits }, { workers })
    return { read: (input) => pool.read(input, systemClock.now()), close: () => pool.close() }
  }
  const geoparser = createGeoparser(gazetteer, { favour })
  const read = (input: PageInput) =>
    readPage(input, { geoparser, now: new Date(systemClock.now()), near, limits })
  read(FIRST_PAGE)
  return { read, close: async () => {} }
}
