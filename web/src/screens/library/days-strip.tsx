import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { TimelineChart } from '../../charts/timeline-chart.tsx'
import { plural } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { apiQuery } from './filters.ts'
import type { FiltersState } from './use-filters.ts'

interface Props extends FiltersState {
  readonly nameOf: (collection: string) => string
}

/** More collections than colours are drawn as one. */
const MAX_SERIES = 6

/** The pages found over time. It ignores the selected dates, so that their surroundings stay visible. */
export function DaysStrip({ filters, change, nameOf }: Props) {
  const query = { ...apiQuery(filters), from: undefined, to: undefined }
  const { data, problem, reload } = useCall('GET /api/timeline', { query }, { keep: true })
  const apart = (data?.collections.length ?? 0) > 1 && (data?.collections.length ?? 0) <= MAX_SERIES
  const buckets = useMemo(() => {
    if (!data || apart) return data?.buckets ?? []
    return data.buckets.map((bucket) => ({ ...bucket, counts: [bucket.counts.reduce((a, b) => a + b, 0)] }))
  }, [data, apart])
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading timeline" lines={4} />
  if (buckets.length === 0) {
    return <p className="muted small">None of these pages has a date, so there is no timeline.</p>
  }
  return (
    <div className="days-strip">
      <TimelineChart
        label="Pages over time"
        by={data.by}
        buckets={buckets}
        note={data.undated > 0 ? `${plural(data.undated, 'page')} without a date` : undefined}
        series={apart ? data.collections.map(nameOf) : ['Pages']}
        from={filters.from || undefined}
        to={filters.to || undefined}
        onBrush={(range, how) =>
          change({ from: range?.from ?? '', to: range?.to ?? '' }, { replace: how === 'adjust' })
        }
      />
    </div>
  )
}
