import { csvHeader, csvLine } from './csv-line.ts'
import { exportLine } from './export-line.ts'
import { featuresOf } from './geojson.ts'
import type { SelectedPage } from './selection.ts'

/** One JSON object per line; `text` adds the extracted text, as `judge` and `calibrate` read it. */
export async function* jsonLines(
  pages: AsyncIterable<SelectedPage>,
  { text = false } = {},
): AsyncGenerator<string> {
  for await (const { page, collection } of pages) {
    const line = exportLine(page, collection.id)
    yield `${safeJson(text ? { ...line, text: page.text } : line)}\n`
  }
}

/** `raw` leaves cells unchanged, for programs that read the file. */
export async function* csvLines(
  pages: AsyncIterable<SelectedPage>,
  { raw = false } = {},
): AsyncGenerator<string> {
  yield csvHeader()
  for await (const { page, collection } of pages) yield csvLine(exportLine(page, collection.id), { raw })
}

/** One URL per line: a seed list for another crawl. */
export async function* urlLines(pages: AsyncIterable<SelectedPage>): AsyncGenerator<string> {
  for await (const { page } of pages) yield `${page.url}\n`
}

/** A feature collection with one feature per line, so that it can also be read as a stream. */
export async function* geoJson(pages: AsyncIterable<SelectedPage>): AsyncGenerator<string> {
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

/** Escapes control characters, line separators and bidirectional marks, which a terminal or an editor might interpret. */
const OBEYED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

function safeJson(value: object): string {
  return JSON.stringify(value).replace(
    OBEYED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
