import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type JudgeSection, judgeSection, withJudge, withoutJudge } from './calibration-write.ts'

const section: JudgeSection = {
  threshold: 0.35,
  weights: new Map([
    ['topic', 0.4],
    ['place', 0.6],
  ]),
  terms: 10,
  reason: '40 labels, F1 0.9 (0.8 to 1)',
}
const judge = { threshold: 0.35, weights: { topic: 0.4, place: 0.6 }, terms: 10 }

/** Unusual on purpose: no formatter would write it like this. */
const LAID_OUT = `# our event

name:   "A storm"      # as the press has it
what: {typhoon: 1,haiyan:   0.92,
       rescue: 0.32}   # by hand
when:    { start: 2013-11-03 }


seeds:
    - https://news.example/a   # first
`

describe('withJudge', () => {
  it('writes the section alone', () => {
    expect(judgeSection(section)).toBe(
      'judge:\n  threshold: 0.35 # calibrated: 40 labels, F1 0.9 (0.8 to 1)\n  weights: { topic: 0.4, place: 0.6 }\n  terms: 10\n',
    )
  })

  it('adds the section without changing any other byte', () => {
    const text = withJudge(LAID_OUT, section)
    expect(text.startsWith(LAID_OUT)).toBe(true)
    expect(text.slice(LAID_OUT.length)).toBe(judgeSection(section))
    expect(parse(text).judge).toEqual(judge)
  })

  it.each([
    ['block', 'judge:\n    threshold: 0.4  # by hand\n    weights: {date: 1}\n'],
    ['flow', 'judge: { threshold: 0.4, weights: { topic: 1 } } # old\n'],
    ['flow over lines', 'judge: { threshold: 0.4,\n   terms: 3 }\n'],
    ['empty', 'judge: {}\n'],
  ])('replaces a %s section in the middle of a file', (_, old) => {
    const [head, tail] = ['# top\nname: x\n# above\n', '\n# below\n\nwhat: [a,  b]   # end\n']
    const text = withJudge(head + old + tail, section)
    expect(text.startsWith(head)).toBe(true)
    expect(text.endsWith(tail)).toBe(true)
    expect(parse(text)).toEqual({ name: 'x', judge, what: ['a', 'b'] })
  })

  it('keeps what a person wrote inside the section, and replaces what a calibration wrote', () => {
    const byHand = withJudge(
      'name: x\njudge:\n  # ask Ana\n  threshold: 0.4 # by hand\n  terms: 3\n',
      section,
    )
    expect(byHand).toContain('# ask Ana')
    expect(byHand).toContain('threshold: 0.35 # by hand')
    const twice = withJudge(withJudge('name: x\n', section), { ...section, threshold: 0.5, reason: 'new' })
    expect(twice).toBe(
      'name: x\njudge:\n  threshold: 0.5 # calibrated: new\n  weights: { topic: 0.4, place: 0.6 }\n  terms: 10\n',
    )
  })

  it('puts the comment of a flow mapping after it', () => {
    expect(withJudge('name: x\njudge: { threshold: 0.4 }\n', section)).toBe(
      'name: x\njudge: { threshold: 0.35, weights: { topic: 0.4, place: 0.6 }, terms: 10 } # calibrated: 40 labels, F1 0.9 (0.8 to 1)\n',
    )
  })

  it('keeps Windows line endings, and completes an unterminated last line', () => {
    expect(withJudge('name: x\r\nwhat: [a]', section)).toMatch(
      /^name: x\r\nwhat: \[a\]\r\njudge:\r\n {2}thresh/,
    )
  })

  it.each([
    '{ name: x, what: [a] } # all in one\n',
    'name: x\nwhat: [a]\n...\n',
    '---\nname: x\nwhat: [a]\n',
  ])('manages %j', (text) => {
    expect(parse(withJudge(text, section))).toEqual({ name: 'x', what: ['a'], judge })
  })

  it('is undone by withoutJudge', () => {
    expect(parse(withoutJudge(withJudge(LAID_OUT, section)))).toEqual(parse(LAID_OUT))
  })
})
