import { identityOf } from '../../frontier/canonical-url.ts'
import type { EventModel } from '../../model/event.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { createStrategy } from '../../score/registry.ts'
import { strategyProblems } from '../../score/strategy-spec.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { eventDays } from '../event-days.ts'
import { guarded } from '../guarded-strategy.ts'
import { repeatMissed } from '../recovery/missed-entries.ts'
import { Curator } from './curator.ts'
import { rememberedStrategy, StrategyMemory } from './strategy-memory.ts'
import { TrapMemory } from './trap-memory.ts'

/** Carries out a curator's decision in a collection that is open for writing and not being crawled. */
export async function curateStopped(
  { store, event }: { readonly store: Store; readonly event: EventModel },
  order: CurationRequest,
): Promise<CurationEntry> {
  const spec = await rememberedStrategy(store)
  const context = { event, random: seededRandom(1), canonical: identityOf }
  // A strategy without saved state learns from all pages when a crawl starts.
  const usable = spec && strategyProblems(spec).length === 0
  const strategy = usable
    ? await StrategyMemory.restore(guarded(createStrategy(spec.name, context, spec.options)), store)
    : undefined
  const traps = await TrapMemory.restore(store, { eventDays: eventDays(event) })
  const curator = new Curator({ store, strategy, traps })
  // In order: a later decision may undo one that the database lost.
  await repeatMissed(store, (missed) => curator.curate(missed))
  return curator.curate(order)
}
