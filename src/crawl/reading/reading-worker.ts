import { parentPort, workerData } from 'node:worker_threads'
import type { Place } from '../../model/place.ts'
import type { ReadingLimits } from '../../page/limits.ts'
import type { DayRange } from '../../page/list-reading.ts'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { sharedGazetteer } from '../../place/load-gazetteer.ts'
import { FIRST_PAGE } from './first-page.ts'
import { type PackedReading, packReading } from './packed-reading.ts'

/** What a thread that reads pages is given when it starts. */
export interface ReaderSetup {
  readonly gazetteer: SharedArrayBuffer
  readonly favour: readonly Place[]
  readonly near: DayRange | undefined
  readonly limits: Partial<ReadingLimits> | undefined
}

/** A page to read, or that there are no more. */
export type ToReader = { readonly input: PageInput; readonly now: number } | 'end'

/** That it is ready; then one for each page, in the order in which they were sent. */
export type FromReader = 'ready' | PackedReading | { readonly failed: string }

const { gazetteer, favour, near, limits } = workerData as ReaderSetup
const geoparser = createGeoparser(sharedGazetteer(gazetteer), { favour })
readPage(FIRST_PAGE, { geoparser })
tell('ready')

parentPort?.on('message', (message: ToReader) => {
  if (message === 'end') parentPort?.close()
  else tell(answer(message.input, message.now))
})

function tell(message: FromReader): void {
  parentPort?.postMessage(message)
}

function answer(input: PageInput, now: number): FromReader {
  try {
    return packReading(readPage(input, { geoparser, near, limits, now: new Date(now) }))
  } catch (error) {
    return { failed: String(error) }
  }
}
