import type { StoredSpecification } from '../../../../src/model/crawl-options.ts'
import { changedOptions } from '../../options/changed-options.ts'
import { strategyLabel } from '../../options/strategy-form.ts'
import './crawl.css'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useWriteAccess } from '../../api/write-access.tsx'
import { Chip } from '../../design/chip.tsx'
import { count, share } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { useUnsavedGuard } from '../../shell/guard.ts'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { CrawlControls } from './crawl-controls.tsx'
import { type CrawlLive, STATE_TEXT } from './crawl-state.ts'
import { CrawlSwitcher } from './crawl-switcher.tsx'
import { CurationLog } from './curation-log.tsx'
import { LivePanel } from './live-panel.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { SetupPanel } from './setup-panel.tsx'
import { useCrawl } from './use-crawl.ts'
import { useCuration } from './use-curation.ts'
import { type RunOnce, useSetup } from './use-setup.ts'

/** Without a collection: the overview of all crawls. */
export function CrawlScreen({ collection }: { readonly collection?: string }) {
  if (collection !== undefined) return <OneCrawl key={collection} id={collection} />
  return (
    <>
      <ScreenHead title="Crawls" />
      <CrawlSwitcher />
    </>
  )
}

function OneCrawl({ id }: { readonly id: string }) {
  const { crawl, problem, reload, lost, answered } = useCrawl(id)
  return (
    <div className="stack">
      <CrawlSwitcher current={id} />
      {lost && (
        <div className="notice warn" role="status">
          <strong>Connection to the server lost.</strong>
          <span>This is the last known state. Reconnecting; the crawl itself is not affected.</span>
        </div>
      )}
      {crawl && <CrawlDetails crawl={crawl} onAnswer={answered} />}
      {!crawl && problem && (
        <>
          <ScreenHead title="Crawl" />
          <Problem problem={problem} onRetry={reload} />
        </>
      )}
      {!crawl && !problem && <Skeleton lines={8} />}
    </div>
  )
}

const TABS = ['live', 'settings', 'schedule', 'decisions'] as const
type Tab = (typeof TABS)[number]

/** In the URL, but no step of the history; nothing typed is lost by it, so no confirmation is needed. */
const show = (tab: Tab) => history.replaceState(history.state, '', `?tab=${tab}`)

interface CrawlDetailsProps {
  readonly crawl: CrawlLive
  readonly onAnswer: ReturnType<typeof useCrawl>['answered']
}

function CrawlDetails({ crawl, onAnswer }: CrawlDetailsProps) {
  const [search] = useSearchParams()
  const requestedTab = search.get('tab')
  const tab = TABS.find((known) => known === requestedTab) ?? (crawl.state === 'new' ? 'settings' : 'live')
  const setup = useSetup(crawl, onAnswer)
  useUnsavedGuard(setup.dirty || setup.seedText !== '')
  const curation = useCuration(crawl.collection)
  const start = {
    // Invalid input is shown, not sent.
    run: (once?: RunOnce) => {
      show(setup.fits ? 'live' : 'settings')
      if (setup.fits) setup.start(once)
    },
    busy: setup.starting,
    problem: setup.startProblem,
  }
  const { reload } = useWriteAccess()
  const stateBefore = useRef(crawl.state)
  useEffect(() => {
    if (stateBefore.current === crawl.state) return
    stateBefore.current = crawl.state
    // A crawl may have begun or ended in another process.
    reload()
  }, [crawl.state, reload])
  const words = STATE_TEXT[crawl.state]
  return (
    <>
      <ScreenHead
        title={`Crawl of ${crawl.name}`}
        actions={<CrawlControls crawl={crawl} onAnswer={onAnswer} start={start} />}
      >
        <Chip tone={words.tone}>{words.name}</Chip> {crawl.ended}
        <SettingsLine settings={crawl.settings} strategy={setup.fallback.name} />
      </ScreenHead>
      <ReadOnlyNotice />
      {crawl.problem && (
        <div className="notice bad">
          <strong>The crawl failed.</strong>
          <p className="crawl-problem">{crawl.problem}</p>
          <span>Stored pages are safe. Fix the cause, then start again.</span>
        </div>
      )}
      <CrawlFigures crawl={crawl} />
      <Tabs
        label="Crawl"
        active={tab}
        onChange={show}
        tabs={[
          { key: 'live', title: 'Live', body: () => <LivePanel crawl={crawl} curation={curation} /> },
          {
            key: 'settings',
            title: 'Settings and seeds',
            body: () => <SetupPanel crawl={crawl} setup={setup} onStart={start.run} />,
          },
          { key: 'schedule', title: 'Schedule', body: () => <SchedulePanel collection={crawl.collection} /> },
          {
            key: 'decisions',
            title: 'Decisions',
            body: () => <CurationLog collection={crawl.collection} curation={curation} />,
          },
        ]}
      />
    </>
  )
}

interface SettingsLineProps {
  readonly settings: StoredSpecification
  /** The strategy in use unless the settings name one. */
  readonly strategy: string
}

/** The strategy, and every option that differs from its default. */
function SettingsLine({ settings, strategy }: SettingsLineProps) {
  const parts = [strategyLabel(settings.strategy ?? strategy), ...changedOptions(settings)]
  return <p className="small crawl-settings-line">{parts.filter(Boolean).join(' · ')}</p>
}

const speeds = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The totals, in columns of equal width, so that nothing moves when they grow. */
function CrawlFigures({ crawl }: { readonly crawl: CrawlLive }) {
  const figures: readonly (readonly [string, string])[] = [
    ['Fetched', count(crawl.fetched)],
    ['Kept', count(crawl.kept)],
    ['Copies', count(crawl.copies)],
    ['Harvest', share(crawl.harvest)],
    ['Pages per second', speeds.format(crawl.pagesPerSecond)],
    ['Queued links', count(crawl.queued)],
    ['Failed', count(crawl.failed)],
  ]
  return (
    <dl className="figures crawl-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
