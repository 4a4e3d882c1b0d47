import type { Store } from '../../store/store.ts'
import { FetchTally } from '../memory/fetch-tally.ts'
import type { LiveScope } from './live-scope.ts'

const KEY = 'scope'

/**
 * Queues links again that an earlier scope excluded and this one does not; returns how many. The scope is stored once
 * all of them are queued, so that a run that was killed does it again. Queued links that are out of the new scope are
 * excluded when they are claimed.
 */
export async function followScope(store: Store, scope: LiveScope): Promise<number> {
  const now = scope.fingerprint
  if ((await store.getMeta(KEY)) === now) return 0
  const tally = await FetchTally.of(store)
  const requeued = await store.revive(scope.liftableCodes, (url) => tally.whyNot(url, scope) === undefined)
  await store.setMeta(KEY, now)
  return requeued
}
