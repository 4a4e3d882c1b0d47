import type { PageInput } from '../../page/read-page.ts'
import { serveTasks } from '../../process/task-process.ts'
import { FIRST_PAGE } from './first-page.ts'
import { type PackedReading, packReading } from './packed-reading.ts'
import { type ReaderSetup, type ReadingOptions, readHere } from './read-here.ts'

export interface ReadingTask extends ReadingOptions {
  readonly input: PageInput
}

serveTasks<ReaderSetup, ReadingTask, PackedReading>((setup) => {
  const read = readHere(setup)
  read(FIRST_PAGE)
  return ({ input, ...options }) => packReading(read(input, options))
})
