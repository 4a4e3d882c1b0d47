import { canonicalUrl } from '../../frontier/canonical-url.ts'
import { FetchFailure } from '../../model/errors.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../clock.ts'

/** Longer than any one request may take: a host that is not returned is free after that. */
const HOLD_MS = 120_000
/** Longest wait for a host that is in use: the URL that leads there is tried again later. */
const MAX_WAIT_MS = 30_000
/** Shortest interval between two checks of a host that is in use. */
const LOOK_MS = 50

export interface HostTurnsParts {
  readonly store: Pick<Store, 'borrowHost' | 'returnHost'>
  readonly clock: Clock
  /** Between two requests to one host, in milliseconds, as it is now. */
  readonly delay: () => number
}

/**
 * For requests that no lease covers, the later hops of a redirected robots.txt: they respect the delays of the hosts they lead to, and are
 * followed by one.
 */
export class HostTurns {
  readonly #parts: HostTurnsParts

  constructor(parts: HostTurnsParts) {
    this.#parts = parts
  }

  /**
   * Waits until `to` may be asked by someone who holds the host of `held`; call what it resolves to when that is over. Rejects with a
   * `FetchFailure` when the host stays busy.
   */
  readonly take = async (
    held: string,
    to: string,
    signal: AbortSignal,
  ): Promise<(asked: boolean) => Promise<void>> => {
    const { store, clock, delay } = this.#parts
    const target = canonicalUrl(to)
    if (!target || target.host === new URL(held).host) {
      await clock.wait(delay(), signal)
      return async () => {}
    }
    const { host, source } = target
    const latest = clock.now() + MAX_WAIT_MS
    for (;;) {
      const now = clock.now()
      const ready = await store.borrowHost({ host, source }, now, now + HOLD_MS)
      if (ready === 'borrowed') return (asked) => store.returnHost({ host, source }, clock.now(), asked)
      const wait = Math.max(ready - now, LOOK_MS)
      if (now + wait > latest) throw new FetchFailure('timeout', `${host} is busy with other requests`)
      await clock.wait(wait, signal)
      signal.throwIfAborted()
    }
  }
}
