import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import { createStrategy, STRATEGY_NAMES } from '../../score/registry.ts'
import { claimOne, item, pageOutcome } from '../../store/conformance/bed.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { LiveScope } from '../links/live-scope.ts'
import { emptyStats } from '../loop/stats.ts'
import { curateStopped } from './curate-stopped.ts'
import { Curator } from './curator.ts'
import { recordStrategy, rememberedStrategy, StrategyMemory } from './strategy-memory.ts'
import { TrapMemory } from './trap-memory.ts'

const SAMPLE_EVENT: EventModel = {
  name: 'Flood',
  what: [{ term: 'flood', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: ['en'],
  seeds: [],
}

let folder: string
let store: Store
const AT = '2026-01-02T03:04:05.000Z'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-curator-'))
  store = await openSqliteStore(join(folder, 'collection.db'))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const strategyNamed = (name: string) => createStrategy(name, { event: SAMPLE_EVENT, random: () => 0.5 })

/** A page on a new host, learned from as in a crawl. */
async function visit(n: number, memory: StrategyMemory, traps: TrapMemory): Promise<number> {
  await store.add([item(`https://p${n}.a.example/`)])
  const lease = await claimOne(store)
  const relevant = n % 2 === 0
  const text = Array.from({ length: 60 }, (_, i) => `w${n * 1_000 + i}`).join(' ')
  const outcome = pageOutcome({ text }, { relevant, relevance: relevant ? 0.8 : 0.2 })
  const { visit: stored } = await store.complete(lease, outcome, [], { notBefore: 0 })
  if (!stored) throw new Error('the page was not stored')
  traps.observe(stored)
  const { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent } = lease
  const lead = { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent, memo: null }
  const { order, relevant: isKept } = stored
  const relevance = isKept === relevant ? outcome.verdict.relevance : Number(isKept)
  memory.observe({ order, ...lead, relevance, relevant: isKept, published: null, duplicateOf: null })
  return id
}

describe('recordStrategy', () => {
  it('stores the options of a run, so that a later decision uses the same strategy', async () => {
    const context = { event: SAMPLE_EVENT, random: () => 0.5 }
    const strategy = createStrategy('tabu', context, { tenure: 3, penalty: 2 })
    await recordStrategy(store, strategy)
    expect(await store.reads.strategy()).toEqual({ name: 'tabu', options: { tenure: 3 } })
    expect(await rememberedStrategy(store)).toBeUndefined()
    const memory = await StrategyMemory.restore(strategy, store)
    await visit(0, memory, await TrapMemory.restore(store))
    await memory.save()
    expect(await rememberedStrategy(store)).toEqual({ name: 'tabu', options: { tenure: 3 } })
  })

  it('does not give the options of one strategy to another whose state was saved', async () => {
    const memory = await StrategyMemory.restore(strategyNamed('tabu'), store)
    await visit(0, memory, await TrapMemory.restore(store))
    await memory.save()
    await store.setMeta('crawl-strategy', { name: 'best-first', options: { threshold: 0.2 } })
    expect(await rememberedStrategy(store)).toEqual({ name: 'tabu', options: {} })
  })
})

describe('a curator', () => {
  it.each(STRATEGY_NAMES)('corrects %s so that a resumed crawl has exactly the same state', async (name) => {
    const strategy = strategyNamed(name)
    const memory = await StrategyMemory.restore(strategy, store)
    const traps = await TrapMemory.restore(store)
    const ids = []
    for (let n = 0; n < 4; n++) ids.push(await visit(n, memory, traps))
    const before = JSON.stringify(strategy.snapshot?.() ?? null)
    const curator = new Curator({ store, strategy: memory, traps })
    await curator.curate({ target: { page: ids[1]! }, decision: 'accepted', reason: '', at: AT })
    await curator.curate({ target: { source: 'a.example' }, decision: 'rejected', reason: '', at: AT })
    ids.push(await visit(4, memory, traps))
    const live = JSON.stringify(strategy.snapshot?.() ?? null)
    const again = strategyNamed(name)
    // Nothing was saved since, as after a crash.
    await StrategyMemory.restore(again, store)
    // Compared as one value: a state is long, and a diff of it is not readable.
    expect(JSON.stringify(again.snapshot?.() ?? null) === live).toBe(true)
    if (name === 'adaptive') expect(live === before).toBe(false)
  })

  it('changes scope and numbers of a running crawl', async () => {
    const memory = await StrategyMemory.restore(strategyNamed('adaptive'), store)
    const traps = await TrapMemory.restore(store)
    const page = await visit(0, memory, traps)
    const stats = emptyStats(1, 1)
    const scope = new LiveScope({})
    const curator = new Curator({ store, strategy: memory, traps, scope, stats })
    await curator.curate({ target: { page }, decision: 'rejected', reason: '', at: AT })
    expect(stats).toMatchObject({ fetched: 1, kept: 0, copies: 0 })
    await curator.curate({ target: { source: 'a.example' }, decision: 'rejected', reason: '', at: AT })
    const url = new URL('https://p9.a.example/x')
    const link = { url, host: url.host, source: 'a.example', depth: 1, hostFetched: 0, sourceFetched: 0 }
    expect(scope.excludes(link)).toBe('source-rejected')
  })

  it('is tainted only when a correction could not be stored', async () => {
    const memory = await StrategyMemory.restore(strategyNamed('adaptive'), store)
    const traps = await TrapMemory.restore(store)
    const page = await visit(0, memory, traps)
    const order = { target: { page }, decision: 'rejected', reason: '', at: AT } as const
    const full: Pick<Store, 'curate' | 'counts'> = {
      counts: () => store.counts(),
      curate: (decided, follow) =>
        store.curate(decided, (pages) => {
          follow?.(pages)
          throw new Error('disk full')
        }),
    }
    const curator = new Curator({ store: full, strategy: memory, traps })
    const unknown = curator.curate({ ...order, target: { page: 99 } })
    await expect(unknown).rejects.toMatchObject({ code: 'no-page' })
    expect(curator.isTainted).toBe(false)
    await expect(curator.curate(order)).rejects.toThrow('disk full')
    expect(curator.isTainted).toBe(true)
    expect(await store.counts()).toMatchObject({ kept: 1 })
  })

  it('works on a stopped collection as in a running crawl', async () => {
    const memory = await StrategyMemory.restore(strategyNamed('adaptive'), store)
    const traps = await TrapMemory.restore(store)
    const page = await visit(0, memory, traps)
    await memory.save()
    const order = { target: { page }, decision: 'rejected', reason: '', at: AT } as const
    const saved = JSON.stringify(await store.getMeta('strategy'))
    expect(await curateStopped({ store, event: SAMPLE_EVENT }, order)).toMatchObject({ decision: 'rejected' })
    const taught = JSON.stringify(await store.getMeta('strategy'))
    expect(taught === saved).toBe(false)
    const [entry] = memory.correct((await listed()).map((one) => ({ ...one, relevant: false, relevance: 0 })))
    expect(JSON.stringify(entry?.[1]) === taught).toBe(true)
  })
})

async function listed() {
  const all = []
  for await (const one of store.observations(0)) all.push(one)
  return all
}
