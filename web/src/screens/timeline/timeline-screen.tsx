import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { TimelineChart } from '../../charts/timeline-chart.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Days } from '../../design/dates.tsx'
import { count } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { ExportMenu } from '../library/export-menu.tsx'
import { HitList } from '../library/hit-list.tsx'
import '../library/library.css'
import { askedOf, type VerdictChoice } from '../library/question.ts'
import { useQuestion } from '../library/use-question.ts'
import { interestPoints, keptAndNot } from './kept-and-not.ts'

type By = 'auto' | 'day' | 'week' | 'month' | 'year'

const STEPS: readonly { readonly value: By; readonly label: string }[] = [
  { value: 'auto', label: 'As it fits' },
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
  const { question: said, change } = useQuestion()
  const question = useMemo(() => ({ ...said, in: [collection], sort: 'oldest' as const }), [said, collection])
  const [by, setBy] = useState<By>('auto')
  const asked = { ...askedOf(question), from: undefined, to: undefined }
  const all = useCall('GET /api/timeline', { query: { ...asked, verdict: 'all', by } }, { keep: true })
  // The same steps for the part as for the whole, whatever fits the part alone.
  const keptQuery = all.data && { ...asked, verdict: 'kept' as const, by: all.data.by }
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
              label={<span className="unseen">Steps</span>}
              value={by}
              options={STEPS}
              onChange={setBy}
            />
            <ExportMenu question={question} />
          </>
        }
      >
        {event.data?.form.when.start && (
          <>
            The event: <Days from={event.data.form.when.start} to={event.data.form.when.end ?? null} />
          </>
        )}
      </ScreenHead>
      <div className="stack">
        {problem && <Problem problem={problem} onRetry={all.problem ? all.reload : kept.reload} />}
        {!buckets && !problem && <Skeleton label="Loading the timeline" lines={8} />}
        {buckets && buckets.length === 0 && (
          <Empty title="No page has a day yet">
            <p>Pages appear here as soon as a crawl has found some that say when they were published.</p>
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
              note={all.data.undated > 0 ? `${count(all.data.undated)} more pages have no day` : undefined}
              from={question.from || undefined}
              to={question.to || undefined}
              onBrush={(range, how) =>
                change({ from: range?.from ?? '', to: range?.to ?? '' }, { replace: how === 'adjust' })
              }
            />
          </Card>
        )}
        <Card
          title={
            question.from || question.to ? (
              <Days from={question.from || null} to={question.to || null} />
            ) : (
              'All days'
            )
          }
          aside={
            <span className="row">
              <Select
                className="bare"
                label={<span className="unseen">Which pages</span>}
                value={question.verdict}
                options={VERDICTS}
                onChange={(verdict) => change({ verdict })}
              />
              {(question.from || question.to) && (
                <Button look="quiet" onClick={() => change({ from: '', to: '' })}>
                  All days
                </Button>
              )}
            </span>
          }
        >
          <HitList question={question} />
        </Card>
      </div>
    </>
  )
}
