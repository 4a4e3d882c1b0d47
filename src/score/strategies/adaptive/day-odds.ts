import type { EventWhen } from '../../../model/event.ts'
import type { Json } from '../../../model/json.ts'
import { dayNumber } from '../../../time/day.ts'
import { clamp } from './odds-math.ts'
import type { PublicationTime } from './word-odds.ts'

/** First day of each bin, counted from the start of the event; the last bin is open. */
const EDGES = [-3650, -365, -30, -1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048] as const
const LAST_EDGE = 3650
/** Attention to an event decreases as 1 / (1 + days / 7). */
const HALVED_AFTER = 7
/** Weight of the priors, in pages and in links. */
const PRIOR_PAGES = 10
const PRIOR_LINKS = 20
/** Before the start an event has no pages except those with wrong dates. */
const BEFORE = 0.002
const MAX = 6
const NEAR = 0.1
/** Kept pages raise the days around their own: coverage comes in waves. */
const WAVE_DAYS = 3
const WAVE_REACH = 9
const MAX_DAYS = 4_000
/** Days after the start beyond which coverage is too thin to search day by day. */
const FARTHEST = 1_000

/**
 * When pages about the event are published, and when all others are. Starts from the event file (its interest series, or decreasing
 * attention after the start) and follows the dates of the kept pages: the feedback that TI leaves to future work.
 */
export class DayOdds {
  readonly start: number | null
  readonly #about: number[]
  readonly #other: number[]
  /** Kept pages by day, each spread over the days around it. */
  readonly #waves = new Map<number, number>()
  #keptWeight = 0
  /** Computed on demand after every change. */
  #sums: Float64Array | null = null
  #odds: number[] | null = null
  readonly #expected: (after: number) => number

