import type { CrawlMemory, CrawlParts } from '../parts.ts'
import { StrategyMemory } from './strategy-memory.ts'
import { TrapMemory } from './trap-memory.ts'

/** What earlier runs learned about the event and about traps. */
export async function restoreMemory({
  strategy,
  store,
  eventDays,
}: Pick<CrawlParts, 'strategy' | 'store' | 'eventDays'>): Promise<CrawlMemory> {
  return {
    strategy: await StrategyMemory.restore(strategy, store),
    traps: await TrapMemory.restore(store, { eventDays }),
  }
}
