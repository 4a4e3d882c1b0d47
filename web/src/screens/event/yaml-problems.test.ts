import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import { offsetOf, yamlProblems } from './yaml-problems.ts'

describe('yamlProblems', () => {
  it('reads lines and columns where they are given', () => {
    const message = 'event.yaml:3:5: weights are above 0\nevent.yaml:9: too deep\n... and 2 more'
    expect(yamlProblems(new ApiProblem(400, 'event-file', message))).toEqual([
      { line: 3, column: 5, message: 'weights are above 0' },
      { line: 9, column: 1, message: 'too deep' },
      { line: null, column: 1, message: '... and 2 more' },
    ])
  })

  it('finds the offset of a problem in the text', () => {
    expect(offsetOf('ab\ncd\nef', 2, 2)).toBe(4)
    expect(offsetOf('ab', 9, 1)).toBe(2)
  })
})
