import type { DateRole } from '../html/date-names.ts'

/** A date in linked data or script data, and the object it belongs to. */
export interface DataDate {
  readonly key: string
  readonly role: DateRole
  readonly value: string
  /** 0 the page's own article, 1 the page itself or an article among others, 2 anything else. */
  readonly rank: number
  /** The types of the object, for the explanation. */
  readonly type: string
}

const MAX_NODES = 5_000
const MAX_DEPTH = 12
const MAX_DATES = 40

const PUBLISHED_KEYS = ['datePublished', 'dateCreated', 'uploadDate'] as const
const ARTICLE = /article|posting|report|blogpost|review|recipe|liveblog|analysis|opinion|creativework/i
const PAGE = /webpage|website|itempage|page$/i
const ELSEWHERE = new Set(
  'comment comments itemListElement hasPart review reviews mentions citation isBasedOn relatedLink about video image thumbnail blogPost liveBlogUpdate'.split(
    ' ',
  ),
)

interface Walk {
  readonly address: string
  readonly dates: DataDate[]
  nodes: number
}

/** Dates of a linked-data block, each ranked by whether its object is this page's article. Broken JSON is read as far as possible. */
export function linkedDataDates(json: string, url: string): DataDate[] {
  const parsed = tolerantParse(json)
  if (parsed === undefined) return scriptDates(json)
  const walk: Walk = { address: addressKey(url), dates: [], nodes: 0 }
  visit(parsed, walk, 0, false)
  return walk.dates
}

function visit(value: unknown, walk: Walk, depth: number, elsewhere: boolean): void {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return
  if (++walk.nodes > MAX_NODES || walk.dates.length >= MAX_DATES) return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, walk, depth + 1, elsewhere)
    return
  }
  const node = new Map<string, unknown>(Object.entries(value))
  collect(node, walk, elsewhere)
  for (const [key, child] of node) visit(child, walk, depth + 1, elsewhere || ELSEWHERE.has(key))
}

function collect(node: ReadonlyMap<string, unknown>, walk: Walk, elsewhere: boolean): void {
  const type = textOf(node.get('@type')).slice(0, 80)
  const rank = rankOf(node, type, walk.address, elsewhere)
  for (const key of PUBLISHED_KEYS) {
    const value = textOf(node.get(key))
    if (!value) continue
    const weaker = key === 'datePublished' ? 0 : 1
    walk.dates.push({ key, role: 'published', value, rank: rank + weaker, type })
  }
  const modified = textOf(node.get('dateModified'))
  if (modified) walk.dates.push({ key: 'dateModified', role: 'modified', value: modified, rank, type })
}

function rankOf(
  node: ReadonlyMap<string, unknown>,
  type: string,
  address: string,
  elsewhere: boolean,
): number {
  if (/comment|person|organization|product|event|imageobject|videoobject/i.test(type)) return 2
  const own = [node.get('url'), node.get('@id'), node.get('mainEntityOfPage')].some(
    (link) => address !== '' && addressKey(linkOf(link)) === address,
  )
  if (ARTICLE.test(type)) return own ? 0 : elsewhere ? 2 : 0.5
  if (PAGE.test(type)) return own ? 1 : elsewhere ? 2 : 1.2
  return elsewhere ? 2 : 1.5
}

function linkOf(link: unknown): string {
  if (typeof link === 'object' && link !== null && '@id' in link) return textOf(link['@id'])
  return textOf(link)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.slice(0, 4).map(textOf).filter(Boolean).join(' ')
  if (typeof value === 'object' && value !== null && '@value' in value) return textOf(value['@value'])
  return ''
}

/** Host and path, normalized for comparison. */
function addressKey(link: string): string {
  const match = /^https?:\/\/(?:www\.)?([^?#]{1,1000})/i.exec(link)
  return match ? (match[1] ?? '').replace(/\/$/, '').toLowerCase() : ''
}

/** Publishers' templates leave raw line breaks, comments, trailing commas and entities in their JSON. */
function tolerantParse(json: string): unknown {
  const text = json.trim()
  for (const attempt of [(raw: string) => raw, repaired]) {
    try {
      return JSON.parse(attempt(text)) as unknown
    } catch {}
  }
  return undefined
}

function repaired(json: string): string {
  return json
    .replace(/^\s{0,50}(?:<!--|(?:\/\/|\/\*)?\s?<!\[CDATA\[(?:\*\/)?)/, '')
    .replace(/(?:-->|(?:\/\/|\/\*)?\s?\]\]>(?:\*\/)?);?$/, '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/,[ ]{0,40}([}\]])/g, '$1')
    .replace(/\\'/g, "'")
    .replace(/;$/, '')
}

/** Keys of dates in page data, by a common root, with their meaning. */
const KEYS: readonly (readonly [root: string, role: DateRole, keys: readonly string[]])[] = [
  [
    'ublish',
    'published',
    [
      'atePublished',
      'ublishedAt',
      'ublished_at',
      'ublishedDate',
      'ublished_date',
      'ublishDate',
      'ublish_date',
      'ublished_time',
      'ublishTime',
    ],
  ],
  ['ublication', 'published', ['ublicationDate', 'ublication_date']],
  ['ubDate', 'published', ['ubDate']],
  ['ub_date', 'published', ['ub_date']],
  ['ateModified', 'modified', ['ateModified']],
  // When a record was made: the page's own only where nothing says more.
  ['reated', 'unclear', ['reated_at', 'reatedAt']],
]
/** Any root: one search instead of one per root, since most scripts have none. */
const ANY_ROOT = new RegExp(KEYS.map(([root]) => root).join('|'))
const MAX_PER_KEY = 8
const KEY_VALUE = /^[\w-]{0,12}\\?["']?\s{0,4}[:=,]\s{0,4}\\?["']?([\dA-Za-z][^"'\\<>]{7,39})/

/** Dates by key in script text that is not (or not valid) linked data. */
export function scriptDates(script: string): DataDate[] {
  if (!ANY_ROOT.test(script)) return []
  const dates: DataDate[] = []
  for (const [root, role, keys] of KEYS) {
    const first = script.indexOf(root)
    if (first === -1) continue
    for (const key of keys) dates.push(...datesOfKey(script, key, role, Math.max(0, first - key.length)))
  }
  return dates.slice(0, MAX_DATES)
}

function* datesOfKey(script: string, key: string, role: DateRole, start: number): Generator<DataDate> {
  let from = script.indexOf(key, start)
  for (let seen = 0; from !== -1 && seen < MAX_PER_KEY; seen++) {
    const after = from + key.length
    const value = KEY_VALUE.exec(script.slice(after, after + 80))?.[1]
    if (value && /\d/.test(value)) yield { key: `…${key}`, role, value, rank: seen === 0 ? 1 : 2, type: '' }
    from = script.indexOf(key, after)
  }
}
