import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { TimelineChart } from '../../charts/timeline-chart.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Days } from '../../design/dates.tsx'
import { plural } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { ExportMenu } from '../library/export-menu.tsx'
import { HitList } from '../library/hit-list.tsx'
import '../library/library.css'
import { apiQuery, type VerdictChoice } from '../library/filters.ts'
import { useFilters } from '../library/use-filters.ts'
import { interestPoints, keptAndNot } from './kept-and-not.ts'

type By = 'auto' | 'day' | 'week' | 'month' | 'year'

const STEPS: readonly { readonly value: By; readonly label: string }[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'day', label: 'By day' },
  { value: 'week', label: 'By week' },
  { value: 'month', label: 'By month' },
  { value: 'year', label: 'By year' },
]
const VERDICTS: readonly { readonly value: VerdictChoice; readonly label: string }[] = [
  { value: 'kept', label: 'Kept pages' },
  { value: 'rejected', label: 'Pages not kept' },
  { value: 'all', label: 'All pages' },
]
const SERIES = ['Kept', 'Not kept']

/** The pages of a collection over time, with the interest in its event; the days brushed show their pages. */
export function TimelineScreen({ collection = '' }: { readonly collection?: string }) {
  const { filters: current, change } = useFilters()
  const filters = useMemo(
    () => ({ ...current, in: [collection], sort: 'oldest' as const }),
    [current, collection],
  )
  const [by, setBy] = useState<By>('auto')
  const query = { ...apiQuery(filters), from: undefined, to: undefined }
  const all = useCall('GET /api/timeline', { query: { ...query, verdict: 'all', by } }, { keep: true })
  // The same interval for the kept pages as for all.
  const keptQuery = all.data && { ...query, verdict: 'kept' as const, by: all.data.by }
  const kept = useCall('GET /api/timeline', keptQuery ? { query: keptQuery } : null, { keep: true })
  const event = useCall('GET /api/collections/:id/event', { params: { id: collection } })
  const buckets = useMemo(
    () => (all.data && kept.data ? keptAndNot(all.data, kept.data) : null),
    [all.data, kept.data],
  )
  const interest = event.data?.form.when.interest
  const curve = useMemo(
    () =>
      interest && interest.length > 0 ? { name: 'Interest', points: interestPoints(interest) } : undefined,
    [interest],
  )
  const problem = all.problem ?? kept.problem
  return (
    <>
      <ScreenHead
        title="Timeline"
        actions={
          <>
            <Select
              label={<span className="unseen">Interval</span>}
              value={by}
              options={STEPS}
              onChange={setBy}
            />
            <ExportMenu filters={filters} />
          </>
        }
      >
        {event.data?.form.when.start && (
          <>
            Event: <Days from={event.data.form.when.start} to={event.data.form.when.end ?? null} />
          </>
        )}
      </ScreenHead>
      <div className="stack">
        {problem && <Problem problem={problem} onRetry={all.problem ? all.reload : kept.reload} />}
        {!buckets && !problem && <Skeleton label="Loading timeline" lines={8} />}
        {buckets && buckets.length === 0 && (
          <Empty title="No dated pages yet">
            <p>Pages appear here once a crawl has found pages with a publication date.</p>
          </Empty>
        )}
        {buckets && buckets.length > 0 && all.data && (
          <Card>
            <TimelineChart
              label="Pages over time"
              by={all.data.by}
              buckets={buckets}
              series={SERIES}
              quiet="Not kept"
              curve={curve}
              height={220}
              note={all.data.undated > 0 ? `${plural(all.data.undated, 'page')} without a date` : undefined}
              from={filters.from || undefined}
              to={filters.to || undefined}
              onBrush={(range, how) =>
                change({ from: range?.from ?? '', to: range?.to ?? '' }, { replace: how === 'adjust' })
              }
            />
          </Card>
        )}
        <Card
          title={
            filters.from || filters.to ? (
              <Days from={filters.from || null} to={filters.to || null} />
            ) : (
              'All dates'
            )
          }
          aside={
            <span className="row">
              <Select
                className="bare"
                label={<span className="unseen">Which pages</span>}
                value={filters.verdict}
                options={VERDICTS}
                onChange={(verdict) => change({ verdict })}
              />
              {(filters.from || filters.to) && (
                <Button look="quiet" onClick={() => change({ from: '', to: '' })}>
                  All dates
                </Button>
              )}
            </span>
          }
        >
          <HitList filters={filters} />
        </Card>
      </div>
    </>
  )
}
