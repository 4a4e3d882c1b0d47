import { describe, expect, it } from 'vitest'
import { summaryOf, textDigest, whoOf } from './page-facts.ts'
import { sampleReading } from './sample-reading.ts'

describe('textDigest', () => {
  it('ignores white space, case and surrounding text', () => {
    const one = sampleReading('A', 'The storm  hit the coast.\nMany fled.', { url: 'http://a.example/' })
    const two = sampleReading('B', 'the STORM hit the coast. many fled. ', { url: 'http://b.example/' })
    expect(textDigest(one)).toBe(textDigest(two))
    expect(textDigest(one)).not.toBe(textDigest(sampleReading('A', 'Something else.')))
  })
})

describe('summaryOf', () => {
  it('prefers a real description', () => {
    const description = 'The storm destroyed three harbours along the northern coast on Friday.'
    expect(summaryOf(sampleReading('t', 'x '.repeat(400), { description }))).toBe(description)
    expect(summaryOf(sampleReading('t', 'Body text.', { description: 'News' }))).toBe('Body text.')
  })

  it('ends at the end of a sentence, in any script', () => {
    expect(summaryOf(sampleReading('t', `${'word '.repeat(45)}end. ${'more '.repeat(90)}`))).toMatch(/end\.$/)
    expect(summaryOf(sampleReading('t', `${'台风登陆'.repeat(60)}。${'更多'.repeat(90)}`))).toMatch(/。$/)
  })

  it('never exceeds its length by more than the ellipsis', () => {
    expect(summaryOf(sampleReading('t', 'x'.repeat(10_000))).length).toBeLessThanOrEqual(301)
  })
})

describe('whoOf', () => {
  it('does not report a place as a person, however the gazetteer spells it', () => {
    const text =
      'Rosa Delmar spoke in Eastern Samar. Rosa Delmar left Eastern Samar on Friday with Rosa Delmar.'
    const place = { id: 'p', name: 'Province of Eastern Samar', lat: 11, lon: 125, count: 2 }
    const names = (places: (typeof place)[]) =>
      whoOf(sampleReading('Storm', text, { places })).map(({ name }) => name)
    expect(names([place])).toEqual(['Rosa Delmar'])
    expect(names([])).toContain('Eastern Samar')
  })
})
