import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { TimelineChart } from '../../charts/timeline-chart.tsx'
import { count } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { askedOf } from './question.ts'
import type { Asking } from './use-question.ts'

interface Props extends Asking {
  readonly nameOf: (collection: string) => string
}

/** More collections than colours are drawn as one. */
const MAX_SERIES = 6

/** The pages found over time. The days picked are left out of its question: one sees what lies around them. */
export function DaysStrip({ question, change, nameOf }: Props) {
  const asked = { ...askedOf(question), from: undefined, to: undefined }
  const { data, problem, reload } = useCall('GET /api/timeline', { query: asked }, { keep: true })
  const apart = (data?.collections.length ?? 0) > 1 && (data?.collections.length ?? 0) <= MAX_SERIES
  const buckets = useMemo(() => {
    if (!data || apart) return data?.buckets ?? []
    return data.buckets.map((bucket) => ({ ...bucket, counts: [bucket.counts.reduce((a, b) => a + b, 0)] }))
  }, [data, apart])
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading the timeline" lines={4} />
  if (buckets.length === 0) {
    return <p className="muted small">None of these pages has a day: there is no timeline.</p>
  }
  return (
    <div className="days-strip">
      <TimelineChart
        label="Pages found, over time"
        by={data.by}
        buckets={buckets}
        note={data.undated > 0 ? `${count(data.undated)} more without a day` : undefined}
        series={apart ? data.collections.map(nameOf) : ['Pages']}
        from={question.from || undefined}
        to={question.to || undefined}
        onBrush={(range, how) =>
          change({ from: range?.from ?? '', to: range?.to ?? '' }, { replace: how === 'adjust' })
        }
      />
    </div>
  )
}