  constructor(when: EventWhen) {
    const first = when.start ?? when.interest.find(({ value }) => value > 0)?.from
    this.start = first === undefined ? null : dayNumber(first)
    this.#expected = expectation(when, this.start ?? 0)
    const widths = EDGES.map((edge, i) => (EDGES[i + 1] ?? LAST_EDGE) - edge)
    const all = widths.reduce((sum, width) => sum + width, 0)
    this.#other = widths.map((width) => (PRIOR_LINKS * width) / all)
    const masses = EDGES.map((edge, i) => mass(this.#expected, edge, EDGES[i + 1] ?? LAST_EDGE))
    const total = masses.reduce((sum, one) => sum + one, 0)
    this.#about = masses.map((one) => (PRIOR_PAGES * one) / total)
  }

  /** Log-odds that a page of this day is about the event; null if the day or the start is unknown. */
  odds(day: number | null): number | null {
    if (day === null || this.start === null) return null
    if (!this.#odds) this.#odds = oddsOf(this.#about, this.#other)
    return this.#odds[binOf(day - this.start)] ?? 0
  }

  /** How much coverage a day has, about 1 for the first days; 0 if the event has no dates. */
  interest(day: number): number {
    if (this.start === null) return 0
    const wave = this.#waves.get(day) ?? 0
    return this.#expected(day - this.start) + wave / (WAVE_DAYS + this.#keptWeight)
  }

  /** Whether a day is near the event: it has at least a tenth of the interest of the first days. */
  time(day: number | null): PublicationTime {
    if (day === null || this.start === null) return 'undated'
    return this.interest(day) >= NEAR ? 'near' : 'far'
  }

  /** Total interest of a range of days, both ends included; 0 for days too far from the start. */
  interestOf(from: number, to: number): number {
    if (this.start === null || to < from) return 0
    if (!this.#sums) this.#sums = this.#summed(this.start)
    const last = clamp(to - this.start + 2, 0, FARTHEST)
    const before = clamp(from - this.start + 1, 0, FARTHEST)
    return (this.#sums[last] ?? 0) - (this.#sums[before] ?? 0)
  }

  /** Running sums from two days before the start on. */
  #summed(start: number): Float64Array {
    const sums = new Float64Array(FARTHEST + 1)
    for (let i = 1; i <= FARTHEST; i++) sums[i] = (sums[i - 1] ?? 0) + this.interest(start + i - 2)
    return sums
  }

  learnOther(day: number, weight: number): void {
    if (this.start === null) return
    const bin = binOf(day - this.start)
    this.#other[bin] = (this.#other[bin] ?? 0) + weight
    this.#odds = null
  }

  learnAbout(day: number, weight: number): void {
    if (this.start === null || !(weight > 0)) return
    const bin = binOf(day - this.start)
    this.#about[bin] = (this.#about[bin] ?? 0) + weight
    this.#odds = null
    this.#keptWeight += weight
    this.#sums = null
    for (let away = -WAVE_REACH; away <= WAVE_REACH; away++) {
      const lift = weight * Math.exp(-Math.abs(away) / WAVE_DAYS)
      this.#waves.set(day + away, (this.#waves.get(day + away) ?? 0) + lift)
    }
    if (this.#waves.size > MAX_DAYS) this.#forgetLightest()
  }

  #forgetLightest(): void {
    const lightest = [...this.#waves].sort((a, b) => a[1] - b[1]).slice(0, MAX_DAYS / 4)
    for (const [day] of lightest) this.#waves.delete(day)
  }

  snapshot(): Json {
    return {
      about: [...this.#about],
      other: [...this.#other],
      kept: [...this.#waves].flat(),
      weight: this.#keptWeight,
    }
  }

  restore(state: {
    about: readonly number[]
    other: readonly number[]
    kept: readonly number[]
    weight: number
  }): void {
    for (let i = 0; i < EDGES.length; i++) {
      this.#about[i] = state.about[i] ?? this.#about[i] ?? 0
      this.#other[i] = state.other[i] ?? this.#other[i] ?? 0
    }
    this.#waves.clear()
    for (let i = 0; i + 1 < state.kept.length; i += 2)
      this.#waves.set(state.kept[i] ?? 0, state.kept[i + 1] ?? 0)
    this.#keptWeight = state.weight
    this.#sums = null
    this.#odds = null
  }
}

/** Interest by days after the start: from the event's series if it has one, else decreasing attention. */
function expectation({ interest, end, start: first }: EventWhen, start: number): (after: number) => number {
  const spans = interest.flatMap(({ from, to, value }) => {
    const [a, b] = [dayNumber(from), dayNumber(to)]
    return a === null || b === null ? [] : [{ from: a - start, to: b - start, value }]
  })
  const peak = Math.max(1, ...spans.map(({ value }) => value))
  const lasts = Math.max(0, ((end && dayNumber(end)) || start) - start)
  const known = new Map<number, number>()
  const valueAt = (after: number) => {
    if (after < -1) return BEFORE
    const fading = 1 / (1 + Math.max(0, after - (first === undefined ? 0 : lasts)) / HALVED_AFTER)
    const span = spans.find(({ from, to }) => after >= from && after <= to)
    return span ? Math.max(fading / 4, span.value / peak) : fading
  }
  return (after) => {
    let value = known.get(after)
    if (value === undefined) {
      value = valueAt(after)
      if (known.size < MAX_DAYS) known.set(after, value)
    }
    return value
  }
}

/** Sum over the days of a bin: exact near the start, in steps where little changes from day to day. */
function mass(expected: (after: number) => number, from: number, to: number): number {
  const step = Math.max(1, Math.floor((to - from) / 64))
  let total = 0
  for (let day = from; day < to; day += step) total += expected(day) * Math.min(step, to - day)
  return total
}

function binOf(after: number): number {
  let bin = 0
  for (let i = 1; i < EDGES.length; i++) if (after >= (EDGES[i] ?? 0)) bin = i
  return bin
}

function oddsOf(about: readonly number[], other: readonly number[]): number[] {
  const [allAbout, allOther] = [sum(about), sum(other)]
  return about.map((weight, i) =>
    clamp(Math.log(weight / allAbout / ((other[i] ?? 0) / allOther)), -MAX, MAX),
  )
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
