import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { type ExportLine, exportLine } from './export-line.ts'
import type { SelectedPage } from './selection.ts'

/** Maximum rows and characters of text in a row group, which is held in memory and packed in one step. */
const MAX_ROWS = 500
const MAX_CHARACTERS = 2_000_000

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]
type Row = ExportLine & { readonly text: string }
type Value = unknown

interface Column {
  readonly schema: readonly SchemaElement[]
  readonly value: (row: Row) => Value
}

const OPTIONAL = 'OPTIONAL'
const REQUIRED = 'REQUIRED'

function text(name: string, value: (row: Row) => string | null): Column {
  return { schema: [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: OPTIONAL }], value }
}

function json(name: string, value: (row: Row) => object | null): Column {
  return { schema: [{ name, type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: OPTIONAL }], value }
}

function number(
  name: string,
  type: 'INT32' | 'DOUBLE',
  value: (row: Row) => number | null | undefined,
): Column {
  return { schema: [{ name, type, repetition_type: OPTIONAL }], value: (row) => value(row) ?? null }
}

function long(name: string, value: (row: Row) => number | undefined): Column {
  const asLong = (row: Row) => {
    const given = value(row)
    return given === undefined ? null : BigInt(given)
  }
  return { schema: [{ name, type: 'INT64', repetition_type: OPTIONAL }], value: asLong }
}

/** A list of groups in the three-level structure that Parquet prescribes. */
function list(
  name: string,
  fields: readonly SchemaElement[],
  value: (row: Row) => readonly object[],
): Column {
  return {
    schema: [
      { name, repetition_type: REQUIRED, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', repetition_type: REQUIRED, num_children: fields.length },
      ...fields,
    ],
    value,
  }
}

const field = (name: string, type: 'INT32' | 'DOUBLE'): SchemaElement => ({
  name,
  type,
  repetition_type: REQUIRED,
})
const word = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: REQUIRED,
})

/** The columns, in order; docs/export.md lists their types. */
const COLUMNS: readonly Column[] = [
  text('url', (r) => r.url),
  text('canonicalUrl', (r) => r.canonicalUrl),
  text('title', (r) => r.title),
  text('language', (r) => r.language),
  {
    schema: [{ name: 'published', type: 'INT32', converted_type: 'DATE', repetition_type: OPTIONAL }],
    value: (r) => dateOf(r.published),
  },
  text('publishedFrom', (r) => r.publishedFrom),
  list(
    'places',
    [word('id'), word('name'), field('lat', 'DOUBLE'), field('lon', 'DOUBLE'), field('count', 'INT32')],
    (r) => r.places,
  ),
  number('relevance', 'DOUBLE', (r) => r.relevance),
  { schema: [{ name: 'relevant', type: 'BOOLEAN', repetition_type: REQUIRED }], value: (r) => r.relevant },
  json('evidence', (r) => r.evidence),
  text('source', (r) => r.source),
  number('depth', 'INT32', (r) => r.depth),
  text('parent', (r) => r.parent),
  text('duplicateOf', (r) => r.duplicateOf),
  number('order', 'INT32', (r) => r.order),
  {
    schema: [
      { name: 'fetchedAt', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: OPTIONAL },
    ],
    value: (r) => dateOf(r.fetchedAt),
  },
  number('status', 'INT32', (r) => r.status),
  text('warcFile', (r) => r.warc?.file ?? null),
  long('warcOffset', (r) => r.warc?.offset),
  long('warcLength', (r) => r.warc?.length),
  text('textDigest', (r) => r.textDigest),
  text('summary', (r) => r.summary),
  list('who', [word('name'), word('kind'), field('count', 'INT32')], (r) => r.who),
  json('robots', (r) => r.robots),
  text('kind', (r) => r.kind),
  text('curated', (r) => r.curated),
  long('page', (r) => r.page),
  text('collection', (r) => r.collection),
  text('text', (r) => r.text),
]

const SCHEMA: SchemaElement[] = [
  { name: 'page', num_children: COLUMNS.length },
  ...COLUMNS.flatMap(({ schema }) => schema),
]

/** Writes one row group at a time: memory grows only by a few kilobytes per group. */
export async function* parquet(pages: AsyncIterable<SelectedPage>): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema: SCHEMA })
  let rows: Row[] = []
  let characters = 0
  for await (const { page, collection } of pages) {
    rows.push({ ...exportLine(page, collection.id), text: page.text })
    characters += page.text.length
    if (rows.length < MAX_ROWS && characters < MAX_CHARACTERS) continue
    addGroup(file, rows)
    yield taken(writer)
    rows = []
    characters = 0
  }
  if (rows.length > 0) addGroup(file, rows)
  void file.finish()
  yield taken(writer)
}

function addGroup(file: ParquetWriter, rows: readonly Row[]): void {
  const columnData = COLUMNS.map(({ schema, value }) => ({
    name: schema[0]?.name ?? '',
    data: rows.map(value),
    offsetIndex: false,
  }))
  void file.write({ columnData, rowGroupSize: rows.length })
}

/** The bytes written since the last call; file offsets continue. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice()
  writer.index = 0
  return bytes
}

/** The date of a day or an instant; null if it is neither. */
function dateOf(written: string | null): Date | null {
  const date = written === null ? null : new Date(written)
  return date !== null && Number.isFinite(date.getTime()) ? date : null
}
