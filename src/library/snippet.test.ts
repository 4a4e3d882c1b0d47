import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueryMarks } from './query-marks.ts'
import { snippetOf as snippetOfMarks } from './snippet.ts'

const snippetOf = (text: string, words: readonly string[], language: string) =>
  snippetOfMarks(
    text,
    new QueryMarks(
      words.map((word) => (word.endsWith('*') ? { text: word.slice(0, -1), prefix: true } : { text: word })),
    ),
    language,
  )

const marked = ({ text, marks }: ReturnType<typeof snippetOf>) =>
  marks.map(([from, to]) => text.slice(from, to))

describe('snippetOf', () => {
  it('shows the passage with most query words, and marks every form of them', () => {
    const text = `${'Calm weather on the coast. '.repeat(30)}Typhoons brought floods and a flooded harbour. ${'More calm. '.repeat(30)}`
    const snippet = snippetOf(text, ['typhoon', 'flood'], 'en')
    expect(marked(snippet)).toEqual(['Typhoons', 'floods', 'flooded'])
    expect(snippet.text).toMatch(/^… /)
    expect(snippet.text).toMatch(/ …$/)
  })

  it('marks Chinese words inside longer runs', () => {
    expect(marked(snippetOf('超强台风登陆菲律宾，台风造成严重损失。', ['台风'], 'zh'))).toEqual([
      '台风',
      '台风',
    ])
  })

  it('starts at the beginning when nothing is found', () => {
    expect(snippetOf('A short text.', ['typhoon'], 'en')).toEqual({ text: 'A short text.', marks: [] })
  })

  it('keeps marks inside the text, in order, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2000 }),
        fc.array(fc.string(), { maxLength: 5 }),
        (text, words) => {
          const snippet = snippetOf(`storm ${text} storm`, ['storm', ...words], 'en')
          let at = 0
          for (const [from, to] of snippet.marks) {
            expect(from).toBeGreaterThanOrEqual(at)
            expect(to).toBeLessThanOrEqual(snippet.text.length)
            at = to
          }
        },
      ),
    )
  })
})
