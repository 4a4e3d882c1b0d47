import { useState } from 'react'
import { CRAWL_OPTIONS } from '../../../../src/model/crawl-options.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { useAction } from '../../api/use-action.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { type CrawlLive, type CrawlStatus, isActive } from './crawl-state.ts'
import type { RunOnce } from './use-setup.ts'

interface ControlsProps {
  readonly crawl: CrawlLive
  readonly onAnswer: (status: CrawlStatus | undefined) => void
  /** Starts with the settings and seeds as they are typed. */
  readonly start: {
    readonly run: (once?: RunOnce) => void
    readonly busy: boolean
    readonly problem: ApiProblem | null
  }
}

/** With its page budget used up, a crawl needs more pages to continue. */
const isUsedUp = ({ fetched, settings }: CrawlLive): boolean =>
  fetched > 0 && fetched >= (settings.pages ?? CRAWL_OPTIONS.pages.default)

/** Start, pause, resume, stop: only what makes sense now. */
export function CrawlControls({ crawl, onAnswer, start }: ControlsProps) {
  const mayWrite = useMayWrite()
  const pause = useAction('POST /api/collections/:id/crawl/pause')
  const resume = useAction('POST /api/collections/:id/crawl/resume')
  const stop = useAction('POST /api/collections/:id/crawl/stop')
  const [asking, setAsking] = useState(false)
  const [moreText, setMoreText] = useState('500')
  if (!mayWrite) return null
  const { state } = crawl
  const params = { id: crawl.collection }
  const on = (action: typeof pause | typeof resume | typeof stop) =>
    void action.run({ params }).then(onAnswer)
  const more = isUsedUp(crawl) && Number(moreText) > 0 ? { morePages: Number(moreText) } : {}
  const problem = start.problem ?? pause.problem ?? resume.problem ?? stop.problem
  return (
    <div className="stack tight">
      <div className="row crawl-controls">
        {!isActive(state) && isUsedUp(crawl) && (
          <label className="row more-pages">
            More pages
            <input
              className="input"
              inputMode="numeric"
              value={moreText}
              onChange={(event) => setMoreText(event.target.value.replace(/\D/g, '').slice(0, 8))}
            />
          </label>
        )}
        {!isActive(state) && (
          <Button look="primary" icon="play" busy={start.busy} onClick={() => start.run(more)}>
            {crawl.fetched > 0 ? 'Continue' : 'Start'}
          </Button>
        )}
        {!isActive(state) && crawl.failed > 0 && (
          <Button icon="play" busy={start.busy} onClick={() => start.run({ ...more, retryFailed: ['all'] })}>
            Retry {plural(crawl.failed, 'failed page')}
          </Button>
        )}
        {(state === 'running' || state === 'starting') && (
          <Button icon="pause" busy={pause.busy || state === 'starting'} onClick={() => on(pause)}>
            Pause
          </Button>
        )}
        {(state === 'paused' || state === 'pausing') && (
          <Button look="primary" icon="play" busy={resume.busy} onClick={() => on(resume)}>
            Resume
          </Button>
        )}
        {isActive(state) && (
          <Button look="danger" icon="stop" busy={state === 'stopping'} onClick={() => setAsking(true)}>
            {state === 'stopping' ? 'Stopping' : 'Stop'}
          </Button>
        )}
      </div>
      {problem && <Problem problem={problem} />}
      <Dialog title="Stop this crawl?" open={asking} onClose={() => setAsking(false)}>
        <p>
          Pages in progress are finished and stored, then the crawl of {crawl.name} ends. Nothing is lost; you
          can continue it later.
        </p>
        <div className="row">
          <Button
            look="danger"
            icon="stop"
            onClick={() => {
              setAsking(false)
              on(stop)
            }}
          >
            Stop crawl
          </Button>
          <Button onClick={() => setAsking(false)}>Keep running</Button>
        </div>
      </Dialog>
    </div>
  )
}
