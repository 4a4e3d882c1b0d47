import { csvHeader, csvLine } from './csv-line.ts'
import { exportLine } from './export-line.ts'
import { featuresOf } from './geojson.ts'
import type { Selected } from './selection.ts'

/** One JSON object per line. */
export async function* jsonLines(pages: AsyncIterable<Selected>): AsyncGenerator<string> {
  for await (const { page, collection } of pages) yield `${safeJson(exportLine(page, collection.id))}\n`
}

/** `raw` leaves cells as they are, for programs that read the file. */
export async function* csvLines(
  pages: AsyncIterable<Selected>,
  { raw = false } = {},
): AsyncGenerator<string> {
  yield csvHeader()
  for await (const { page, collection } of pages) yield csvLine(exportLine(page, collection.id), { raw })
}

/** One address per line: a seed list for another crawl. */
export async function* urlLines(pages: AsyncIterable<Selected>): AsyncGenerator<string> {
  for await (const { page } of pages) yield `${page.url}\n`
}

/** A feature collection, one feature per line, so that it can be read as a stream too. */
export async function* geoJson(pages: AsyncIterable<Selected>): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[\n'
  let before = ''
  for await (const { page, collection } of pages) {
    for (const feature of featuresOf(exportLine(page, collection.id))) {
      yield `${before}${safeJson(feature)}`
      before = ',\n'
    }
  }
  yield '\n]}\n'
}

/** Control characters, line separators and marks that turn the direction of writing, as escapes: a terminal or an editor might obey them. */
const OBEYED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

function safeJson(value: object): string {
  return JSON.stringify(value).replace(
    OBEYED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
