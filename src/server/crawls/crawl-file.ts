import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { crawlSettings } from '../../api/crawl-settings.ts'
import { crawlLive } from '../../api/crawls.ts'
import { writeDurably } from '../../archive/durable-file.ts'
import type { SharedSpecification } from '../../model/crawl-options.ts'
import { EventideError } from '../../model/errors.ts'
import { unreadable } from '../../model/unreadable-file.ts'

/** In the folder of the collection: its crawl settings, and the outcome of the last run. */
const CRAWL_FILE = 'crawl.json'

/** The example web: the process that crawls it also serves it. */
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

/** Settings of earlier versions are accepted. */
export const settingsInFile = crawlSettings.transform(
  (settings) =>
    Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)) as SharedSpecification,
)

const crawlFile = z.strictObject({
  settings: settingsInFile.default({}),
  web: web.nullable().default(null),
  /** A run that was started and has not reported its end. */
  run: z
    .strictObject({ state: z.enum(['running', 'paused']), since: z.string() })
    .nullable()
    .default(null),
  /** How the last run ended. */
  last: z
    .strictObject({
      startedAt: z.string(),
      ended: z.string().nullable(),
      /** It ended because the server ended. */
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
    throw unreadable(file, error, 'bad-crawl-file')
  })
  const read = crawlFile.safeParse(jsonOf(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new EventideError(
    'bad-crawl-file',
    `${file} is not a valid crawl file (${issue?.path.join('.') || 'it'}: ${issue?.message}); repair it, or delete it and set the crawl up again`,
  )
}

/** Written atomically. */
export async function writeCrawlFile(dir: string, contents: CrawlFile): Promise<void> {
  await replaceFile(join(dir, CRAWL_FILE), `${JSON.stringify(contents, null, 2)}\n`)
}

export async function replaceFile(file: string, text: string): Promise<void> {
  try {
    await writeDurably(file, text, { replace: true })
  } catch (error) {
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
