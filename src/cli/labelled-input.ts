import { canonicalUrl } from '../frontier/canonical-url.ts'
import { jsonLines } from '../input/json-lines.ts'
import { fieldsOf, pageOfLine } from '../input/page-lines.ts'
import { isJsonLines } from '../input/page-source.ts'
import type { SkippedLines } from '../input/skipped-lines.ts'
import type { SourcedPage } from '../input/sourced-page.ts'
import { badLine } from '../input/text-lines.ts'
import { EventideError } from '../model/errors.ts'
import type { PageRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** A page and its label. */
export interface LabelledInput {
  readonly page: SourcedPage
  /** True for a page about the event. */
  readonly label: boolean
  /** Where the label was read, for messages. */
  readonly where: string
  /** Whether the label was read from a line of a file. */
  readonly isLine: boolean
}

/** Pages read from the store at a time. */
const SLICE = 1_000

const LABELS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['relevant', true],
  ['yes', true],
  [false, false],
  [0, false],
  ['irrelevant', false],
  ['no', false],
])

/**
 * Labelled pages of a file of JSON lines. Lines without a label are skipped and counted; a line without a page, as `export` writes them, is
 * looked up in a collection by its URL.
 */
export async function* labelledLines(
  file: string,
  { lines, lookUp, onUnlabelled }: LabelledLinesOptions,
): AsyncGenerator<LabelledInput> {
  if (!isJsonLines(file)) throw notJsonLines(file)
  const read = (value: unknown, where: string) => ({ fields: fieldsOf(value, where), where })
  for await (const { fields, where } of jsonLines(file, lines, read)) {
    const given = Object.hasOwn(fields, 'label') ? fields.label : undefined
    if (given === undefined || given === null) {
      onUnlabelled()
      continue
    }
    try {
      const label = labelOf(given, where)
      const page = holdsPage(fields) ? pageOfLine(fields, where) : await lookUp(urlOf(fields, where), where)
      yield { page, label, where, isLine: true }
    } catch (error) {
      lines.skip(error)
    }
  }
}

export interface LabelledLinesOptions {
  readonly lines: SkippedLines
  /** The page of a URL; refuses the line when it is not known. */
  readonly lookUp: (url: string, where: string) => Promise<SourcedPage>
  readonly onUnlabelled: () => void
}

/**
 * What curators decided about pages of a collection: accepted pages are relevant, rejected ones are not. Pages without
 * a stored text are counted.
 */
export async function* curatedPages(
  dir: string,
  { catalogue }: Store,
  onTextless: () => void,
): AsyncGenerator<LabelledInput> {
  for (let after = 0; ; ) {
    const facts = await catalogue.facts(after, SLICE)
    const decided = facts.filter(({ curated }) => curated !== null).map(({ order }) => order)
    for (const page of await catalogue.pages(decided)) {
      if (page.text === '') onTextless()
      else
        yield {
          page: pageOfRecord(page),
          label: page.curated === 'accepted',
          where: `${dir}: ${page.url}`,
          isLine: false,
        }
    }
    const last = facts.at(-1)
    if (!last) return
    after = last.order
  }
}

/** Looks pages up in collections, the first that knows a URL. */
export function lookUpIn(stores: readonly Store[]): LabelledLinesOptions['lookUp'] {
  return async (url, where) => {
    const identity = canonicalUrl(url)?.canonicalUrl ?? ''
    for (const store of stores) {
      const known = await store.explain(identity)
      const page = known && (await store.page(known.id))
      if (page && page.text !== '') return pageOfRecord(page)
      if (page) throw badLine(where, 'the text of the page was not stored: its site asks for no copies')
    }
    if (stores.length > 0) throw badLine(where, `the collection has no page ${url.slice(0, 200)}`)
    throw badLine(
      where,
      'the line has neither "html" nor "text": name the collection it was exported from as well, or export with --text',
    )
  }
}

function pageOfRecord({ url, text, title, published }: PageRecord): SourcedPage {
  const input = { url, body: Buffer.from(text), contentType: 'text/plain; charset=utf-8' }
  return { input, title, date: published ?? undefined }
}

function holdsPage(fields: Record<string, unknown>): boolean {
  return ['html', 'text'].some((key) => Object.hasOwn(fields, key) && fields[key] !== null)
}

function urlOf(fields: Record<string, unknown>, where: string): string {
  const url = Object.hasOwn(fields, 'url') ? fields.url : undefined
  if (typeof url === 'string') return url
  throw badLine(where, 'a line needs a "url"')
}

function labelOf(given: unknown, where: string): boolean {
  const label = LABELS.get(given)
  if (label !== undefined) return label
  throw badLine(
    where,
    `"label" must be true or false, 1 or 0, "relevant" or "irrelevant", "yes" or "no", not ${JSON.stringify(given).slice(0, 40)}`,
  )
}

function notJsonLines(file: string): EventideError {
  return new EventideError(
    'usage',
    `${file}: labelled pages are given as JSON lines, one {"url", "html" or "text", "label"} per line, in a file that ends in .jsonl, or as the folder of a collection whose pages curators have decided about`,
  )
}
