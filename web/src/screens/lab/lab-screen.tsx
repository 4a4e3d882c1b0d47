import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { LabForm } from './lab-form.tsx'
import { LabReport } from './lab-report.tsx'
import { LabRuns } from './lab-runs.tsx'
import './lab.css'

/** Polling interval while a comparison runs. */
const POLL_MS = 1_500

/** Compares strategies on the example web: nothing is fetched from the network. */
export function LabScreen() {
  const mayWrite = useMayWrite()
  const { data, problem, reload } = useCall('GET /api/lab', {})
  const [chosen, setChosen] = useState<string | null>(null)
  // After the first comparison, the reports are shown first.
  const [formOpen, setFormOpen] = useState<boolean | null>(null)
  const announce = useAnnounce()
  const runs = data?.runs
  const running = runs?.find((run) => run.state === 'running')?.id ?? null
  useEffect(() => {
    // After each reply, not on a timer: a slow server is not polled again before it has replied.
    if (!runs?.some((run) => run.state === 'running')) return
    const timer = setTimeout(reload, POLL_MS)
    return () => clearTimeout(timer)
  }, [runs, reload])
  const before = useRef(running)
  useEffect(() => {
    if (before.current !== null && running === null) announce('Comparison finished.')
    before.current = running
  }, [running, announce])
  const shown =
    runs?.find((run) => run.id === chosen && run.report) ?? runs?.find((run) => run.report && !chosen)
  const forming = formOpen ?? runs?.length === 0
  return (
    <>
      <ScreenHead
        title="Lab"
        actions={
          mayWrite &&
          data &&
          !forming && (
            <Button look="primary" icon="add" onClick={() => setFormOpen(true)}>
              New comparison
            </Button>
          )
        }
      >
        Compare strategies on a synthetic web with known relevance
      </ScreenHead>
      <ReadOnlyNotice />
      {problem && <Problem problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton lines={6} />}
      {data && (
        <div className="stack">
          {mayWrite && forming && (
            <LabForm
              running={running !== null}
              onStarted={(id) => {
                setChosen(id)
                setFormOpen(false)
                // The form disappears; keep the focus on the screen.
                document.getElementById('screen')?.focus()
                reload()
              }}
            />
          )}
          {runs?.length === 0 && (
            <Empty title="No comparisons yet">
              <p>
                {mayWrite
                  ? 'Choose strategies above and run them. All use the same web, seeds and budget.'
                  : 'No comparison has been run on this server.'}
              </p>
            </Empty>
          )}
          {runs && runs.length > 0 && (
            <LabRuns
              {...{ runs, running }}
              shown={shown?.id ?? null}
              mayWrite={mayWrite}
              onShow={setChosen}
              onChanged={reload}
            />
          )}
          {shown && <LabReport run={shown} />}
        </div>
      )}
    </>
  )
}
