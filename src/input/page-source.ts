import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Fetcher } from '../fetch/fetcher.ts'
import { EventideError } from '../model/errors.ts'
import { unreadable } from '../model/unreadable-file.ts'
import { fetchedPage } from './fetched-page.ts'
import { pageLines } from './page-lines.ts'
import { SkippedLines } from './skipped-lines.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'
import { requireUrlList, urlsIn } from './url-list.ts'
import { warcPages } from './warc-pages.ts'

const JSON_LINES = /\.(jsonl|ndjson)(\.gz)?$/i
const WARC = /\.warc(\.gz)?$/i
const HTML = /\.(html?|xhtml)$/i

export function isJsonLines(file: string): boolean {
  return JSON_LINES.test(file)
}

/** True for a file that lists URLs instead of containing pages. */
export function isUrlList(file: string): boolean {
  return ![JSON_LINES, WARC, HTML].some((kind) => kind.test(file))
}

/** Refuses unsupported files before any work is done. */
export async function requireReadable(files: readonly string[]): Promise<void> {
  for (const file of files) if (isUrlList(file)) await requireUrlList(file)
}

/**
 * Yields the pages of a file of any size one at a time: JSON lines, a WARC file, an HTML file, or a list of URLs, which are fetched
 * one after the other. `lines` decides what happens with invalid lines; by default the first one ends the run.
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
