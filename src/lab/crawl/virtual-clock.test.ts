import { describe, expect, it } from 'vitest'
import type { Lease } from '../../model/crawl.ts'
import type { Store } from '../../store/store.ts'
import { VirtualClock } from './virtual-clock.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A store with any number of leases, whose private field shows that methods keep their `this`. */
class Leases {
  readonly #name = 'leases'
  async claim({ n }: { n: number }) {
    return Array.from({ length: n }, () => ({}) as Lease)
  }
  async complete() {
    return 'done' as const
  }
  async getMeta() {
    return this.#name
  }
}
const storeOf = (clock: VirtualClock) => clock.trackVisits(new Leases() as unknown as Store)
const ASK = { leaseMs: 1, worker: 'w', now: 0 }

describe('VirtualClock', () => {
  it('advances immediately when everything waits', async () => {
    const clock = new VirtualClock(1000)
    await clock.wait(86_400_000)
    expect(clock.now()).toBe(86_401_000)
  })

  it('wakes waiters in order of time, then of arrival', async () => {
    const clock = new VirtualClock(0)
    const woken: string[] = []
    await Promise.all([
      clock.wait(20).then(() => woken.push(`late ${clock.now()}`)),
      clock.wait(10).then(() => woken.push(`first ${clock.now()}`)),
      clock.wait(10).then(() => woken.push(`second ${clock.now()}`)),
    ])
    expect(woken).toEqual(['first 10', 'second 10', 'late 20'])
  })

  it('stands still while a visit is busy, and advances when it waits or ends', async () => {
    const clock = new VirtualClock(0)
    const store = storeOf(clock)
    const [lease] = await store.claim({ n: 1, ...ASK })
    let woken = false
    const loop = clock.wait(500).then(() => {
      woken = true
    })
    await turn()
    await turn()
    expect([woken, clock.now()]).toEqual([false, 0])
    await clock.wait(200)
    expect([woken, clock.now()]).toEqual([false, 200])
    await store.complete(lease!, { kind: 'excluded', code: '', message: '' }, [], { notBefore: 0 })
    await loop
    expect(clock.now()).toBe(500)
  })

  it('is interrupted by a signal without advancing', async () => {
    const clock = new VirtualClock(7)
    const wake = new AbortController()
    const waiting = clock.wait(Number.POSITIVE_INFINITY, wake.signal)
    wake.abort()
    await waiting
    await clock.wait(5, wake.signal)
    expect(clock.now()).toBe(7)
  })

  it('leaves the other methods of the store unchanged', async () => {
    expect(await storeOf(new VirtualClock(0)).getMeta('x')).toBe('leases')
  })
})
