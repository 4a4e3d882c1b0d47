import { describe, expect, it } from 'vitest'
import type { Clock } from '../clock.ts'
import { HostTurns } from './host-turns.ts'

/** A store whose host becomes free at the given times, and a clock that advances only by waiting. */
function bed(answers: ('borrowed' | number)[]) {
  let now = 0
  const calls: string[] = []
  const clock: Clock = {
    now: () => now,
    wait: async (ms) => {
      now += Math.max(0, ms)
    },
  }
  const store = {
    borrowHost: async ({ host, source }: { host: string; source: string }, at: number) => {
      calls.push(`${at}: ${host} of ${source}`)
      return answers.shift() ?? 'borrowed'
    },
    returnHost: async ({ host }: { host: string }, at: number, contacted: boolean) =>
      void calls.push(`${at}: ${host} returned${contacted ? ' with a pause' : ''}`),
  }
  return { turns: new HostTurns({ store, clock, delay: () => 1_000 }), calls, clock }
}

const never = new AbortController().signal

describe('HostTurns', () => {
  it('waits for the delay of the host, and returns it after the response', async () => {
    const { turns, calls } = bed([700, 'borrowed'])
    const over = await turns.take('http://a.example/robots.txt', 'http://www.b.example/robots.txt', never)
    expect(calls).toEqual(['0: www.b.example of b.example', '700: www.b.example of b.example'])
    await over(true)
    expect(calls.at(-1)).toBe('700: www.b.example returned with a pause')
    await over(false)
    expect(calls.at(-1)).toBe('700: www.b.example returned')
  })

  it('respects the delay of the host it holds without borrowing it', async () => {
    const { turns, calls, clock } = bed([])
    await turns.take('http://a.example/robots.txt', 'http://a.example/rules', never)
    expect(clock.now()).toBe(1_000)
    expect(calls).toEqual([])
  })

  it('gives up on a host that stays busy, so that two visits waiting for each other do not deadlock', async () => {
    const { turns } = bed(Array(10_000).fill(0))
    await expect(turns.take('http://a.example/', 'http://b.example/', never)).rejects.toMatchObject({
      code: 'timeout',
    })
  })

  it('stops waiting when the crawl stops', async () => {
    const { turns } = bed([10, 20, 30])
    const stop = AbortSignal.abort('stop')
    await expect(turns.take('http://a.example/', 'http://b.example/', stop)).rejects.toBe('stop')
  })
})
