import type { Calls } from '../../../../src/api/routes.ts'
import type { Box } from '../../map/points.ts'
import { readBox, writeBox } from '../../map/view-box.ts'

type Asked = NonNullable<Calls['GET /api/search']['query']>
export type Sort = NonNullable<Asked['sort']>
export type VerdictChoice = NonNullable<Asked['verdict']>

/** Everything the library is asked at present. The address holds it whole. */
export interface Question {
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

export const NO_QUESTION: Question = {
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
/** The server counts no further. */
const LAST_PAGE = 100_000 / PAGE_SIZE
const LISTS = ['in', 'site', 'lang', 'place', 'kind', 'topics'] as const
const SORTS: readonly Sort[] = ['relevance', 'time', 'oldest']
const VERDICTS: readonly VerdictChoice[] = ['kept', 'rejected', 'all']

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads the part of an address after `?`; what makes no sense is as if it were not there. */
export function readQuestion(search: string): Question {
  const said = new URLSearchParams(search)
  const list = (key: string) =>
    [...new Set((said.get(key) ?? '').split(',').map((one) => one.trim()))].filter(Boolean)
  const day = (key: string) => (DAY.test(said.get(key) ?? '') ? (said.get(key) ?? '') : '')
  const page = Number(said.get('page') ?? 1)
  return {
    q: (said.get('q') ?? '').slice(0, 1_000),
    in: list('in'),
    site: list('site'),
    lang: list('lang'),
    place: list('place'),
    kind: list('kind'),
    topics: list('topics'),
    who: (said.get('who') ?? '').slice(0, 200),
    verdict: VERDICTS.find((one) => one === said.get('verdict')) ?? 'kept',
    from: day('from'),
    to: day('to'),
    box: readBox(said.get('box') ?? '') ?? null,
    sort: SORTS.find((one) => one === said.get('sort')) ?? 'relevance',
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1,
  }
}

/** The part of an address after `?`, with nothing in it that goes without saying. */
export function writeQuestion(question: Question): string {
  const said = new URLSearchParams()
  if (question.q) said.set('q', question.q)
  for (const key of LISTS) if (question[key].length > 0) said.set(key, question[key].join(','))
  if (question.who) said.set('who', question.who)
  if (question.verdict !== 'kept') said.set('verdict', question.verdict)
  if (question.from) said.set('from', question.from)
  if (question.to) said.set('to', question.to)
  if (question.box) said.set('box', writeBox(question.box))
  if (question.sort !== 'relevance') said.set('sort', question.sort)
  if (question.page > 1) said.set('page', String(question.page))
  return said.toString()
}

const listed = (values: readonly string[]) => (values.length > 0 ? values.join(',') : undefined)

/** The question as the API takes it: which pages, not in which order or how many. */
export function askedOf(question: Question) {
  return {
    q: question.q,
    in: listed(question.in),
    site: listed(question.site),
    lang: listed(question.lang),
    place: listed(question.place),
    kind: listed(question.kind),
    who: question.who || undefined,
    verdict: question.verdict,
    from: question.from || undefined,
    to: question.to || undefined,
    box: question.box ? writeBox(question.box) : undefined,
  }
}
