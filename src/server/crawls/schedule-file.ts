import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { collectionId } from '../../api/common.ts'
import { EventideError } from '../../model/errors.ts'
import { unreadable } from '../../model/unreadable-file.ts'
import { lockCollection } from '../../store/sqlite/lock.ts'
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
    throw unreadable(file, error, 'bad-schedules')
  })
  const read = scheduleFile.safeParse(jsonOf(text))
  if (read.success) return read.data.schedules
  const [issue] = read.error.issues
  throw new EventideError(
    'bad-schedules',
    `${file} is not a list of schedules (${issue?.path.join('.') || 'it'}: ${issue?.message}); repair it, or delete it and add them again`,
  )
}

/** How often a process that waits for another to finish its change looks again, and when it gives up. */
const LOOK_MS = 25
const MAX_WAIT_MS = 30_000

/** Reads, changes and replaces the file while no other process does. The lock ends with its process, however that ends. */
export async function editSchedules<T>(
  folder: string,
  change: (before: StoredSchedule[]) => Promise<[StoredSchedule[], T]>,
  wait: (ms: number) => Promise<unknown> = setTimeout,
): Promise<{ readonly result: T; readonly isChanged: boolean }> {
  const lock = await locked(join(folder, SCHEDULE_FILE), wait)
  try {
    const before = await readSchedules(folder)
    const [after, result] = await change(before)
    const isChanged = JSON.stringify(after) !== JSON.stringify(before)
    if (isChanged) await writeSchedules(folder, after)
    return { result, isChanged }
  } finally {
    lock.release()
  }
}

async function locked(file: string, wait: (ms: number) => Promise<unknown>): Promise<{ release(): void }> {
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      return lockCollection(file)
    } catch (error) {
      if (!(error instanceof EventideError) || error.code !== 'locked') throw error
      if (waited < MAX_WAIT_MS) await wait(LOOK_MS)
      else
        throw new EventideError(
          'locked',
          `Another process is changing ${file}. Try again when it has ended`,
          {
            exit: 'locked',
            cause: error,
          },
        )
    }
  }
}

async function writeSchedules(folder: string, schedules: readonly StoredSchedule[]): Promise<void> {
  await replaceFile(join(folder, SCHEDULE_FILE), `${JSON.stringify({ schedules }, null, 2)}\n`)
}
