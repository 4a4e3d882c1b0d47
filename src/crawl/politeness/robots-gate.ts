import type { Archive } from '../../archive/warc-writer.ts'
import { BoundedMap } from '../../cache/bounded-map.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Robots } from '../../fetch/robots.ts'
import { fetchRobots, isUnreachable, robotsExpiry, robotsOf } from '../../fetch/robots-policy.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Json } from '../../model/json.ts'
import { ROBOTS_AGENT, type RobotsRecord } from '../../model/robots.ts'
import type { RobotsCapture, Store } from '../../store/store.ts'

/** Rules kept in memory; the store has the others. */
const REMEMBERED_ORIGINS = 1_000

interface Known {
  readonly rules: Robots
  /** Null when there was no response. */
  readonly status: number | null
  readonly unreachable: boolean
  readonly expires: number
  /** Which file, when it was fetched, and where it is archived. */
  readonly file: string
}

export interface RobotsPermission {
  readonly crawlDelaySeconds: number | null
  /** The rule that allows it, and its line; null when no rule applies. */
  readonly allowedBy: string | null
}

export type RobotsDecision =
  /** robots.txt had to be fetched: the host's delay passes before anything else is requested. */
  | {
      readonly kind: 'fetched'
      readonly status: number | null
      readonly crawlDelaySeconds: number | null
      readonly retryAfter: string | undefined
    }
  | ({ readonly kind: 'allowed' } & RobotsPermission)
  /** `why`: the rule, its line, the file, when it was fetched and the record it is archived in. */
  | { readonly kind: 'disallowed'; readonly why: string }
  /** robots.txt cannot be read, so nothing is allowed before `until`. */
  | {
      readonly kind: 'unreachable'
      readonly status: number | null
      readonly until: number
      readonly why: string
    }

export interface RobotsGateParts {
  readonly store: Pick<Store, 'getRobots' | 'putRobots'>
  readonly fetcher: Fetcher
  /** Null when responses are not archived. */
  readonly archive: Archive | null
  /** Lets a later hop of a redirect wait for its host while the host of `held` is leased; resolves to a function that ends the turn. */
  readonly turn?: (
    held: string,
    to: string,
    signal: AbortSignal,
  ) => Promise<(contacted: boolean) => Promise<void>>
}

/** Fetches the robots.txt of each origin at most once a day, archives it, and decides what it permits. */
export class RobotsGate {
  readonly #parts: RobotsGateParts
  readonly #known = new BoundedMap<string, Known>(REMEMBERED_ORIGINS)

  constructor(parts: RobotsGateParts) {
    this.#parts = parts
  }

  /** `learn` is called with new rules before they count as known: if it is interrupted, they are fetched again. */
  async decide(
    url: string,
    now: number,
    signal: AbortSignal,
    learn?: (rules: Robots) => Promise<void>,
  ): Promise<RobotsDecision> {
    const { origin } = new URL(url)
    const known = await this.#rulesOf(origin, now)
    if (!known || known.expires <= now) return this.#fetch(origin, now, signal, learn)
    const { status, expires: until, file } = known
    if (known.unreachable) return { kind: 'unreachable', status, until, why: unreachable(status, file) }
    const rule = known.rules.ruleFor(url, ROBOTS_AGENT)
    if (rule && !rule.allow) return { kind: 'disallowed', why: `${rule.text} (line ${rule.line} of ${file})` }
    const allowedBy = rule && `${rule.text} (line ${rule.line})`
    return { kind: 'allowed', crawlDelaySeconds: known.rules.crawlDelay(ROBOTS_AGENT), allowedBy }
  }

  async #rulesOf(origin: string, now: number): Promise<Known | undefined> {
    const remembered = this.#known.get(origin)
    if (remembered) return remembered
    const record = await this.#parts.store.getRobots(origin)
    if (!record) return undefined
    const known = knownOf(record, now)
    this.#known.set(origin, known)
    return known
  }

  async #fetch(
    origin: string,
    now: number,
    signal: AbortSignal,
    learn: (rules: Robots) => Promise<void> = async () => {},
  ): Promise<RobotsDecision> {
    const { store, fetcher, archive, turn } = this.#parts
    const hop = turn && ((to: string) => turn(origin, to, signal))
    const answer = await fetchRobots({ fetcher, origin, now, signal, turn: hop })
    // Refused by the egress: no server was contacted, and another try would not change that.
    const { failure, exchanges } = answer
    if (failure && !failure.contacted && exchanges.length === 0) throw failure
    const { rules, status } = knownOf(answer.record, now)
    const crawlDelaySeconds = rules.crawlDelay(ROBOTS_AGENT)
    const note = { robots: { agent: ROBOTS_AGENT, taken: takenAs(answer.record), crawlDelaySeconds } }
    const captures = archive
      ? await Promise.all(answer.exchanges.map((exchange) => archived(archive, exchange, note)))
      : []
    const recordId = captures.at(-1)?.capture.recordId
    const record = recordId === undefined ? answer.record : { ...answer.record, recordId }
    await learn(rules)
    await store.putRobots(record, captures)
    this.#known.delete(origin)
    return { kind: 'fetched', status, crawlDelaySeconds, retryAfter: answer.retryAfter }
  }
}

function knownOf(record: RobotsRecord, now: number): Known {
  const { origin, fetchedAt, recordId } = record
  const when = new Date(fetchedAt).toISOString()
  return {
    rules: robotsOf(record),
    status: record.status || null,
    unreachable: isUnreachable(record.status),
    expires: robotsExpiry(record, now),
    file: `${origin}/robots.txt of ${when}${recordId === undefined ? '' : `, record ${recordId}`}`,
  }
}

function unreachable(status: number | null, file: string): string {
  const answer = status === null ? 'it did not come' : `the server answered ${status}`
  return `robots.txt could not be read: ${answer} (${file})`
}

/** How the response was interpreted, for readers of the archive. */
function takenAs({ status }: RobotsRecord): string {
  if (status >= 200 && status < 300) return 'as its rules say'
  return isUnreachable(status) ? 'nothing allowed for now' : 'all allowed'
}

async function archived(archive: Archive, exchange: Exchange, note: Json): Promise<RobotsCapture> {
  const { url, status, startedAt } = exchange
  return { url, status, fetchedAt: startedAt, capture: await archive.append(exchange, () => note) }
}
