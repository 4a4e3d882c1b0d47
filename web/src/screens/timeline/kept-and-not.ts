import type { TimelineBucket } from '../../charts/timeline-chart.tsx'

interface Counted {
  readonly buckets: readonly TimelineBucket[]
}

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0)

/** Kept pages and the others on top of each other, bucket by bucket of all of them. */
export function keptAndNot(all: Counted, kept: Counted): TimelineBucket[] {
  const keptOf = new Map(kept.buckets.map(({ from, counts }) => [from, sum(counts)]))
  return all.buckets.map(({ from, to, counts }) => {
    const some = Math.min(keptOf.get(from) ?? 0, sum(counts))
    return { from, to, counts: [some, sum(counts) - some] }
  })
}

interface Period {
  readonly from: string
  readonly to: string
  readonly value: number
}

/** The interest of an event as a line: level within a period. */
export function interestPoints(periods: readonly Period[]): { day: string; value: number }[] {
  return periods
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .flatMap(({ from, to, value }) =>
      from === to
        ? [{ day: from, value }]
        : [
            { day: from, value },
            { day: to, value },
          ],
    )
}
