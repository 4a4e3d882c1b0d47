import type { Reply } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Moment } from '../../design/dates.tsx'
import { count, plural, share } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'
import { Problem } from '../../design/states.tsx'

export type LabRun = Reply<'GET /api/lab'>['runs'][number]

const TONES: Partial<Record<LabRun['state'], Tone>> = { done: 'good', running: 'accent', failed: 'bad' }

interface LabRunsProps {
  readonly runs: readonly LabRun[]
  readonly running: string | null
  readonly shown: string | null
  readonly mayWrite: boolean
  readonly onShow: (run: string) => void
  readonly onChanged: () => void
}

/** Comparisons, the newest first. */
export function LabRuns({ runs, running, shown, mayWrite, onShow, onChanged }: LabRunsProps) {
  const stopping = useAction('POST /api/lab/:run/stop')
  const resuming = useAction('POST /api/lab/:run/resume')
  const problem = stopping.problem ?? resuming.problem
  const stop = async (run: string) => {
    if (await stopping.run({ params: { run } })) onChanged()
  }
  const resume = async (run: string) => {
    if (await resuming.run({ params: { run } })) onChanged()
  }
  return (
    <Card title="Comparisons">
      {problem && <Problem problem={problem} />}
      <ul className="lab-runs">
        {runs.map((run) => (
          <li key={run.id}>
            <div className="row apart">
              <span className="row">
                <Chip tone={TONES[run.state]}>{run.state}</Chip>
                <Moment at={run.startedAt} />
              </span>
              <span className="row">
                {run.report && (
                  <Button aria-pressed={run.id === shown} onClick={() => onShow(run.id)}>
                    Report
                  </Button>
                )}
                {mayWrite && run.state === 'running' && (
                  <Button look="danger" icon="stop" busy={stopping.busy} onClick={() => void stop(run.id)}>
                    Stop
                  </Button>
                )}
                {mayWrite && canResume(run) && running === null && (
                  <Button icon="play" busy={resuming.busy} onClick={() => void resume(run.id)}>
                    Resume
                  </Button>
                )}
              </span>
            </div>
            <p className="muted small">
              {run.strategies.join(', ')}; {plural(run.pages, 'page')} of about {count(run.webPages)},{' '}
              {plural(run.randomSeeds, 'random seed')}; {count(run.finished)} of {plural(run.all, 'crawl')}{' '}
              finished
            </p>
            {run.state === 'running' && (
              <Meter value={run.progress} label="Progress of the comparison" text={share(run.progress)} />
            )}
            {run.problem && <p className="notice bad">{run.problem}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const canResume = (run: LabRun): boolean =>
  (run.state === 'stopped' || run.state === 'failed') && run.finished < run.all
