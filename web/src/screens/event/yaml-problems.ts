import type { ApiProblem } from '../../api/problem.ts'

export interface YamlProblem {
  /** From 1; null when the problem has no place. */
  readonly line: number | null
  readonly column: number
  readonly message: string
}

/** A refused event file names each problem as `event.yaml:3:5: what is wrong`. */
export function yamlProblems(problem: ApiProblem): YamlProblem[] {
  return problem.message
    .split('\n')
    .filter(Boolean)
    .map((text) => {
      const found = /^[^\s:]+:(\d+)(?::(\d+))?: (.*)$/.exec(text)
      if (!found) return { line: null, column: 1, message: text }
      const [, line, column = '1', message = ''] = found
      return { line: Number(line), column: Number(column), message }
    })
}

/** Where a line begins in a text. */
export function offsetOf(text: string, line: number, column: number): number {
  let offset = 0
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', offset)
    if (next < 0) return text.length
    offset = next + 1
  }
  return Math.min(offset + column - 1, text.length)
}
