import { useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { Card } from '../../design/card.tsx'
import { Chip } from '../../design/chip.tsx'
import { Days } from '../../design/dates.tsx'
import { Evidence, Verdict } from '../../design/evidence.tsx'
import { ExternalLink } from '../../design/external-link.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { strategyLabel } from '../../options/strategy-form.ts'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { ArchivedCopy } from './archived-copy.tsx'
import { Cite } from './cite.tsx'
import { Curate } from './curate.tsx'
import { Duplicates } from './duplicates.tsx'
import { FoundPath } from './found-path.tsx'
import { Neighbours } from './neighbours.tsx'
import './page.css'
import { PageFacts } from './page-facts.tsx'
import { PagePlaces } from './page-places.tsx'
import { PageText, type PageView } from './page-text.tsx'
import { directionOf } from './text-parts.ts'

interface Props {
  readonly collection?: string
  readonly page?: string
}

/** One page: its text, the archived copy, the verdict, how it was found, and how to cite it. */
export function PageScreen({ collection = '', page = '' }: Props) {
  const number = Number(page)
  const known = Number.isSafeInteger(number) && number > 0
  const { data, problem, reload } = useCall(
    'GET /api/collections/:id/pages/:page',
    known ? { params: { id: collection, page: number } } : null,
  )
  return (
    <div className="page">
      <Neighbours />
      {!known && (
        <Empty title="Page not found">
          <p>“{page}” is not a page number.</p>
        </Empty>
      )}
      {problem && <Problem problem={problem} onRetry={reload} />}
      {known && !data && !problem && <Skeleton label="Loading page" lines={14} />}
      {data && <Shown key={data.page} collection={collection} view={data} onDecided={reload} />}
    </div>
  )
}

type PageTab = 'text' | 'copy'

/** In the URL, but no step of the history. */
function showTab(tab: PageTab): void {
  const search = new URLSearchParams(location.search)
  if (tab === 'copy') search.set('show', 'copy')
  else search.delete('show')
  history.replaceState(history.state, '', `${location.pathname}${search.size > 0 ? `?${search}` : ''}`)
}

interface ShownProps {
  readonly collection: string
  readonly view: PageView
  readonly onDecided: () => void
}

function Shown({ collection, view, onDecided }: ShownProps) {
  const [search] = useSearchParams()
  const tab: PageTab = search.get('show') === 'copy' ? 'copy' : 'text'
  const [lit, setLit] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const map = useRef<HTMLDivElement>(null)
  const mayWrite = useMayWrite()
  const show = (id: string) => {
    setShown(id)
    setLit(id)
    map.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
  return (
    <>
      <ScreenHead title={view.title.trim() || view.url}>
        <span className="row">
          <bdi>{view.source}</bdi>
          <Days from={view.published} to={view.published} />
          {view.relevant ? <Chip tone="good">kept</Chip> : <Chip tone="warn">not kept</Chip>}
          {view.curated && (
            <Chip tone={view.curated === 'accepted' ? 'good' : 'bad'}>{view.curated} by a curator</Chip>
          )}
          <ExternalLink href={view.url}>View on the web</ExternalLink>
        </span>
      </ScreenHead>
      <div className="page-columns">
        <div className="stack page-main">
          {view.summary && (
            <p className="page-summary" lang={view.language || undefined} dir={directionOf(view.language)}>
              {view.summary}
            </p>
          )}
          <Tabs
            label="Page"
            active={tab}
            onChange={showTab}
            tabs={[
              {
                key: 'text',
                title: 'Text',
                body: () => <PageText view={view} lit={lit} onLight={setLit} onShow={show} />,
              },
              {
                key: 'copy',
                title: 'Archived copy',
                body: () => <ArchivedCopy collection={collection} view={view} />,
              },
            ]}
          />
        </div>
        <div className="stack page-aside">
          <Card title={view.relevant ? 'Why it was kept' : 'Why it was not kept'}>
            <Verdict relevance={view.relevance} threshold={view.threshold} relevant={view.relevant} />
            <Evidence parts={view.evidence} />
            <p className="muted small">
              {view.strategyFrom === 'page' ? 'Strategy' : 'Strategy of the last run'}:{' '}
              {strategyLabel({ ...view.strategy.options, name: view.strategy.name })}
            </p>
          </Card>
          <Card title="Your decision">
            {mayWrite ? (
              <Curate collection={collection} view={view} onDecided={onDecided} />
            ) : (
              <ReadOnlyNotice />
            )}
          </Card>
          <div ref={map}>
            <Card title="Places">
              <PagePlaces places={view.places} lit={lit} shown={shown} onLight={setLit} onShow={show} />
            </Card>
          </div>
          <Card title="How it was found">
            <FoundPath collection={collection} view={view} />
          </Card>
          <Card title="Duplicates">
            <Duplicates collection={collection} view={view} />
          </Card>
          <Card title="Cite">
            <Cite view={view} />
          </Card>
          <Card title="About the page">
            <PageFacts view={view} />
          </Card>
        </div>
      </div>
    </>
  )
}
