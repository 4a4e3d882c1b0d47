/** Buckets picked, by their numbers; both ends are in. */
export interface Span {
  readonly first: number
  readonly last: number
}

export interface DayRange {
  readonly from: string
  readonly to: string
}

/** The buckets that days from `from` to `to` touch; null when both are open or none is touched. */
export function spanOf(buckets: readonly DayRange[], from?: string, to?: string): Span | null {
  if (!from && !to) return null
  let first = from ? buckets.findIndex((bucket) => bucket.to >= from) : 0
  let last = buckets.length - 1
  while (to && last >= 0 && (buckets[last]?.from ?? '') > to) last -= 1
  if (first < 0) first = buckets.length
  return first <= last ? { first, last } : null
}

export function daysOf(buckets: readonly DayRange[], span: Span): DayRange | null {
  const from = buckets[span.first]?.from
  const to = buckets[span.last]?.to
  return from && to ? { from, to } : null
}

/** What a drag does: draws a new span, moves the one there, or moves one of its ends. */
export type Grip = 'draw' | 'move' | 'first' | 'last'

/** The span a drag from bucket `start` to bucket `at` makes of the one that was there. */
export function dragged(grip: Grip, before: Span | null, start: number, at: number, n: number): Span {
  const held = Math.min(n - 1, Math.max(0, at))
  if (grip === 'draw' || !before) return { first: Math.min(start, held), last: Math.max(start, held) }
  if (grip === 'first') return { first: Math.min(held, before.last), last: before.last }
  if (grip === 'last') return { first: before.first, last: Math.max(held, before.first) }
  const by = Math.min(n - 1 - before.last, Math.max(-before.first, at - start))
  return { first: before.first + by, last: before.last + by }
}

/** Steps of the keys; page keys take a tenth of the whole. */
const STEPS: ReadonlyMap<string, (n: number) => number> = new Map([
  ['ArrowLeft', () => -1],
  ['ArrowDown', () => -1],
  ['ArrowRight', () => 1],
  ['ArrowUp', () => 1],
  ['PageDown', (n: number) => -Math.max(1, Math.round(n / 10))],
  ['PageUp', (n: number) => Math.max(1, Math.round(n / 10))],
  ['Home', (n: number) => -n],
  ['End', (n: number) => n],
])

/** The span after a key was pressed on one of its ends; undefined when the key means nothing. */
export function nudged(span: Span | null, end: 'first' | 'last', key: string, n: number): Span | undefined {
  const step = STEPS.get(key)
  if (!step) return undefined
  const from = span ?? { first: 0, last: n - 1 }
  return dragged(end, from, from[end], from[end] + step(n), n)
}
