import { describe, expect, it } from 'vitest'
import { emptyStats } from '../crawl/loop/stats.ts'
import { progressLine, showProgress } from './progress.ts'

const queue = { queued: 42, leased: 3, done: 10, failed: 0, excluded: 0, fetched: 50, kept: 20, copies: 0 }
const stats = () => {
  const s = emptyStats(50, 20)
  s.fetchedThisRun = 50
  s.failures.set('http:404', 2)
  s.failures.set('fetch:timeout', 7)
  return s
}

describe('progressLine', () => {
  it('shows the progress of a crawl', () => {
    const line = progressLine({ stats: stats(), queue, pages: 100, elapsedMs: 10_000 })
    expect(line).toBe(
      '[██████████░░░░░░░░░░]  50/100 fetched  20 kept  harvest 0.40  queue 42  5.0 pages/s  10 s  fetch:timeout 7, http:404 2',
    )
  })

  it('starts at zero without dividing by it', () => {
    const line = progressLine({ stats: emptyStats(0, 0), queue, pages: 0, elapsedMs: 0 })
    expect(line).toContain('harvest 0.00')
    expect(line).not.toMatch(/NaN|Infinity/)
  })
})

describe('showProgress', () => {
  const draw = async (isTTY: boolean) => {
    const written: string[] = []
    const terminal = {
      out: { write: () => true },
      err: { isTTY, columns: 40, write: (text: string) => void written.push(text) },
    }
    const end = showProgress(terminal, async () => ({ stats: stats(), queue, pages: 100, elapsedMs: 1 }))
    await end()
    await end()
    return written.join('')
  }

  it('redraws one line that fits a terminal', async () => {
    const text = await draw(true)
    expect(text.startsWith('\r\u001b[2K')).toBe(true)
    expect(text.length).toBeLessThanOrEqual('\r\u001b[2K\n'.length + 39)
  })

  it('writes plain lines elsewhere, the last one once', async () => {
    const text = await draw(false)
    expect(text.split('\n')).toHaveLength(2)
    expect(text).not.toContain('\u001b')
  })
})
