import { EventideError } from '../../model/errors.ts'
import type { CurationRequest, JournalEntry } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { seedItem } from '../links/link-items.ts'

type Decision = Extract<JournalEntry, { decision: unknown }>['decision']

/** What people told a collection and its store does not know. */
export interface MissedEntries {
  readonly seeds: readonly string[]
  readonly decisions: readonly Decision[]
}

type Place = Pick<Store, 'noted' | 'curation' | 'explain' | 'add'>

/** Compares a store with the journal beside it. They differ when the store lost its last changes, or a run was killed between the two. */
export async function missedEntries(store: Place): Promise<MissedEntries> {
  const noted = (await store.noted?.()) ?? []
  const known = new Set((await store.curation(noted.length)).map(nameOf))
  const decisions = noted.flatMap((entry) => ('decision' in entry ? [entry.decision] : []))
  const seeds = noted.flatMap((entry) => ('seed' in entry ? [entry.seed] : []))
  return {
    seeds: await lastUnknown(store, seeds),
    decisions: decisions.filter((decision) => !known.has(nameOf(decision))),
  }
}

/** Tells a store what it missed; `curate` carries out decisions. Returns what could not be repeated, because there is no such page or source. */
export async function repeatMissed(
  store: Place,
  curate: (order: CurationRequest) => Promise<unknown>,
): Promise<{ readonly repeated: number; readonly left: number }> {
  const { seeds, decisions } = await missedEntries(store)
  await store.add(seeds.flatMap((seed) => seedItem(seed) ?? []))
  let left = 0
  for (const decision of decisions) if (!(await decide(store, curate, decision))) left++
  return { repeated: seeds.length + decisions.length - left, left }
}

/** False when the collection does not have the page or source. */
export async function decide(
  store: Pick<Store, 'explain'>,
  curate: (order: CurationRequest) => Promise<unknown>,
  { at, what, target, decision, reason }: Decision,
): Promise<boolean> {
  const page = what === 'page' ? (await store.explain(target))?.id : undefined
  if (what === 'page' && page === undefined) return false
  try {
    await curate({ target: page === undefined ? { source: target } : { page }, decision, reason, at })
    return true
  } catch (error) {
    const isUnknown = error instanceof EventideError && ['no-page', 'no-source'].includes(error.code)
    if (!isUnknown) throw error
    return false
  }
}

/** Seeds are stored in the order in which they are noted, so that the lost ones are the last. */
async function lastUnknown(store: Place, seeds: readonly string[]): Promise<string[]> {
  let from = seeds.length
  while (from > 0 && !(await isKnown(store, seeds[from - 1]!))) from--
  return seeds.slice(from)
}

async function isKnown(store: Place, seed: string): Promise<boolean> {
  const item = seedItem(seed)
  return item === null || (await store.explain(item.canonicalUrl)) !== undefined
}

function nameOf({ at, what, target, decision }: Decision): string {
  return JSON.stringify([at, what, target, decision])
}
