import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

it('lets the event loop run between two turns, in the order of the calls', async () => {
  const turns = new Turns()
  const seen: string[] = []
  let running = true
  const loop = (): void => {
    seen.push('loop')
    if (running) setImmediate(loop)
  }
  setImmediate(loop)
  await Promise.all(['a', 'b', 'c'].map((name) => turns.take().then(() => seen.push(name))))
  running = false
  expect(seen.filter((name) => name !== 'loop')).toEqual(['a', 'b', 'c'])
  expect(seen.slice(seen.indexOf('a') + 1, seen.indexOf('b'))).toContain('loop')
  expect(seen.slice(seen.indexOf('b') + 1, seen.indexOf('c'))).toContain('loop')
})
