import { describe, expect, it } from 'vitest'
import type { Lease } from '../model/crawl.ts'
import { sampleReading } from '../page/sample-reading.ts'
import { createStrategy, specOf } from '../score/registry.ts'
import { sampleEvent } from '../score/sample-event.ts'
import { captureNote } from './capture-note.ts'

const lease = {
  id: 1,
  canonicalUrl: 'http://a.example/',
  score: 1,
  evidence: {},
  depth: 0,
  redirects: 0,
} as Lease
const store = { pathTo: async () => [] }

/** The verdict in the note on a page that was judged with these options. */
async function verdictWith(options: object) {
  const strategy = createStrategy(
    'best-first',
    { event: sampleEvent({ storm: 1 }), random: () => 0.5 },
    options,
  )
  const page = sampleReading('Storm', 'storm '.repeat(50))
  const judged = {
    page,
    verdict: strategy.judge(page),
    strategy: specOf(strategy),
    shown: 'plain',
    allowedBy: null,
  }
  return (await captureNote(lease, store, judged)) as { verdict: Record<string, unknown> }
}

describe('captureNote', () => {
  it('names the strategy that judged and the options that differ from their defaults', async () => {
    const { verdict } = await verdictWith({ threshold: 0.2, space: 'event' })
    expect(verdict).toMatchObject({ strategy: 'best-first', options: { threshold: 0.2 } })
  })

  it('has no options when all have their defaults', async () => {
    const { verdict } = await verdictWith({})
    expect(verdict).toMatchObject({ strategy: 'best-first', relevant: true })
    expect(verdict).not.toHaveProperty('options')
  })
})
