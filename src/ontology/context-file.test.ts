import { describe, expect, it } from 'vitest'
import { bitsIn } from './bits.ts'
import type { Context } from './context.ts'
import { readContext } from './context-file.ts'
import { ontologyFromContext } from './term-hierarchy.ts'

const plain = ({ documents, terms, holding }: Context) => ({ documents, terms, holding: holding.map(bitsIn) })
const EXPECTED = { documents: ['a', 'b, c'], terms: ['rain', 'flood "1"'], holding: [[0, 1], [1]] }

describe('tables of documents and terms', () => {
  it.each([
    ['t.csv', '\ufeff,rain,"flood ""1"""\r\na,1,0\r\n"b, c", x ,3\r\n\r\n', {}],
    ['t.csv', 'term,a,"b, c"\nrain,√,yes\n"flood ""1""",,true', { rowsAreTerms: true }],
    ['t.tsv', '\train\tflood "1"\na\tX\t\nb, c\t1\t1\n', {}],
    ['t.json', '{"a": ["rain"], "b, c": ["rain", "flood \\"1\\""]}', {}],
    ['t.cxt', 'B\n\n2\n2\n\na\nb, c\nrain\nflood "1"\nX.\nXX\n', {}],
  ])('%s', (file, text, options) => {
    expect(plain(readContext(text, file, options))).toEqual(EXPECTED)
  })

  it.each([
    ['t.csv', ',rain\na,maybe\n', /t\.csv:2: "maybe" is neither a mark/],
    ['t.csv', ',rain\na,1,1\n', /t\.csv:2: 3 cells, but the first row has 2/],
    ['t.csv', ',rain,rain\na,1,1\n', /the name "rain" occurs twice/],
    ['t.csv', ',rain,\na,1,1\n', /a row or column has no name/],
    ['t.csv', 'rain\n', /t\.csv:1: a table needs/],
    ['t.json', '[1]', /expected \{"document"/],
    ['t.json', '{"a": "rain"}', /the terms of "a" must be a list/],
    ['t.json', '{', /t\.json is not valid JSON$/],
    ['t.cxt', 'B\n\n1\n2\n\na\nx\ny\nX\n', /t\.cxt:9: expected 2 characters/],
    ['t.cxt', 'B\n\n1e9\n2\n', /is not a number of rows/],
  ])('%s is refused: %j', (file, text, message) => {
    expect(() => readContext(text, file)).toThrow(message)
  })
})

describe('an ontology from a table', () => {
  const context = readContext(
    '{"1": ["rain", "storm", "flood"], "2": ["rain", "storm"], "3": ["wind"]}',
    't.json',
  )

  it('treats terms of the same documents as synonyms', () => {
    const { ontology, topicIsGuess } = ontologyFromContext(context, { language: 'en' })
    expect(topicIsGuess).toBe(true)
    expect(ontology.concepts.map(({ id, parents }) => [id, ...parents])).toEqual([
      ['rain'],
      ['flood', 'rain'],
      ['wind'],
    ])
    expect(ontology.concepts[0]?.synonyms).toEqual([{ text: 'storm', language: 'en' }])
  })

  it('has the given topic: one of the terms, or a concept above all of them', () => {
    expect(ontologyFromContext(context, { topic: 'storm' }).ontology.topic).toBe('rain')
    const { ontology } = ontologyFromContext(context, { topic: 'weather' })
    expect(ontology.topic).toBe('weather')
    expect(
      ontology.concepts.filter(({ parents }) => parents.includes('weather')).map(({ id }) => id),
    ).toEqual(['rain', 'wind'])
  })
})
