import { describe, expect, it } from 'vitest'
import type { EventModel } from '../../../model/event.ts'
import type { Place } from '../../../model/place.ts'
import type { Verdict } from '../../../model/verdict.ts'
import { sampleReading } from '../../../page/sample-reading.ts'
import { sampleEvent } from '../../sample-event.ts'
import { createGatedJudge } from './gated-judge.ts'

const lyon = { id: 'x:1', name: 'Lyon', lat: 45.7, lon: 4.8 } as Place
const event = sampleEvent({ bridge: 1 }, { where: [{ name: 'Lyon', place: lyon, weight: 1 }] })
const part = (value: number | null) => ({ value, weight: 1, because: [] })
const page = sampleReading('t', 'A text of some length. '.repeat(40))
const THRESHOLD = 0.5

/** The verdict of the gates on an event model's verdict with these parts. */
function gated(
  values: { topic: number; place: number | null; date: number | null },
  relevance: number,
  of: EventModel = event,
): Verdict {
  const evidence = { topic: part(values.topic), place: part(values.place), date: part(values.date) }
  const verdict = { relevance, relevant: relevance >= THRESHOLD, evidence }
  return createGatedJudge(of, () => verdict, THRESHOLD)(page)
}

describe('createGatedJudge on an event written by hand', () => {
  it('keeps a page that passes all gates despite low odds', () => {
    expect(gated({ topic: 0.4, place: 1, date: 0.7 }, 0.2)).toMatchObject({ relevant: true, relevance: 0.6 })
    expect(gated({ topic: 0.4, place: 1, date: null }, 0.2).relevant).toBe(true)
  })

  it.each([
    ['topic', { topic: 0.1, place: 1, date: 1 }],
    ['place', { topic: 0.9, place: 0.2, date: 1 }],
    ['date', { topic: 0.9, place: 1, date: 0 }],
  ])('rejects a page whose %s does not match, whatever its odds', (name, values) => {
    const { relevant, relevance, evidence } = gated(values, 1)
    expect(relevant).toBe(false)
    expect(relevance).toBeLessThan(THRESHOLD)
    expect(evidence.gates?.because).toEqual([`${name} does not match`])
  })

  it('keeps the order of the odds among kept and among rejected pages', () => {
    const kept = [0.1, 0.5, 0.9].map((odds) => gated({ topic: 0.4, place: 1, date: 1 }, odds).relevance)
    const dropped = [0.1, 0.5, 0.9].map((odds) => gated({ topic: 0.4, place: 0, date: 1 }, odds).relevance)
    expect(kept).toEqual([...kept].sort((a, b) => a - b))
    expect(dropped).toEqual([...dropped].sort((a, b) => a - b))
    expect(Math.max(...dropped)).toBeLessThan(Math.min(...kept))
  })

  it('leaves a short text to the odds', () => {
    const short = sampleReading('t', 'Too short to name everything.')
    const verdict = {
      relevance: 0.8,
      relevant: true,
      evidence: { topic: part(0.9), place: part(0), date: part(1) },
    }
    expect(createGatedJudge(event, () => verdict, THRESHOLD)(short)).toBe(verdict)
  })

  it('decides by a field of the evidence, not by its wording', () => {
    const judged = (place: object) =>
      createGatedJudge(
        event,
        () => ({
          relevance: 0.8,
          relevant: true,
          evidence: {
            topic: part(0.9),
            place: { value: 0.2, weight: 1, because: ['France'], ...place },
            date: part(1),
          },
        }),
        THRESHOLD,
      )(page).relevant
    expect(judged({ elsewhere: true })).toBe(false)
    expect(judged({ because: ['France (elsewhere)'] })).toBe(true)
  })

  it('leaves a page that names only surrounding places to the odds', () => {
    const around = { value: 0.2, weight: 1, because: ['France'] }
    const verdict = {
      relevance: 0.8,
      relevant: true,
      evidence: { topic: part(0.9), place: around, date: part(1) },
    }
    expect(createGatedJudge(event, () => verdict, THRESHOLD)(page)).toBe(verdict)
  })

  it('leaves pages without a place, and all pages of an event extracted from pages, to the odds', () => {
    expect(gated({ topic: 0.4, place: null, date: 1 }, 0.2)).toMatchObject({
      relevant: false,
      relevance: 0.2,
    })
    const learned = { ...event, learned: { where: 1 } }
    expect(gated({ topic: 0.9, place: 0, date: 1 }, 0.8, learned).relevance).toBe(0.8)
  })
})
