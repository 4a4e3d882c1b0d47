import { parquet } from './parquet.ts'
import type { Selection } from './selection.ts'
import { csvLines, geoJson, jsonLines, urlLines } from './text-formats.ts'
import { type WaczOptions, waczBytes } from './wacz.ts'
import { warc } from './warc.ts'

interface ExportOptions extends WaczOptions {
  /** CSV cells as they are: what a spreadsheet would run is not disarmed. */
  readonly raw?: boolean
}

interface ExportFormat {
  readonly type: string
  readonly ending: string
  readonly says: string
  /** False for what a terminal cannot show. */
  readonly text: boolean
  write(selection: Selection, options: ExportOptions): AsyncIterable<Uint8Array | string>
}

/** Every format there is. Command line and HTTP API write through these and nothing else, so both write the same bytes. */
export const EXPORT_FORMATS = {
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    ending: 'jsonl',
    says: 'one JSON object per line',
    text: true,
    write: (selection) => jsonLines(selection.pages()),
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    ending: 'csv',
    says: 'a table, safe in spreadsheets',
    text: true,
    write: (selection, { raw }) => csvLines(selection.pages(), { raw }),
  },
  geojson: {
    type: 'application/geo+json',
    ending: 'geojson',
    says: 'the places of the pages, for a map',
    text: true,
    write: (selection) => geoJson(selection.pages()),
  },
  urls: {
    type: 'text/plain; charset=utf-8',
    ending: 'txt',
    says: 'one address per line',
    text: true,
    write: (selection) => urlLines(selection.pages()),
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    ending: 'parquet',
    says: 'typed columns, with the texts',
    text: false,
    write: (selection) => parquet(selection.pages()),
  },
  warc: {
    type: 'application/warc',
    ending: 'warc.gz',
    says: 'the archived records of the pages',
    text: false,
    write: (selection) => warc(selection),
  },
  wacz: {
    type: 'application/wacz',
    ending: 'wacz',
    says: 'a package for replay software',
    text: false,
    write: (selection, options) => waczBytes(selection, options),
  },
} as const satisfies Readonly<Record<string, ExportFormat>>

export type ExportFormatName = keyof typeof EXPORT_FORMATS

/** What a file of a selection is called: nothing in it that means anything to a shell, a path or a browser. */
export function exportFileName(selection: Selection, format: ExportFormatName): string {
  const [only, ...others] = selection.collections
  const name = only && others.length === 0 ? only.id.replace(/[^\w.-]/g, '-') : 'library'
  return `${name}${selection.whole ? '' : '-selection'}.${EXPORT_FORMATS[format].ending}`
}
