import { betaSample } from '../../features/beta-sample.ts'
import { keyedRandom } from '../../features/keyed-random.ts'
import { SourceRecord } from '../../features/source-record.ts'
import { clamp, logOdds } from './odds-math.ts'

/** No source moves the log-odds of its links further. */
const MAX_ODDS = 3
/** Kept pages before shares mean anything. */
const MIN_KEPT = 20
/** What a link of a source beyond its share is still worth: a link five times as likely goes before those of others. */
const BEYOND_SHARE = 0.2

/** What the sources have yielded: how likely their next page is about the event, drawn anew each time, and how much of the collection is theirs. */
export class Sources {
  readonly record = new SourceRecord()
  readonly #strength: number
  readonly #share: number
  #kept = 0
  #fetched = 0
  /** Sources that gave any page, and a page about the event. */
  #tried = 0
  #covering = 0

  constructor(strength: number, share: number) {
    this.#strength = strength
    this.#share = share
  }

  /** Share of all pages that were kept, with a first guess of one in ten. */
  get rate(): number {
    return (this.#kept + 1) / (this.#fetched + 10)
  }

  /** Chance that a source of which nothing was fetched yet has pages about the event, with a first guess of one in five. */
  get coverage(): number {
    return (this.#covering + 1) / (this.#tried + 5)
  }

  isUntried(source: string): boolean {
    const { relevant, other } = this.record.of(source)
    return relevant + other === 0
  }

  /** Log-odds of the source against all sources by what is known: no chance in it. */
  odds(source: string): number {
    const { relevant, other } = this.record.of(source)
    const mean = (relevant + this.#strength * this.rate) / (relevant + other + this.#strength)
    return clamp(logOdds(mean) - logOdds(this.rate), -MAX_ODDS, MAX_ODDS)
  }

  /** The same, drawn from what it may be (Thompson): a source hardly known may turn out to be a good one. */
  draw(source: string, salt: number, order: number): number {
    const { relevant, other } = this.record.of(source)
    const a = Math.max(1, relevant + this.#strength * this.rate)
    const b = Math.max(1, other + this.#strength * (1 - this.rate))
    const drawn = betaSample(a, b, keyedRandom(salt, `${order} ${source}`))
    return clamp(logOdds(drawn) - logOdds(this.rate), -MAX_ODDS, MAX_ODDS)
  }

  /** What the links of a source are worth for having filled its share: 1 until then. Soft: without rivals nothing changes. */
  allowance(source: string): number {
    if (this.#kept < MIN_KEPT) return 1
    return this.record.of(source).relevant > this.#share * this.#kept ? BEYOND_SHARE : 1
  }

  /** How much one more page of the source may teach: a source seen a hundred times says little new. */
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
