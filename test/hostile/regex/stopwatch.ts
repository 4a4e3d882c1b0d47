import { Worker } from 'node:worker_threads'
import type { Attack } from './attacks.ts'
import type { Expression } from './find.ts'

/** An expression that takes longer is not linear; the slowest linear run takes a few thousandths of this. */
const DEADLINE_MS = 6_000

const SMALL = 2_048
const LARGE = 16 * SMALL
/** From small to large, linear time grows 16 times, quadratic time 256 times; the limit is the geometric mean. */
const MAX_GROWTH = 64
/** In microseconds; shorter times are measurement noise. */
const MIN_COST = 50
/** Only the slowest attacks at the small size are measured at the large size. */
const FOLLOWED = 4
const TRIES = 6

/** Times expressions in a worker thread, which can be terminated. */
export class Stopwatch {
  readonly #deadlineMs: number
  #worker: Worker | undefined

  constructor(deadlineMs = DEADLINE_MS) {
    this.#deadlineMs = deadlineMs
  }

  /** The attack whose cost grows faster than its length; null if there is none. */
  async weakness(expression: Expression, attacks: readonly Attack[]): Promise<string | null> {
    const screened = await this.#costs(expression, attacks, SMALL, 1)
    if (screened === null) return this.#runaway(expression, attacks)
    const worst = attacks
      .map((attack, i) => ({ attack, cost: screened[i] ?? 0 }))
      .sort((a, b) => b.cost - a.cost)
      .slice(0, FOLLOWED)
    for (const { attack } of worst) {
      const growth = await this.#growth(expression, attack)
      if (growth > MAX_GROWTH)
        return `${JSON.stringify(attack)}: ${Math.round(growth)} times the work for 16 times the length`
    }
    return null
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  /** Uses the minimum of several attempts, because other load only adds time. */
  async #growth(expression: Expression, attack: Attack): Promise<number> {
    let leastSmall = Number.POSITIVE_INFINITY
    let leastLarge = Number.POSITIVE_INFINITY
    let growth = Number.POSITIVE_INFINITY
    for (let i = 0; i < TRIES && growth > MAX_GROWTH; i += 1) {
      const small = await this.#costs(expression, [attack], SMALL, 3)
      const large = await this.#costs(expression, [attack], LARGE, 1)
      if (!small || !large) return Number.POSITIVE_INFINITY
      leastSmall = Math.min(leastSmall, ...small)
      leastLarge = Math.min(leastLarge, ...large)
      growth = leastLarge / Math.max(MIN_COST, leastSmall)
    }
    return growth
  }

  async #runaway(expression: Expression, attacks: readonly Attack[]): Promise<string> {
    for (const attack of attacks)
      if ((await this.#costs(expression, [attack], SMALL, 1)) === null)
        return `${JSON.stringify(attack)}: no answer`
    return 'no answer to all attacks together'
  }

  /** Null after a timeout, which terminates the thread. */
  #costs(
    { source, flags }: Expression,
    attacks: readonly Attack[],
    size: number,
    repeats: number,
  ): Promise<readonly number[] | null> {
    this.#worker ??= new Worker(new URL('./time-expression.mjs', import.meta.url))
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const done = (costs: readonly number[] | null) => {
        clearTimeout(deadline)
        worker.removeAllListeners('message')
        worker.removeAllListeners('error')
        resolve(costs)
      }
      const deadline = setTimeout(() => void this.close().then(() => done(null)), this.#deadlineMs)
      worker.once('message', done)
      worker.once('error', reject)
      worker.postMessage({ source, flags, attacks, size, repeats })
    })
  }
}
