import { canonicalUrl } from '../../frontier/canonical-url.ts'
import { FetchFailure } from '../../model/errors.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../clock.ts'

/** Longer than any request may take: a host that is not returned becomes free after this time. */
const HOLD_MS = 120_000
/** Maximum wait for a host that is in use; after that, the URL that leads there is tried again later. */
const MAX_WAIT_MS = 30_000
/** Minimum interval between two checks of a host that is in use. */
const LOOK_MS = 50

export interface HostTurnsParts {
  readonly store: Pick<Store, 'borrowHost' | 'returnHost'>
  readonly clock: Clock
  /** The current delay between two requests to one host, in milliseconds. */
  readonly delay: () => number
}

/**
 * For requests without a lease, which are the later hops of a redirected robots.txt: they respect the delays of their
 * hosts and start a new one.
 */
export class HostTurns {
  readonly #parts: HostTurnsParts

  constructor(parts: HostTurnsParts) {
    this.#parts = parts
  }

  /**
   * Waits until `to` may be requested while the host of `held` is leased; resolves to a function that ends the turn.
   * Rejects with a `FetchFailure` when the host stays busy.
   */
  readonly take = async (
    held: string,
    to: string,
    signal: AbortSignal,
  ): Promise<(contacted: boolean) => Promise<void>> => {
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
      if (ready === 'borrowed')
        return (contacted) => store.returnHost({ host, source }, clock.now(), contacted)
      const wait = Math.max(ready - now, LOOK_MS)
      if (now + wait > latest) throw new FetchFailure('timeout', `${host} is busy with other requests`)
      await clock.wait(wait, signal)
      signal.throwIfAborted()
    }
  }
}
