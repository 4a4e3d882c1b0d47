import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Fetcher } from '../fetch/fetcher.ts'
import { EventideError } from '../model/errors.ts'
import { fetchedPage } from './fetched-page.ts'
import { pageLines } from './page-lines.ts'
import { SkippedLines } from './skipped-lines.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'
import { unreadable } from './unreadable-file.ts'
import { requireUrlList, urlsIn } from './url-list.ts'
import { warcPages } from './warc-pages.ts'

const JSON_LINES = /\.(jsonl|ndjson)(\.gz)?$/i
const WARC = /\.warc(\.gz)?$/i
const HTML = /\.(html?|xhtml)$/i

export function isJsonLines(file: string): boolean {
  return JSON_LINES.test(file)
}

/** True for a file that names pages instead of holding them. */
export function isUrlList(file: string): boolean {
  return ![JSON_LINES, WARC, HTML].some((kind) => kind.test(file))
}

/** Refuses files that are of no kind that can be read, before any work is done. */
export async function requireReadable(files: readonly string[]): Promise<void> {
  for (const file of files) if (isUrlList(file)) await requireUrlList(file)
}

/**
 * Pages from a file, one at a time, whatever its size: JSON lines, a WARC file, an HTML file, or a list of URLs, which are fetched in turn.
 * `lines` says what to do with lines that cannot be used; by default the first of them ends it.
 */
export function pagesFrom(
  file: string,
  fetcher: Fetcher | undefined,
  lines = new SkippedLines({ strict: true }),
): AsyncGenerator<SourcedPage | MissingPage> {
  if (isJsonLines(file)) return pageLines(file, lines)
  if (WARC.test(file)) return warcPages(file)
  if (HTML.test(file)) return htmlPage(file)
  if (!fetcher)
    throw new EventideError('usage', `${file} is a list of URLs, and there is no access to the web`, {
      exit: 'internal',
    })
  return listedPages(file, fetcher, lines)
}

async function* htmlPage(file: string): AsyncGenerator<SourcedPage> {
  const body = await readFile(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  yield { input: { url: pathToFileURL(file).href, body, contentType: 'text/html' } }
}

async function* listedPages(
  file: string,
  fetcher: Fetcher,
  lines: SkippedLines,
): AsyncGenerator<SourcedPage | MissingPage> {
  for await (const url of urlsIn(file, lines)) yield await fetchedPage(url, fetcher)
}
