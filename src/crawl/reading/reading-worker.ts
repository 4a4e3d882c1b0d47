import type { Place } from '../../model/place.ts'
import type { ReadingLimits } from '../../page/limits.ts'
import type { DayRange } from '../../page/list-reading.ts'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { serveTasks } from '../../process/task-process.ts'
import { FIRST_PAGE } from './first-page.ts'
import { type PackedReading, packReading } from './packed-reading.ts'

/** What a process that reads pages is given when it starts. */
export interface ReaderSetup {
  /** Path of the gazetteer. */
  readonly gazetteer: string
  readonly favour: readonly Place[]
  readonly near: DayRange | undefined
  readonly limits: Partial<ReadingLimits> | undefined
}

export interface ReadingTask {
  readonly input: PageInput
  readonly now: number
}

serveTasks<ReaderSetup, ReadingTask, PackedReading>(({ gazetteer, favour, near, limits }) => {
  const geoparser = createGeoparser(loadGazetteer(gazetteer), { favour })
  readPage(FIRST_PAGE, { geoparser })
  return ({ input, now }) => packReading(readPage(input, { geoparser, near, limits, now: new Date(now) }))
})
