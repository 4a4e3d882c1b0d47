import { EventideError } from '../../model/errors.ts'
import { didYouMean } from '../../text/did-you-mean.ts'
import { type ExportFormat, pageByPage } from './export-format.ts'
import { parquet } from './parquet.ts'
import type { ExportSelection } from './selection.ts'
import { csvLines, geoJson, jsonLines, urlLines } from './text-formats.ts'
import { waczPieces } from './wacz.ts'
import { warcPieces } from './warc.ts'

/**
 * All built-in formats in menu order. Command line, HTTP API and browser read this table; a new format needs an entry here, its
 * implementation, a test and a section in docs/export.md.
 */
const FORMATS = new Map<string, ExportFormat>(
  Object.entries({
    jsonl: {
      title: 'JSON Lines',
      help: 'everything about each page, one JSON object per line',
      type: 'application/x-ndjson; charset=utf-8',
      ending: 'jsonl',
      text: true,
      write: (selection, { text }) => pageByPage(selection, (pages) => jsonLines(pages, { text })),
    },
    csv: {
      title: 'CSV',
      help: 'one row per page, safe in spreadsheets',
      type: 'text/csv; charset=utf-8; header=present',
      ending: 'csv',
      text: true,
      write: (selection, { raw }) => pageByPage(selection, (pages) => csvLines(pages, { raw })),
    },
    geojson: {
      title: 'GeoJSON',
      help: 'the places of the pages, for maps',
      type: 'application/geo+json',
      ending: 'geojson',
      text: true,
      write: (selection) => pageByPage(selection, geoJson),
    },
    urls: {
      title: 'URLs',
      help: 'one URL per line',
      type: 'text/plain; charset=utf-8',
      ending: 'txt',
      text: true,
      write: (selection) => pageByPage(selection, urlLines),
    },
    parquet: {
      title: 'Parquet',
      help: 'typed columns with the extracted text, for data tools',
      type: 'application/vnd.apache.parquet',
      ending: 'parquet',
      text: false,
      write: (selection) => pageByPage(selection, parquet),
    },
    warc: {
      title: 'WARC',
      help: 'the archived records of the pages',
      type: 'application/warc',
      ending: 'warc.gz',
      text: false,
      write: warcPieces,
    },
    wacz: {
      title: 'WACZ',
      help: 'the archived records, packed for replay software',
      type: 'application/wacz',
      ending: 'wacz',
      text: false,
      write: waczPieces,
    },
  } satisfies Record<string, ExportFormat>),
)

export function exportFormatNames(): string[] {
  return [...FORMATS.keys()]
}

/** The format with this name; throws if there is none. */
export function exportFormat(name: string): ExportFormat {
  const format = FORMATS.get(name)
  if (format) return format
  const names = exportFormatNames()
  throw new EventideError(
    'unknown-format',
    `There is no export format "${name.slice(0, 40)}"${didYouMean(name, names)}; known: ${names.join(', ')}`,
  )
}

/** Names that need no quoting on a command line or in a query string. */
const FORMAT_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const MAX_NAME_LENGTH = 40

/** Adds an export format from outside the project, for this process. Refuses a name that is taken. */
export function registerExportFormat(name: string, format: ExportFormat): void {
  if (!FORMAT_NAME.test(name) || name.length > MAX_NAME_LENGTH)
    throw new EventideError(
      'format-name',
      `"${name.slice(0, 80)}" cannot be the name of an export format: use lower-case letters, digits and hyphens, such as my-format`,
    )
  if (FORMATS.has(name))
    throw new EventideError('format-name', `There is an export format "${name}" already: choose another name`)
  if (typeof format?.write !== 'function')
    throw new EventideError(
      'format-definition',
      `Export format ${name} cannot be registered: it needs write()`,
    )
  FORMATS.set(name, format)
}

/** File name for an export, without characters that are special in a shell, a path or a browser. */
export function exportFileName(selection: ExportSelection, format: ExportFormat): string {
  const [only, ...others] = selection.collections
  const name = only && others.length === 0 ? only.id.replace(/[^\w.-]/g, '-') : 'library'
  return `${name}${selection.whole ? '' : '-selection'}.${format.ending}`
}
