import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { crawlSettings } from '../../api/crawl-settings.ts'
import { crawlLive } from '../../api/crawls.ts'
import type { SharedSpecification } from '../../model/crawl-options.ts'
import { EventideError } from '../../model/errors.ts'

/** In the folder of the collection: how it is crawled, and what became of the last run. */
const CRAWL_FILE = 'crawl.json'

/** The example web, which exists nowhere else: whoever crawls it has to create it. */
const web = z.strictObject({
  example: z.strictObject({
    pages: z.number().int().min(100).max(1_000_000),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31),
  }),
})

/** Settings of earlier versions are read, too. */
export const settingsInFile = crawlSettings.transform(
  (settings) =>
    Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)) as SharedSpecification,
)

const crawlFile = z.strictObject({
  settings: settingsInFile.default({}),
  web: web.nullable().default(null),
  /** A run that has begun and of which no end is known. */
  run: z
    .strictObject({ state: z.enum(['running', 'paused']), since: z.string() })
    .nullable()
    .default(null),
  /** How the last run ended. */
  last: z
    .strictObject({
      startedAt: z.string(),
      ended: z.string().nullable(),
      /** It ended because the server did. */
      interrupted: z.boolean().optional(),
      problem: z.string().nullable(),
      errors: crawlLive.shape.errors,
      notices: crawlLive.shape.notices,
    })
    .nullable()
    .default(null),
})

export type CrawlFile = z.output<typeof crawlFile>
export type CollectionWeb = z.output<typeof web>

export async function readCrawlFile(dir: string): Promise<CrawlFile> {
  const file = join(dir, CRAWL_FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new EventideError('bad-crawl-file', `Cannot read ${file}: ${error.message}`, { cause: error })
  })
  const read = crawlFile.safeParse(jsonOf(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new EventideError(
    'bad-crawl-file',
    `${file} is not a valid crawl file (${issue?.path.join('.') || 'it'}: ${issue?.message}); repair it, or delete it and set the crawl up again`,
  )
}

/** As a whole or not at all. */
export async function writeCrawlFile(dir: string, contents: CrawlFile): Promise<void> {
  await replaceFile(join(dir, CRAWL_FILE), `${JSON.stringify(contents, null, 2)}\n`)
}

export async function replaceFile(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(beside, text, { flush: true })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw new EventideError('no-file', `Cannot write ${file}: ${(error as Error).message}`, { cause: error })
  }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
