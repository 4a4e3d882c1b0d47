import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../model/verdict.ts'
import { sampleLink, sampleReading } from '../../../page/sample-reading.ts'
import { createStrategy } from '../../registry.ts'
import { sampleEvent } from '../../sample-event.ts'
import { sampleJudged } from '../../samples.ts'
import { factsOf } from './link-evidence.ts'
import { WordOdds } from './word-odds.ts'

const event = sampleEvent({ storm: 1, flood: 0.5 }, { when: { start: '2024-11-08', interest: [] } })
const strategy = createStrategy('adaptive', { event, random: () => 0.5 })
const words = new WordOdds(event)
const links = [
  sampleLink('http://a.example/2024/11/09/x', 'Storm and flood reach the harbour', { division: 0 }),
  sampleLink('http://a.example/y', 'Harbour', { division: 0 }),
]
const page = sampleReading('Storm', 'storm '.repeat(60), { links, divisions: ['The storm, and more news'] })
const scored = strategy.score(links, sampleJudged(strategy, page))
const stored = (evidence: Evidence) => JSON.parse(JSON.stringify(evidence)) as Evidence

/** The parts on which decisions depend; the order of words does not matter. */
function decisive(evidence: Evidence) {
  const { words: own, around, day, parent, seed } = factsOf(evidence, words)
  const wording = (one: typeof own) => one && { found: [...one.found].sort(), length: one.length }
  return { words: wording(own), others: own?.others, around: wording(around), day, parent, seed }
}

describe('factsOf', () => {
  it.each([0, 1])('reads from stored evidence what was known when link %d was found', (i) => {
    const { evidence = {} } = scored[i] ?? {}
    expect(decisive(evidence).words?.length).toBeGreaterThan(0)
    expect(decisive(stored(evidence))).toEqual(decisive(evidence))
  })

  it('does not depend on the wording of the evidence', () => {
    const { evidence = {} } = scored[0] ?? {}
    const { words: part } = stored(evidence)
    const reworded = { ...part!, because: part!.because.map((text) => text.replace(/^of .*/, 'anything')) }
    expect(decisive({ ...stored(evidence), words: reworded })).toEqual(decisive(evidence))
  })
})
