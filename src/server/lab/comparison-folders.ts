import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { parseStrategySpec } from '../../score/strategy-spec.ts'
import { refusedIn } from '../../store/sqlite/write-permission.ts'

const FILE = 'run.json'
const ID = /^[a-z0-9-]{1,64}$/
/** Older comparisons stay on disk but are not listed. */
const MAX_LISTED = 200

const strategySpec = z.object({ name: z.string(), options: z.record(z.string(), z.unknown()) })

const settings = z.object({
  /** Version 0.1 stored `name:key=value` strings. */
  strategies: z.array(z.union([strategySpec, z.string().transform(parseStrategySpec)])),
  pages: z.number().int(),
  webPages: z.number().int(),
  randomSeeds: z.number().int(),
})

const storedComparison = z.object({
  startedAt: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  settings,
  finished: z.number().int(),
  all: z.number().int(),
  problem: z.string().nullable(),
})

export type ComparisonSettings = z.output<typeof settings>
/** The content of a comparison's `run.json`. */
export type StoredComparison = z.output<typeof storedComparison>

/** One folder per comparison: `run.json`, `runs.jsonl` until all crawls are finished, and the report. */
export class ComparisonFolders {
  readonly #dir: string
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(dir: string) {
    this.#dir = dir
  }

  dirOf(id: string): string {
    return join(this.#dir, id)
  }

  /** Creates a folder named after the start time and returns its id. */
  async create(comparison: StoredComparison): Promise<string> {
    await mkdir(this.#dir, { recursive: true }).catch((error: unknown) => {
      throw refusedIn(dirname(this.#dir), error)
    })
    const stem = comparison.startedAt.slice(0, 19).toLowerCase().replaceAll(':', '-')
    for (let n = 1; ; n++) {
      const id = n === 1 ? stem : `${stem}-${n}`
      try {
        await mkdir(this.dirOf(id))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        continue
      }
      await this.write(id, comparison)
      return id
    }
  }

  /** Replaces `run.json` atomically; writes are serialized. */
  write(id: string, comparison: StoredComparison): Promise<void> {
    const file = join(this.dirOf(id), FILE)
    const written = this.#lastWrite.then(async () => {
      await writeFile(`${file}.part`, `${JSON.stringify(comparison, null, 2)}\n`)
      await rename(`${file}.part`, file)
    })
    this.#lastWrite = written.catch(() => {})
    return written
  }

  /** Null if there is no such comparison or its file cannot be read. */
  async read(id: string): Promise<StoredComparison | null> {
    if (!ID.test(id)) return null
    try {
      return storedComparison.parse(JSON.parse(await readFile(join(this.dirOf(id), FILE), 'utf8')))
    } catch {
      return null
    }
  }

  /** Newest first. */
  async list(): Promise<[string, StoredComparison][]> {
    const names = await readdir(this.#dir).catch(() => [])
    const newest = names
      .filter((name) => ID.test(name))
      .sort()
      .reverse()
      .slice(0, MAX_LISTED)
    const read = await Promise.all(newest.map(async (id) => [id, await this.read(id)] as const))
    return read
      .flatMap(([id, comparison]): [string, StoredComparison][] => (comparison ? [[id, comparison]] : []))
      .sort(([, a], [, b]) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0))
  }

  /** Path of a report file; null if it does not exist yet. */
  report(id: string, file: 'report.html' | 'report.json'): string | null {
    const path = join(this.dirOf(id), file)
    return ID.test(id) && existsSync(path) ? path : null
  }
}
