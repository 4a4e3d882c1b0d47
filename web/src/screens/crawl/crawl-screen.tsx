import './crawl.css'
import { useSearchParams } from 'wouter'
import { Chip } from '../../design/chip.tsx'
import { Problem, Skeleton } from '../../design/states.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { useUnsavedGuard } from '../../shell/guard.ts'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { CrawlControls } from './crawl-controls.tsx'
import { CrawlFigures } from './crawl-figures.tsx'
import { type CrawlLive, STATE_WORDS } from './crawl-state.ts'
import { CrawlSwitcher } from './crawl-switcher.tsx'
import { CurationLog } from './curation-log.tsx'
import { LivePanel } from './live-panel.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { SetupPanel } from './setup-panel.tsx'
import { useCrawl } from './use-crawl.ts'
import { useCuration } from './use-curation.ts'
import { useSetup } from './use-setup.ts'

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
          <strong>The connection to the server is lost.</strong>
          <span>What you see is the last that came. It is being tried again; the crawl itself goes on.</span>
        </div>
      )}
      {crawl && <CrawlDesk crawl={crawl} onAnswer={answered} />}
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

/** In the address, but no step of the history; nothing typed is lost by it, so nothing is asked. */
const show = (tab: Tab) => history.replaceState(history.state, '', `?tab=${tab}`)

interface CrawlDeskProps {
  readonly crawl: CrawlLive
  readonly onAnswer: ReturnType<typeof useCrawl>['answered']
}

function CrawlDesk({ crawl, onAnswer }: CrawlDeskProps) {
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const tab = TABS.find((known) => known === asked) ?? (crawl.state === 'new' ? 'settings' : 'live')
  const setup = useSetup(crawl, onAnswer)
  useUnsavedGuard(setup.dirty || setup.seedText !== '')
  const curation = useCuration(crawl.collection)
  const start = {
    // What is typed wrong is shown rather than sent.
    run: (morePages?: number) => {
      show(setup.fits ? 'live' : 'settings')
      if (setup.fits) setup.start(morePages)
    },
    busy: setup.starting,
    problem: setup.startProblem,
  }
  const words = STATE_WORDS[crawl.state]
  return (
    <>
      <ScreenHead
        title={`Crawl of ${crawl.name}`}
        actions={<CrawlControls crawl={crawl} onAnswer={onAnswer} start={start} />}
      >
        <Chip tone={words.tone}>{words.name}</Chip> {crawl.ended}
      </ScreenHead>
      {crawl.problem && (
        <div className="notice bad">
          <strong>The crawl failed.</strong>
          <p className="said">{crawl.problem}</p>
          <span>What was stored is safe. Mend the cause, then start again.</span>
        </div>
      )}
      <CrawlFigures crawl={crawl} />
      <Tabs
        label="About this crawl"
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
