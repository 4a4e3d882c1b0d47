import { betaSample } from '../../features/beta-sample.ts'
import { keyedRandom } from '../../features/keyed-random.ts'
import { SourceRecord } from '../../features/source-record.ts'
import { clamp, logOdds } from './odds-math.ts'

/** Bounds the log-odds of a source. */
const MAX_ODDS = 3
/** Shares of sources are ignored below this many kept pages. */
const MIN_KEPT = 20
/** Factor for links of a source above its share: they are still chosen if five times as promising. */
const BEYOND_SHARE = 0.2

/** The yield of sources: how likely their next page is about the event, drawn at random each time, and their share of the collection. */
export class Sources {
  readonly record = new SourceRecord()
  readonly #strength: number
  readonly #share: number
  #kept = 0
  #fetched = 0
  /** Sources with any page, and with a page about the event. */
  #tried = 0
  #covering = 0

  constructor(strength: number, share: number) {
    this.#strength = strength
    this.#share = share
  }

  /** Share of pages that were kept, with a prior of one in ten. */
  get rate(): number {
    return (this.#kept + 1) / (this.#fetched + 10)
  }

  /** Probability that an untried source has pages about the event, with a prior of one in five. */
  get coverage(): number {
    return (this.#covering + 1) / (this.#tried + 5)
  }

  isUntried(source: string): boolean {
    const { relevant, other } = this.record.of(source)
    return relevant + other === 0
  }

  /** Expected log-odds of the source relative to all sources. */
  odds(source: string): number {
    const { relevant, other } = this.record.of(source)
    const mean = (relevant + this.#strength * this.rate) / (relevant + other + this.#strength)
    return clamp(logOdds(mean) - logOdds(this.rate), -MAX_ODDS, MAX_ODDS)
  }

  /** The same as a random draw (Thompson sampling): a source of which little is known may be a good one. */
  draw(source: string, salt: number, order: number): number {
    const { relevant, other } = this.record.of(source)
    const a = Math.max(1, relevant + this.#strength * this.rate)
    const b = Math.max(1, other + this.#strength * (1 - this.rate))
    const drawn = betaSample(a, b, keyedRandom(salt, `${order} ${source}`))
    return clamp(logOdds(drawn) - logOdds(this.rate), -MAX_ODDS, MAX_ODDS)
  }

  /** Factor for the links of a source: 1, or less above its share. Without competing sources it has no effect. */
  allowance(source: string): number {
    if (this.#kept < MIN_KEPT) return 1
    return this.record.of(source).relevant > this.#share * this.#kept ? BEYOND_SHARE : 1
  }

  /** How much one more page of the source may teach, decreasing with the pages seen. */
  novelty(source: string): number {
    const { relevant, other } = this.record.of(source)
    return 1 / (1 + (relevant + other) / 50)
  }

  count(source: string, relevant: boolean): void {
    if (this.isUntried(source)) this.#tried++
    if (relevant && this.record.of(source).relevant === 0) this.#covering++
    this.record.count(source, relevant)
    this.#fetched++
    if (relevant) this.#kept++
  }

  snapshot() {
    const [kept, fetched, tried, covering] = [this.#kept, this.#fetched, this.#tried, this.#covering]
    return { kept, fetched, tried, covering, sources: this.record.snapshot() }
  }

  restore(state: {
    kept: number
    fetched: number
    tried: number
    covering: number
    sources: Parameters<SourceRecord['restore']>[0]
  }): void {
    this.#tried = state.tried
    this.#covering = state.covering
    this.#kept = state.kept
    this.#fetched = state.fetched
    this.record.restore(state.sources)
  }
}
