import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { tickText } from '../../charts/scale.ts'
import { count, share } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'

interface Props {
  readonly collections: readonly string[]
  readonly nameOf: (id: string) => string
}

/** Collections over the same dates; as shares, so that a small one can be compared with a large one. */
export function OverlaidDays({ collections, nameOf }: Props) {
  const [shares, setShares] = useState(true)
  const { data, problem, reload } = useCall(
    'GET /api/timeline',
    { query: { in: collections.join(',') } },
    { keep: true },
  )
  const series = useMemo(
    () =>
      (data?.collections ?? []).map((id, index) => {
        const values = (data?.buckets ?? []).map(({ counts }) => counts[index] ?? 0)
        const total = values.reduce((a, b) => a + b, 0) || 1
        return { name: nameOf(id), values: shares ? values.map((value) => value / total) : values }
      }),
    [data, nameOf, shares],
  )
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading timelines" lines={6} />
  if (data.buckets.length === 0) return <p className="muted">None of these pages has a date.</p>
  return (
    <div className="stack tight">
      <label className="row small">
        <input type="checkbox" checked={shares} onChange={(event) => setShares(event.target.checked)} />
        Show as shares of each collection
      </label>
      <LineChart
        label="Pages of the collections over time"
        xs={data.buckets.map((_, index) => index)}
        days={data.buckets.map(({ from }) => from)}
        xText={(index) => tickText(data.buckets[index]?.from ?? '', data.by)}
        series={series}
        valueText={shares ? share : count}
      />
    </div>
  )
}
