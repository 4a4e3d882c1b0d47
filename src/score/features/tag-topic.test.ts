import { describe, expect, it } from 'vitest'
import { type PageReading, TAG_GROUPS, type TagGroup } from '../../model/page.ts'
import { sampleReading } from '../../page/sample-reading.ts'
import { termsOf } from '../../text/terms.ts'
import { TagReader } from './tag-topic.ts'
import { createVocabulary } from './topic-words.ts'

const WEIGHTS = { head: 2, heading: 1.5, emphasis: 1.2, body: 1, other: 0.2 }
const vocabulary = createVocabulary({
  words: [
    { term: 'rainstorm', weight: 1 },
    { term: 'landslide', weight: 0.5 },
  ],
  from: 'test',
})
const [topic] = vocabulary.topics

function page(texts: Partial<Record<TagGroup, string>>): PageReading {
  const groups = Object.fromEntries(
    TAG_GROUPS.map((group) => [
      group,
      { text: texts[group] ?? '', terms: termsOf(texts[group] ?? '', 'en') },
    ]),
  ) as unknown as PageReading['groups']
  return sampleReading('', '', { groups })
}

const relevance = (texts: Partial<Record<TagGroup, string>>) =>
  new TagReader(vocabulary, WEIGHTS).relevance(page(texts), topic)

describe('tag-weighted topic (OA eq. 4 and 6)', () => {
  it('weights a word by its share in each tag group', () => {
    // rainstorm: 1/4 * 2.0 + 4/4 * 1.0 = 1.5; landslide: 2/2 * 1.0 + 1/2 * .2 = 1.1
    const { value, because } = relevance({
      head: 'rainstorm',
      body: 'rainstorm rainstorm rainstorm rainstorm landslide landslide',
      other: 'landslide',
    })
    expect(value).toBeCloseTo((1 * 1.5 + 0.5 * 1.1) / (Math.hypot(1, 0.5) * Math.hypot(1.5, 1.1)), 12)
    expect(because).toEqual(['rainstorm ×5', 'landslide ×3'])
  })

  it('does not count how often a word occurs, only where', () => {
    expect(relevance({ body: 'rainstorm '.repeat(90) }).value).toBeCloseTo(
      relevance({ body: 'rainstorm' }).value,
      12,
    )
  })

  it('uses the given weights', () => {
    const texts = { head: 'rainstorm', body: 'landslide' }
    const flat = new TagReader(vocabulary, { ...WEIGHTS, head: 1 }).relevance(page(texts), topic).value
    expect(flat).toBeCloseTo(1.5 / (Math.hypot(1, 0.5) * Math.hypot(1, 1)), 12)
    expect(relevance(texts).value).toBeGreaterThan(flat)
  })

  it('finds nothing in a page without topic words', () => {
    expect(relevance({ body: 'football' })).toEqual({ value: 0, because: [] })
    expect(new TagReader(vocabulary, WEIGHTS).held(page({ other: 'landslide' }))).toEqual([1])
  })
})
