import './summary.css'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Day } from '../../design/dates.tsx'
import { downloadText } from '../../design/download.ts'
import { count, plural } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { Sentences, SummaryNotes } from './citations.tsx'
import { SummaryPeople, SummaryPlaces } from './summary-names.tsx'
import { citedPages, type Summary, summaryMarkdown, summaryText } from './summary-text.ts'

const LENGTHS = ['10', '20', '40', '100'] as const
type Length = (typeof LENGTHS)[number]

export function SummaryScreen({ collection = '' }: { readonly collection?: string }) {
  const params = { id: collection }
  const [sentences, setSentences] = useState<Length>('20')
  const { data, problem, loading, reload } = useCall(
    'GET /api/collections/:id/summary',
    { params, query: { sentences } },
    { keep: true },
  )
  const card = useCall('GET /api/collections/:id', { params })
  const name = card.data?.name || collection
  const empty = data && data.overview.length === 0 && data.days.length === 0
  return (
    <div className="stack summary">
      <ScreenHead
        title={`Summary of ${name}`}
        actions={data && !empty && <SummaryActions collection={collection} name={name} summary={data} />}
      >
        Composed of sentences from kept pages, each with its citations.{readFor(data)}
      </ScreenHead>
      <Select
        className="summary-length"
        label="Length"
        value={sentences}
        onChange={setSentences}
        options={LENGTHS.map((value) => ({ value, label: `${value} sentences` }))}
      />
      {problem && <Problem problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton lines={10} label="Reading pages" />}
      {empty && (
        <Empty title="No summary yet">
          <p>
            The summary is built from kept pages. Start the{' '}
            <Link href={`/c/${encodeURIComponent(collection)}/crawl`}>crawl</Link> first.
          </p>
        </Empty>
      )}
      {data && !empty && <SummaryBody collection={collection} summary={data} busy={loading} />}
    </div>
  )
}

/** Shown when only part of a large collection was read. */
function readFor(summary: Summary | undefined): string {
  if (!summary || summary.read.pages >= summary.read.of) return ''
  return ` Built from ${count(summary.read.pages)} of ${plural(summary.read.of, 'kept page')}.`
}

interface SummaryBodyProps {
  readonly collection: string
  readonly summary: Summary
  readonly busy: boolean
}

function SummaryBody({ collection, summary, busy }: SummaryBodyProps) {
  const cited = useMemo(() => citedPages(summary), [summary])
  const max = Math.max(1, ...summary.days.map(({ pages }) => pages))
  return (
    <div className="summary-columns" aria-busy={busy}>
      <div className="stack">
        {summary.overview.length > 0 && (
          <Card title="Overview">
            <Sentences sentences={summary.overview} cited={cited} />
          </Card>
        )}
        {summary.days.length > 0 && (
          <Card title="Day by day">
            <ol className="days">
              {summary.days.map(({ day, pages, sentences }) => (
                <li key={day}>
                  <div className="day">
                    <h3>
                      <Day day={day} />
                    </h3>
                    <span className="small muted figures">{plural(pages, 'page')}</span>
                    <span className="weight" aria-hidden="true">
                      <span style={{ width: `${(pages / max) * 100}%` }} />
                    </span>
                  </div>
                  <Sentences sentences={sentences} cited={cited} />
                </li>
              ))}
            </ol>
          </Card>
        )}
        <SummaryNotes collection={collection} cited={cited} />
      </div>
      <div className="stack">
        <SummaryPlaces collection={collection} places={summary.places} />
        <SummaryPeople collection={collection} who={summary.who} />
      </div>
    </div>
  )
}

interface SummaryActionsProps {
  readonly collection: string
  readonly name: string
  readonly summary: Summary
}

function SummaryActions({ collection, name, summary }: SummaryActionsProps) {
  const announce = useAnnounce()
  const pageUrl = (page: number) => `${location.origin}/c/${encodeURIComponent(collection)}/pages/${page}`
  const copy = async (text: string, what: string) => {
    try {
      await navigator.clipboard.writeText(text)
      announce(`Copied as ${what}, with its citations.`)
    } catch {
      announce('The browser blocked copying. Save the file instead.')
    }
  }
  const head = { name, pageUrl }
  return (
    <>
      <Button onClick={() => void copy(summaryText(summary, head), 'text')}>Copy text</Button>
      <Button onClick={() => void copy(summaryMarkdown(summary, head), 'Markdown')}>Copy Markdown</Button>
      <Button
        icon="download"
        onClick={() =>
          downloadText(
            `${collection}-summary.md`,
            'text/markdown;charset=utf-8',
            summaryMarkdown(summary, head),
          )
        }
      >
        Save Markdown
      </Button>
      <Button onClick={() => window.print()}>Print</Button>
    </>
  )
}
