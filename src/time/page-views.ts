import type { Day } from '../model/event.ts'
import { dayFromNumber, dayNumber, dayOf, daysInMonth } from './day.ts'
import { type Series, type SeriesPoint, seriesError } from './series.ts'

const MAX_ITEMS = 120_000
/** A longer gap is missing data, not a series of days without readers. */
const MAX_GAP = 3_660
const ADVICE =
  'pass the unchanged response of the page views API: {"items": [{"timestamp": "2013110800", "views": 12}, ...]}'

/** Reads the response of Wikipedia's page views API: one series per article. */
export function readPageViews(json: string): Series[] {
  let answer: unknown
  try {
    answer = JSON.parse(json)
  } catch {
    throw seriesError(null, 'not valid JSON', ADVICE)
  }
  const items = typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer
  if (!Array.isArray(items) || items.length === 0) throw seriesError(null, 'there are no items', ADVICE)
  if (items.length > MAX_ITEMS)
    throw seriesError(null, `more than ${MAX_ITEMS} items`, 'request a shorter period')
  const articles = new Map<string, SeriesPoint[]>()
  items.forEach((item: unknown, index) => {
    const { article, point } = readItem(item, index)
    const points = articles.get(article)
    if (points) points.push(point)
    else articles.set(article, [point])
  })
  return [...articles].map(([name, points]) => ({ name, points: withoutGaps(points) }))
}

function readItem(item: unknown, index: number): { article: string; point: SeriesPoint } {
  const fields = new Map<string, unknown>(
    typeof item === 'object' && item !== null ? Object.entries(item) : [],
  )
  const [timestamp, views, article] = [fields.get('timestamp'), fields.get('views'), fields.get('article')]
  const stamp = /^(\d{4})(\d\d)(\d\d)(?:\d\d)?$/.exec(String(timestamp))
  const from = stamp && dayOf(Number(stamp[1]), Number(stamp[2]), Number(stamp[3]))
  if (!stamp || !from) throw seriesError(null, `item ${index + 1} has no timestamp like "2013110800"`, ADVICE)
  if (typeof views !== 'number' || !(views >= 0) || !Number.isFinite(views)) {
    throw seriesError(null, `item ${index + 1} has no number of views`, ADVICE)
  }
  const monthly = fields.get('granularity') === 'monthly'
  const to = monthly ? `${from.slice(0, 7)}-${daysInMonth(Number(stamp[1]), Number(stamp[2]))}` : from
  return {
    article: typeof article === 'string' ? article.replaceAll('_', ' ') : 'page views',
    point: { from, to, value: views },
  }
}

/** The API omits days without views: they count as 0. */
function withoutGaps(points: readonly SeriesPoint[]): SeriesPoint[] {
  const filled: SeriesPoint[] = []
  const sorted = [...points].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  for (const point of sorted) {
    const last = filled.at(-1)
    if (last && point.from <= last.to) {
      throw seriesError(null, `${point.from} occurs twice`, 'request one project, access and agent at a time')
    }
    if (last) filled.push(...emptyDays(last.to, point.from))
    filled.push(point)
  }
  return filled
}

function* emptyDays(after: Day, before: Day): Generator<SeriesPoint> {
  const start = (dayNumber(after) ?? 0) + 1
  const end = dayNumber(before) ?? 0
  if (end - start > MAX_GAP) return
  for (let number = start; number < end; number++) {
    const day = dayFromNumber(number)
    yield { from: day, to: day, value: 0 }
  }
}
