import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskLayer } from '../../archive/archive-file.ts'
import { writeDurably } from '../../archive/durable-file.ts'
import { eventFileOf, eventHistoryOf, lockCollection } from '../../collection.ts'
import { EventideError } from '../../model/errors.ts'
import { refusedIn } from '../../store/sqlite/write-permission.ts'

/** Limits of the history returned; older versions stay in the folder. */
const MAX_VERSIONS = 100
const MAX_SHOWN = 5_000_000

/** Creates the folder of a new collection atomically. Returns false if the name is taken. */
export async function createEventFolder(dir: string, yaml: string): Promise<boolean> {
  if (existsSync(dir)) return false
  const scratch = join(dirname(dir), `.new-${randomBytes(8).toString('hex')}`)
  await mkdir(scratch).catch((error: unknown) => {
    throw refusedIn(dirname(dir), error)
  })
  try {
    await writeDurably(eventFileOf(scratch), yaml)
    await rename(scratch, dir)
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    // Another request created it first.
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  await diskLayer.syncDirectory(dirname(dir))
  return true
}

/**
 * Replaces the event of a collection. The previous one is stored in its history first, so that one of them always exists.
 * Refused during a crawl, which would continue with the previous event.
 */
export async function replaceEvent(dir: string, yaml: string, now: number): Promise<void> {
  const before = saving.get(dir) ?? Promise.resolve()
  const saved = before.then(() => replaceNow(dir, yaml, now))
  const mine = saved.catch(() => {})
  saving.set(dir, mine)
  try {
    await saved
  } finally {
    if (saving.get(dir) === mine) saving.delete(dir)
  }
}

/** Serializes saves within this process; the lock excludes other processes. */
const saving = new Map<string, Promise<void>>()

async function replaceNow(dir: string, yaml: string, now: number): Promise<void> {
  const lock = lockForChange(dir)
  try {
    const file = eventFileOf(dir)
    const before = await readFile(file, 'utf8')
    if (before === yaml) return
    await keepVersion(eventHistoryOf(dir), before, now)
    await writeDurably(file, yaml, { replace: true })
  } finally {
    lock.release()
  }
}

function lockForChange(dir: string): { release(): void } {
  try {
    return lockCollection(dir)
  } catch (error) {
    if (!(error instanceof EventideError) || error.code !== 'locked') throw error
    throw new EventideError(
      'crawl-running',
      'A crawl of this collection is running and keeps the event it started with. Stop it or wait until it ends, then save the event',
      { cause: error },
    )
  }
}

async function keepVersion(folder: string, text: string, now: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const stem = new Date(now).toISOString().replaceAll(':', '-')
  for (let n = 1; ; n++) {
    try {
      return await writeDurably(join(folder, n === 1 ? `${stem}.yaml` : `${stem}-${n}.yaml`), text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Replaced versions, newest first, each with the time of its replacement. */
export async function eventHistory(dir: string): Promise<{ savedAt: string; yaml: string }[]> {
  const folder = eventHistoryOf(dir)
  const names = await readdir(folder).catch(() => [])
  const versions = names.flatMap((name) => {
    const at = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:-(\d{1,6}))?\.yaml$/.exec(name)
    return at ? [{ name, savedAt: `${at[1]}:${at[2]}:${at[3]}`, n: Number(at[4] ?? 1) }] : []
  })
  versions.sort((a, b) => (a.savedAt === b.savedAt ? b.n - a.n : a.savedAt < b.savedAt ? 1 : -1))
  const shown: { savedAt: string; yaml: string }[] = []
  let characters = 0
  for (const { name, savedAt } of versions.slice(0, MAX_VERSIONS)) {
    const yaml = await readFile(join(folder, name), 'utf8')
    characters += yaml.length
    if (characters > MAX_SHOWN && shown.length > 0) break
    shown.push({ savedAt, yaml })
  }
  return shown
}
