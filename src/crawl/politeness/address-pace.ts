import { BoundedMap } from '../../cache/bounded-map.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Clock } from '../clock.ts'

/** Maximum wait for an IP address; beyond it, the visit is postponed. */
const MAX_WAIT_MS = 1_000
/** Hosts and addresses remembered; the delay of a forgotten one has long passed. */
const REMEMBERED = 10_000

/** The request was not sent, because others wait for the same address. */
export class AddressBusy extends Error {
  readonly until: number

  constructor(until: number) {
    super('other hosts on the same address come first')
    this.until = until
  }
}

/**
 * Spaces requests to one IP address, whatever the names of its hosts: a small server with a thousand names is still a
 * small server. The address is that of the connected socket, so a host name cannot disguise it.
 */
export class AddressPace {
  readonly #delay: () => number
  readonly #clock: Clock
  readonly #addresses = new BoundedMap<string, string>(REMEMBERED)
  readonly #nextAt = new BoundedMap<string, number>(REMEMBERED)

  /** `delay`: the current delay between the starts of two requests to one address, in milliseconds. */
  constructor(delay: () => number, clock: Clock) {
    this.#delay = delay
    this.#clock = clock
  }

  /** Wraps a fetcher: each request waits for its address just before it is sent, or rejects with `AddressBusy`. */
  watching(fetcher: Fetcher): Fetcher {
    return {
      fetch: (url, signal, options) => {
        if (!(this.#delay() > 0)) return fetcher.fetch(url, signal, options)
        const turn = (ip: string, stop: AbortSignal) => this.#turn(new URL(url).host, ip, stop)
        return fetcher.fetch(url, signal, { ...options, turn })
      },
      close: () => fetcher.close(),
    }
  }

  /** When this host may be contacted; null if it may be contacted now, or if its address is unknown. */
  busyUntil(host: string): number | null {
    const ip = this.#addresses.get(host)
    const nextAt = ip === undefined ? undefined : this.#nextAt.get(ip)
    return nextAt !== undefined && nextAt - this.#clock.now() > MAX_WAIT_MS ? nextAt : null
  }

  async #turn(host: string, ip: string, stop: AbortSignal): Promise<void> {
    this.#addresses.set(host, ip)
    const now = this.#clock.now()
    const at = Math.max(now, this.#nextAt.get(ip) ?? 0)
    if (at - now > MAX_WAIT_MS) throw new AddressBusy(at)
    this.#nextAt.set(ip, at + this.#delay())
    if (at > now) await this.#clock.wait(at - now, stop)
    stop.throwIfAborted()
  }
}
