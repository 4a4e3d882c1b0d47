import { z } from 'zod'
import { canonicalUrl } from '../../frontier/canonical-url.ts'
import { jsonOf } from '../../input/json-lines.ts'
import { badLine, eachLine } from '../../input/text-lines.ts'
import { EventideError } from '../../model/errors.ts'
import { BlockFile, type BlockPlace } from './block-file.ts'

import { pageHtml } from './page-html.ts'
import type { OfflineWeb, WebResponse } from './web.ts'

const LINE = z.object({
  url: z.string(),
  date: z.string().nullish(),
  title: z.string().default(''),
  text: z.string().default(''),
  links: z.array(z.object({ url: z.string(), anchor: z.string().default('') })).default([]),
  labels: z.array(z.string()).default([]),
})

const DAY_MS = 86_400_000
const HTML = [['Content-Type', 'text/html; charset=utf-8']] as const
const TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const
const MISSING: WebResponse = { status: 404, headers: TEXT, body: Buffer.from('no such page') }

/** A web in a JSON Lines file. Pages stay on disk; only their URLs are in memory. */
export interface JsonlWeb extends OfflineWeb {
  has(url: string): boolean
  /** Number of pages. */
  readonly size: number
  /** Canonical URLs of the pages with the given label. */
  readonly labelled: readonly string[]
}

/**
 * Opens `{url, date, title, text, links: [{url, anchor}], labels}` lines, plain or gzipped, as a web. Labels are used
 * only for the list of pages with `label`.
 */
export async function openJsonlWeb(file: string, label?: string): Promise<JsonlWeb> {
  const blocks = new BlockFile()
  const places = new Map<string, BlockPlace>()
  const hosts = new Set<string>()
  const labelled: string[] = []
  let last = 0
  try {
    await eachLine(file, (bytes, number) => {
      const where = `${file}:${number}`
      const page = readLine(bytes, where)
      const known = canonicalUrl(page.url)
      if (!known) throw badLine(where, `"${page.url.slice(0, 80)}" is not an http or https URL`)
      if (places.has(known.canonicalUrl))
        throw badLine(where, `the page ${page.url.slice(0, 200)} occurs twice; a web has one page per URL`)
      places.set(known.canonicalUrl, blocks.append(bytes))
      hosts.add(known.host)
      if (label !== undefined && page.labels.includes(label)) labelled.push(known.canonicalUrl)
      const day = page.date ? Date.parse(page.date) : Number.NaN
      if (day > last) last = day
    })
    if (places.size === 0) throw new EventideError('no-pages', `${file} contains no pages`)
  } catch (error) {
    blocks.close()
    throw error
  }
  const placeOf = (url: string) => {
    const known = canonicalUrl(url)
    return { known, place: known ? places.get(known.canonicalUrl) : undefined }
  }
  return {
    now: (last || Date.UTC(2026, 0, 1)) + DAY_MS,
    size: places.size,
    labelled,
    has: (url) => placeOf(url).place !== undefined,
    respond(url) {
      const { known, place } = placeOf(url)
      if (!known || !hosts.has(known.host)) return null
      if (!place) return MISSING
      const { title, text, links, date } = LINE.parse(JSON.parse(blocks.read(place).toString('utf8')))
      const html = pageHtml({ title, text, links, date: date ?? undefined })
      return { status: 200, headers: HTML, body: Buffer.from(html) }
    },
    close: () => blocks.close(),
  }
}

function readLine(bytes: Buffer, where: string): z.infer<typeof LINE> {
  const read = LINE.safeParse(jsonOf(bytes, where))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badLine(where, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
