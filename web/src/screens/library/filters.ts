import type { Calls } from '../../../../src/api/routes.ts'
import type { Box } from '../../map/points.ts'
import { readBox, writeBox } from '../../map/view-box.ts'

type Asked = NonNullable<Calls['GET /api/search']['query']>
export type Sort = NonNullable<Asked['sort']>
export type VerdictChoice = NonNullable<Asked['verdict']>

/** Everything the library is searched and narrowed by. All of it is in the URL. */
export interface Filters {
  readonly q: string
  readonly in: readonly string[]
  readonly site: readonly string[]
  readonly lang: readonly string[]
  /** Gazetteer ids. */
  readonly place: readonly string[]
  readonly kind: readonly string[]
  readonly who: string
  readonly verdict: VerdictChoice
  readonly from: string
  readonly to: string
  readonly box: Box | null
  readonly sort: Sort
  /** From 1. */
  readonly page: number
  /** Words whose use over time is drawn. */
  readonly topics: readonly string[]
}

export const NO_FILTERS: Filters = {
  q: '',
  in: [],
  site: [],
  lang: [],
  place: [],
  kind: [],
  who: '',
  verdict: 'kept',
  from: '',
  to: '',
  box: null,
  sort: 'relevance',
  page: 1,
  topics: [],
}

export const PAGE_SIZE = 20
/** The server's limit. */
const LAST_PAGE = 100_000 / PAGE_SIZE
const LISTS = ['in', 'site', 'lang', 'place', 'kind', 'topics'] as const
const SORTS: readonly Sort[] = ['relevance', 'time', 'oldest']
const VERDICTS: readonly VerdictChoice[] = ['kept', 'rejected', 'all']

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads the part of a URL after `?`; invalid values are ignored. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search)
  const list = (key: string) =>
    [...new Set((params.get(key) ?? '').split(',').map((one) => one.trim()))].filter(Boolean)
  const day = (key: string) => (DAY.test(params.get(key) ?? '') ? (params.get(key) ?? '') : '')
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').slice(0, 1_000),
    in: list('in'),
    site: list('site'),
    lang: list('lang'),
    place: list('place'),
    kind: list('kind'),
    topics: list('topics'),
    who: (params.get('who') ?? '').slice(0, 200),
    verdict: VERDICTS.find((one) => one === params.get('verdict')) ?? 'kept',
    from: day('from'),
    to: day('to'),
    box: readBox(params.get('box') ?? '') ?? null,
    sort: SORTS.find((one) => one === params.get('sort')) ?? 'relevance',
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1,
  }
}

/** The part of a URL after `?`; defaults are omitted. */
export function writeFilters(filters: Filters): string {
  const params = new URLSearchParams()
  if (filters.q) params.set('q', filters.q)
  for (const key of LISTS) if (filters[key].length > 0) params.set(key, filters[key].join(','))
  if (filters.who) params.set('who', filters.who)
  if (filters.verdict !== 'kept') params.set('verdict', filters.verdict)
  if (filters.from) params.set('from', filters.from)
  if (filters.to) params.set('to', filters.to)
  if (filters.box) params.set('box', writeBox(filters.box))
  if (filters.sort !== 'relevance') params.set('sort', filters.sort)
  if (filters.page > 1) params.set('page', String(filters.page))
  return params.toString()
}

const listed = (values: readonly string[]) => (values.length > 0 ? values.join(',') : undefined)

/** The filters as the API takes them: which pages, not in which order or how many. */
export function apiQuery(filters: Filters) {
  return {
    q: filters.q,
    in: listed(filters.in),
    site: listed(filters.site),
    lang: listed(filters.lang),
    place: listed(filters.place),
    kind: listed(filters.kind),
    who: filters.who || undefined,
    verdict: filters.verdict,
    from: filters.from || undefined,
    to: filters.to || undefined,
    box: filters.box ? writeBox(filters.box) : undefined,
  }
}
