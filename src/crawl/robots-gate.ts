import type { Archive } from '../archive/warc-writer.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Robots } from '../fetch/robots.ts'
import { fetchRobots, isUnreachable, robotsExpiry, robotsOf } from '../fetch/robots-policy.ts'
import { ROBOTS_AGENT } from '../fetch/user-agent.ts'
import type { Exchange } from '../model/exchange.ts'
import type { RobotsCapture, Store } from '../store/store.ts'

/** Rules kept in memory; the store remembers the rest. */
const REMEMBERED_ORIGINS = 1_000

interface Known {
  readonly rules: Robots
  readonly unreachable: boolean
  readonly expires: number
}

export type RobotsDecision =
  /** A request was made to learn the rules: the host rests, as they say, before anything else is asked of it. */
  | { readonly kind: 'asked'; readonly crawlDelaySeconds: number | null }
  | { readonly kind: 'allowed'; readonly crawlDelaySeconds: number | null }
  | { readonly kind: 'disallowed' }
  /** The server cannot say what it allows, which counts as nothing, until `until`. */
  | { readonly kind: 'unreachable'; readonly until: number }

export interface RobotsGateParts {
  readonly store: Pick<Store, 'getRobots' | 'putRobots'>
  readonly fetcher: Fetcher
  /** Null when answers are not kept. */
  readonly archive: Archive | null
}

/** Asks each origin for its robots.txt at most once a day, archives the answer, and tells what it permits. */
export class RobotsGate {
  readonly #parts: RobotsGateParts
  readonly #known = new Map<string, Known>()

  constructor(parts: RobotsGateParts) {
    this.#parts = parts
  }

  /** `learn` hears of new rules before they count as known: were it cut short, they would be asked for again. */
  async decide(
    url: string,
    now: number,
    signal: AbortSignal,
    learn?: (rules: Robots) => Promise<void>,
  ): Promise<RobotsDecision> {
    const { origin } = new URL(url)
    const known = await this.#rulesOf(origin)
    if (!known || known.expires <= now) {
      await this.#ask(origin, now, signal, learn)
      const learnt = await this.#rulesOf(origin)
      return { kind: 'asked', crawlDelaySeconds: learnt?.rules.crawlDelay(ROBOTS_AGENT) ?? null }
    }
    if (known.unreachable) return { kind: 'unreachable', until: known.expires }
    if (!known.rules.allows(url, ROBOTS_AGENT)) return { kind: 'disallowed' }
    return { kind: 'allowed', crawlDelaySeconds: known.rules.crawlDelay(ROBOTS_AGENT) }
  }

  async #rulesOf(origin: string): Promise<Known | undefined> {
    const remembered = this.#known.get(origin)
    if (remembered) return remembered
    const record = await this.#parts.store.getRobots(origin)
    if (!record) return undefined
    const known = {
      rules: robotsOf(record),
      unreachable: isUnreachable(record.status),
      expires: robotsExpiry(record),
    }
    if (this.#known.size >= REMEMBERED_ORIGINS) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(origin, known)
    return known
  }

  async #ask(
    origin: string,
    now: number,
    signal: AbortSignal,
    learn: (rules: Robots) => Promise<void> = async () => {},
  ): Promise<void> {
    const { store, fetcher, archive } = this.#parts
    const { record, exchanges } = await fetchRobots({ fetcher, origin, now, signal })
    const captures = archive
      ? await Promise.all(exchanges.map((exchange) => archived(archive, exchange)))
      : []
    await learn(robotsOf(record))
    await store.putRobots(record, captures)
    this.#known.delete(origin)
  }
}

async function archived(archive: Archive, exchange: Exchange): Promise<RobotsCapture> {
  const { url, status, startedAt } = exchange
  return { url, status, fetchedAt: startedAt, capture: await archive.append(exchange) }
}
