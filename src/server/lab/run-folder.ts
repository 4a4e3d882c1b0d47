import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const FILE = 'run.json'
const ID = /^[a-z0-9-]{1,64}$/
/** More runs than anyone looks through; older ones stay on the disk. */
const MAX_LISTED = 200

const settings = z.object({
  strategies: z.array(z.string()),
  pages: z.number().int(),
  webPages: z.number().int(),
  randomSeeds: z.number().int(),
})

const noted = z.object({
  startedAt: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  settings,
  finished: z.number().int(),
  all: z.number().int(),
  problem: z.string().nullable(),
})

export type LabSettings = z.output<typeof settings>
/** What the folder of a comparison says about it. */
export type NotedRun = z.output<typeof noted>

/** The folders of comparisons, one each: `run.json`, `runs.jsonl` while something is left to do, and the report. */
export class RunFolders {
  readonly #dir: string
  #last: Promise<unknown> = Promise.resolve()

  constructor(dir: string) {
    this.#dir = dir
  }

  dirOf(id: string): string {
    return join(this.#dir, id)
  }

  /** A new folder, named after the moment. */
  async create(run: NotedRun): Promise<string> {
    await mkdir(this.#dir, { recursive: true })
    const stem = run.startedAt.slice(0, 19).toLowerCase().replaceAll(':', '-')
    for (let n = 1; ; n++) {
      const id = n === 1 ? stem : `${stem}-${n}`
      try {
        await mkdir(this.dirOf(id))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        continue
      }
      await this.write(id, run)
      return id
    }
  }

  /** Written beside and renamed, one at a time: readers see the one or the other. */
  write(id: string, run: NotedRun): Promise<void> {
    const file = join(this.dirOf(id), FILE)
    const written = this.#last.then(async () => {
      await writeFile(`${file}.part`, `${JSON.stringify(run, null, 2)}\n`)
      await rename(`${file}.part`, file)
    })
    this.#last = written.catch(() => {})
    return written
  }

  /** Null when there is no such run, or nothing that can be read. */
  async read(id: string): Promise<NotedRun | null> {
    if (!ID.test(id)) return null
    try {
      return noted.parse(JSON.parse(await readFile(join(this.dirOf(id), FILE), 'utf8')))
    } catch {
      return null
    }
  }

  /** Newest first. */
  async list(): Promise<[string, NotedRun][]> {
    const names = await readdir(this.#dir).catch(() => [])
    const newest = names
      .filter((name) => ID.test(name))
      .sort()
      .reverse()
      .slice(0, MAX_LISTED)
    const read = await Promise.all(newest.map(async (id) => [id, await this.read(id)] as const))
    return read
      .flatMap(([id, run]): [string, NotedRun][] => (run ? [[id, run]] : []))
      .sort(([, a], [, b]) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0))
  }

  /** Where a report lies; null when there is none yet. */
  report(id: string, file: 'report.html' | 'report.json'): string | null {
    const path = join(this.dirOf(id), file)
    return ID.test(id) && existsSync(path) ? path : null
  }
}
