import { describe, expect, it } from 'vitest'
import type { EventModel } from '../model/event.ts'
import { sampleReading } from '../page/sample-reading.ts'
import { createStrategy, STRATEGY_NAMES } from './registry.ts'
import { verdictOn } from './verdict-on.ts'

const event: EventModel = {
  name: 'Storm',
  what: [{ term: 'storm', weight: 1 }],
  where: [],
  when: { start: '2024-11-08', interest: [] },
  who: [],
  languages: [],
  seeds: [],
}

describe('verdictOn', () => {
  it.each(STRATEGY_NAMES)('never keeps a feed or a sitemap, however %s judges it', (name) => {
    const strategy = createStrategy(name, { event, random: () => 0.5 })
    const page = sampleReading('Storm storm', 'storm storm storm')
    const verdict = verdictOn(page, strategy)
    expect(verdict).toEqual(strategy.judge(page))
    for (const form of ['feed', 'sitemap'] as const) {
      const list = verdictOn({ ...page, form }, strategy)
      expect(list).toMatchObject({ relevance: verdict.relevance, relevant: false })
      expect(list.evidence.form?.because.join()).toContain(`a ${form}`)
    }
  })

  it.each(STRATEGY_NAMES)('keeps no text that nobody would write, however %s judges it', (name) => {
    const strategy = createStrategy(name, { event, random: () => 0.5 })
    const words = 'storm surge coast wind'.split(' ')
    const text = Array.from({ length: 200 }, (_, i) => words[(i * i * 7 + (i >> 2)) % 4]).join(' ')
    const verdict = verdictOn(sampleReading('Storm', text), strategy)
    expect(verdict.relevant).toBe(false)
    if (strategy.judge(sampleReading('Storm', text)).relevant)
      expect(verdict).toMatchObject({
        relevance: 0,
        evidence: { prose: { because: [expect.stringContaining('does not read like prose')] } },
      })
  })
})
