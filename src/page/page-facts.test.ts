import { describe, expect, it } from 'vitest'
import { summaryOf, textDigest } from './page-facts.ts'
import { sampleReading } from './sample-reading.ts'

describe('textDigest', () => {
  it('is the same for the same words, whatever the white space, case and surroundings', () => {
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

  it('ends at a sentence where one ends, in any script', () => {
    expect(summaryOf(sampleReading('t', `${'word '.repeat(45)}end. ${'more '.repeat(90)}`))).toMatch(/end\.$/)
    expect(summaryOf(sampleReading('t', `${'台风登陆'.repeat(60)}。${'更多'.repeat(90)}`))).toMatch(/。$/)
  })

  it('never exceeds its length by more than the ellipsis', () => {
    expect(summaryOf(sampleReading('t', 'x'.repeat(10_000))).length).toBeLessThanOrEqual(301)
  })
})
