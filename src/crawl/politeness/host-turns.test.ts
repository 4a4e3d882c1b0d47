import { describe, expect, it } from 'vitest'
import type { Clock } from '../clock.ts'
import { HostTurns } from './host-turns.ts'

/** A store whose host becomes free as told, and a clock that moves only when someone waits. */
function bed(answers: ('borrowed' | number)[]) {
  let now = 0
  const said: string[] = []
  const clock: Clock = {
    now: () => now,
    wait: async (ms) => {
      now += Math.max(0, ms)
    },
  }
  const store = {
    borrowHost: async ({ host, source }: { host: string; source: string }, at: number) => {
      said.push(`${at}: ${host} of ${source}`)
      return answers.shift() ?? 'borrowed'
    },
    returnHost: async ({ host }: { host: string }, at: number, asked: boolean) =>
      void said.push(`${at}: ${host} returned${asked ? ' to rest' : ''}`),
  }
  return { turns: new HostTurns({ store, clock, delay: () => 1_000 }), said, clock }
}

const never = new AbortController().signal

describe('HostTurns', () => {
  it('waits until the host has rested, and gives it back after the answer', async () => {
    const { turns, said } = bed([700, 'borrowed'])
    const over = await turns.take('http://a.example/robots.txt', 'http://www.b.example/robots.txt', never)
    expect(said).toEqual(['0: www.b.example of b.example', '700: www.b.example of b.example'])
    await over(true)
    expect(said.at(-1)).toBe('700: www.b.example returned to rest')
    await over(false)
    expect(said.at(-1)).toBe('700: www.b.example returned')
  })

  it('keeps the rest of the host it holds without asking for it', async () => {
    const { turns, said, clock } = bed([])
    await turns.take('http://a.example/robots.txt', 'http://a.example/rules', never)
    expect(clock.now()).toBe(1_000)
    expect(said).toEqual([])
  })

  it('gives up on a host that is always being asked, so that two which wait for each other go on', async () => {
    const { turns } = bed(Array(10_000).fill(0))
    await expect(turns.take('http://a.example/', 'http://b.example/', never)).rejects.toMatchObject({
      code: 'timeout',
    })
  })

  it('stops waiting with the crawl', async () => {
    const { turns } = bed([10, 20, 30])
    const stop = AbortSignal.abort('stop')
    await expect(turns.take('http://a.example/', 'http://b.example/', stop)).rejects.toBe('stop')
  })
})
