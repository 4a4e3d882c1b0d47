import fc from 'fast-check'
import { expect } from 'vitest'
import type { Outcome } from '../../model/crawl.ts'
import type { Store } from '../store.ts'
import { item, pageOutcome, request } from './bed.ts'
import type { QueueModel } from './queue-model.ts'

/** The store under test, which `reopen` replaces. */
export interface Real {
  store: Store
  reopen(): Promise<Store>
}
type Step = (model: QueueModel, real: Real) => Promise<void>

/** Few hosts, few URLs and few scores, so that ties, further parents and waiting hosts are the rule. */
const URLS = Array.from({ length: 20 }, (_, i) => `https://h${i % 5}.example/${i}`)
const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1)
const pick = fc.nat(1000)
const pause = fc.record({
  afterMs: fc.constantFrom(0, 1, 500, 2000),
  delayMs: fc.option(fc.constantFrom(0, 700)),
})
const found = fc.record({
  url: fc.constantFrom(...URLS),
  score,
  depth: fc.nat(4),
  excluded: fc.option(fc.constant('low-score'), { nil: undefined, freq: 3 }),
})
type Found = typeof found extends fc.Arbitrary<infer T> ? T : never
type Pause = typeof pause extends fc.Arbitrary<infer T> ? T : never

const OUTCOMES = {
  done: pageOutcome(),
  failed: { kind: 'failed', code: 'dns', message: '', status: null },
  dropped: { kind: 'excluded', code: 'robots', message: '' },
} satisfies Record<string, Outcome>

function restOf(model: QueueModel, { afterMs, delayMs }: Pause) {
  const notBefore = model.now + afterMs
  return delayMs === null ? { notBefore } : { notBefore, pace: { delayMs, failures: 0 } }
}

const itemOf = ({ url, ...rest }: Found, parent: number | null) => item(url, { ...rest, parent })

const add = fc.tuple(fc.array(found, { maxLength: 6 }), fc.option(pick)).map(([links, nth]): Step => {
  return async (model, { store }) => {
    const known = [...model.urls.keys()]
    const parent = nth === null ? null : (known[nth % known.length] ?? null)
    const parentId = parent === null ? null : ((await store.explain(parent))?.id ?? -1)
    const expected = links.map((link) => model.add(itemOf(link, null), parent))
    expect(await store.add(links.map((link) => itemOf(link, parentId)))).toEqual(expected)
  }
})

const claim = fc.record({ n: fc.nat(4), leaseMs: fc.constantFrom(1000, 10_000) }).map((asked): Step => {
  return async (model, { store }) => {
    const claimed = request({ ...asked, now: model.now })
    const expected = model.claim(asked.n)
    const leases = await store.claim(claimed)
    expect(leases).toMatchObject(expected)
    model.claimed(leases, claimed)
  }
})

const complete = fc
  .record({
    nth: pick,
    pause,
    end: fc.constantFrom('done', 'failed', 'dropped'),
    links: fc.array(found, { maxLength: 4 }),
  })
  .map(({ nth, pause, end, links }): Step => {
    return async (model, { store }) => {
      const held = [...model.leases.values()]
      const lease = held[nth % held.length]?.lease
      if (!lease) return
      const rest = restOf(model, pause)
      model.complete(lease, end, rest)
      for (const link of links) model.add(itemOf(link, null), lease.canonicalUrl)
      const items = links.map((link) => itemOf(link, lease.id))
      expect(await store.complete(lease, OUTCOMES[end], items, rest)).toMatchObject({ state: 'done' })
    }
  })

const release = fc
  .record({ nth: pick, pause, failedTry: fc.boolean() })
  .map(({ nth, pause, failedTry }): Step => {
    return async (model, { store }) => {
      const held = [...model.leases.values()]
      const lease = held[nth % held.length]?.lease
      if (!lease) return
      const rest = restOf(model, pause)
      model.release(lease, failedTry, rest)
      expect(await store.release(lease, rest, { failedTry })).toBe('done')
    }
  })

const received = pick.map((nth): Step => {
  return async (model, { store }) => {
    const held = [...model.leases.values()]
    const lease = held[nth % held.length]?.lease
    if (!lease) return
    model.received(lease)
    await store.received(lease)
  }
})

const completeLate = pick.map((nth): Step => {
  return async (model, { store }) => {
    const lease = model.lost[nth % model.lost.length]
    if (lease)
      expect(await store.complete(lease, OUTCOMES.done, [], { notBefore: 0 })).toMatchObject({
        state: 'lost-lease',
      })
  }
})

const pass = fc.constantFrom(-900, 1, 500, 1000, 5000).map((ms): Step => {
  return async (model) => {
    model.now = Math.max(0, model.now + ms)
  }
})

const reprioritise = fc.array(fc.tuple(pick, score), { maxLength: 4 }).map((changes): Step => {
  return async (model, { store }) => {
    const known = [...model.urls.keys()]
    const named: [number, number][] = []
    for (const [nth, value] of changes) {
      const url = known[nth % known.length]
      if (url === undefined) continue
      model.reprioritise(url, value)
      named.push([(await store.explain(url))?.id ?? -1, value])
    }
    await store.reprioritise(named)
  }
})

const reopen = fc.constant<Step>(async (model, real) => {
  for (const { lease } of [...model.leases.values()]) {
    model.release(lease, false, { notBefore: model.now })
    await real.store.release(lease, { notBefore: model.now })
  }
  real.store = await real.reopen()
})

/** When a process opens the store, the leases of a dead one are lost. Its clock starts at 0 here. */
const crash = fc.constant<Step>(async (model, real) => {
  model.crash(0)
  real.store = await real.reopen()
})

/** Random sequences of all operations on a queue. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: add },
    { weight: 6, arbitrary: claim },
    { weight: 4, arbitrary: complete },
    { weight: 3, arbitrary: release },
    { weight: 5, arbitrary: pass },
    { weight: 2, arbitrary: reprioritise },
    { weight: 3, arbitrary: completeLate },
    { weight: 2, arbitrary: received },
    { weight: 1, arbitrary: reopen },
    { weight: 3, arbitrary: crash },
  ),
  { maxLength: 60, size: 'max' },
)
