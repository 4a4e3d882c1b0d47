import type { Scope, ScopeOptions } from '../../frontier/scope/scope.ts'
import type { Store } from '../../store/store.ts'
import { FetchTally } from '../memory/fetch-tally.ts'
import { LIFTABLE_CODES } from './live-scope.ts'

const KEY = 'scope'

/**
 * Lets links wait again that an earlier scope left out and this one does not; says how many. The scope is noted when all of them are back, so that
 * a killed run does it again. What waits already and is out of the new scope is left out when its turn comes.
 */
export async function followScope(store: Store, scope: Scope, options: ScopeOptions): Promise<number> {
  const now = JSON.stringify(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .sort(),
  )
  if ((await store.getMeta(KEY)) === now) return 0
  const tally = await FetchTally.of(store)
  const revived = await store.revive(LIFTABLE_CODES, (url) => tally.whyNot(url, scope) === undefined)
  await store.setMeta(KEY, now)
  return revived
}
