import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { collectionId } from '../../api/common.ts'
import { EventideError } from '../../model/errors.ts'
import { jsonOf, replaceFile, settingsInFile } from './crawl-file.ts'

/** In the served folder. */
const SCHEDULE_FILE = 'schedules.json'

const schedule = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  collection: collectionId,
  cron: z.string().max(200),
  timezone: z.string().max(100),
  settings: settingsInFile,
  /** Times up to this moment have been dealt with. */
  until: z.iso.datetime(),
  lastAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
})
const scheduleFile = z.strictObject({ schedules: z.array(schedule).max(10_000) })

export type StoredSchedule = z.output<typeof schedule>

export async function readSchedules(folder: string): Promise<StoredSchedule[]> {
  const file = join(folder, SCHEDULE_FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"schedules":[]}'
    throw new EventideError('bad-schedules', `Cannot read ${file}: ${error.message}`, { cause: error })
  })
  const read = scheduleFile.safeParse(jsonOf(text))
  if (read.success) return read.data.schedules
  const [issue] = read.error.issues
  throw new EventideError(
    'bad-schedules',
    `${file} is not a list of schedules (${issue?.path.join('.') || 'it'}: ${issue?.message}); repair it, or delete it and add them again`,
  )
}

export async function writeSchedules(folder: string, schedules: readonly StoredSchedule[]): Promise<void> {
  await replaceFile(join(folder, SCHEDULE_FILE), `${JSON.stringify({ schedules }, null, 2)}\n`)
}
