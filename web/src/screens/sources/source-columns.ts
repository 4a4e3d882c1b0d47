import type { Calls } from '../../../../src/api/routes.ts'

export type Source = Calls['GET /api/collections/:id/sources']['reply']['sources'][number]

type Value = string | number | null

export interface SourceColumn {
  readonly key: string
  readonly name: string
  /** Shown as a tooltip. */
  readonly help: string
  /** What is sorted by and written into the CSV file. */
  readonly value: (source: Source) => Value
  /** Sorted this way round when it is chosen first. */
  readonly first: 'up' | 'down'
  readonly text?: true
}

export const errorsOf = (source: Source): number => source.errors.reduce((sum, { count }) => sum + count, 0)

export const SOURCE_COLUMNS = [
  {
    key: 'source',
    name: 'Source',
    help: 'the registrable domain',
    value: (s) => s.source,
    first: 'up',
    text: true,
  },
  {
    key: 'yield',
    name: 'Yield',
    help: 'kept pages and copies as a share of fetched pages',
    value: (s) => s.yield,
    first: 'down',
  },
  {
    key: 'importance',
    name: 'Importance',
    help: 'importance of the source for this event, 0 to 1',
    value: (s) => s.importance,
    first: 'down',
  },
  { key: 'fetched', name: 'Fetched', help: 'pages fetched', value: (s) => s.fetched, first: 'down' },
  { key: 'kept', name: 'Kept', help: 'pages kept, without copies', value: (s) => s.kept, first: 'down' },
  { key: 'queued', name: 'Queue', help: 'queued links', value: (s) => s.queued, first: 'down' },
  {
    key: 'errors',
    name: 'Errors',
    help: 'URLs that failed or were excluded',
    value: errorsOf,
    first: 'down',
  },
  {
    key: 'delayMs',
    name: 'Delay',
    help: 'current delay between two requests',
    value: (s) => s.delayMs,
    first: 'down',
  },
  {
    key: 'firstPublished',
    name: 'First date',
    help: 'date of its oldest kept page',
    value: (s) => s.firstPublished,
    first: 'up',
  },
  {
    key: 'lastPublished',
    name: 'Last date',
    help: 'date of its newest kept page',
    value: (s) => s.lastPublished,
    first: 'down',
  },
] as const satisfies readonly SourceColumn[]

export type SortKey = (typeof SOURCE_COLUMNS)[number]['key']

const COLUMNS: ReadonlyMap<string, SourceColumn> = new Map(
  SOURCE_COLUMNS.map((column) => [column.key, column]),
)

export const columnOf = (key: SortKey): SourceColumn => COLUMNS.get(key)!

export interface SourceFilter {
  /** Part of the name. */
  readonly name: string
  readonly show: 'all' | 'accepted' | 'rejected' | 'undecided' | 'kept' | 'nothing' | 'failing'
}

const SHOWN: Readonly<Record<SourceFilter['show'], (source: Source) => boolean>> = {
  all: () => true,
  accepted: (s) => s.curated === 'accepted',
  rejected: (s) => s.curated === 'rejected',
  undecided: (s) => s.curated === null,
  kept: (s) => s.kept > 0,
  nothing: (s) => s.fetched > 0 && s.kept === 0,
  failing: (s) => errorsOf(s) > 0,
}

export function filterSources(sources: readonly Source[], { name, show }: SourceFilter): Source[] {
  const part = name.trim().toLowerCase()
  return sources.filter((source) => SHOWN[show](source) && source.source.toLowerCase().includes(part))
}

/** Unknown values come last either way; equals are ordered by name. */
export function sortSources(sources: readonly Source[], key: SortKey, way: 'up' | 'down'): Source[] {
  const { value } = columnOf(key)
  const sign = way === 'up' ? 1 : -1
  const keyed = sources.map((source) => ({ source, value: value(source) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) {
      if (a.value !== b.value) return a.value === null ? 1 : -1
    } else if (a.value < b.value) return -sign
    else if (a.value > b.value) return sign
    return a.source.source < b.source.source ? -1 : 1
  })
  return keyed.map(({ source }) => source)
}
