import type { ReactNode } from 'react'

interface Props {
  readonly text: string
  /** Pairs of start and end, in UTF-16 units. */
  readonly marks: readonly (readonly [number, number])[]
}

/** Text with parts of it highlighted. Ranges that overlap or reach outside are cut to what is there. */
export function MarkedText({ text, marks }: Props) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of marks.toSorted(([a], [b]) => a - b)) {
    const from = Math.max(at, start)
    const to = Math.min(end, text.length)
    if (to <= from) continue
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}
