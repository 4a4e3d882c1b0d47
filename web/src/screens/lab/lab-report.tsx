import { routeUrl } from '../../api/client.ts'
import { Card } from '../../design/card.tsx'
import { momentText } from '../../design/format.ts'
import type { LabRun } from './lab-runs.tsx'

/** The report in a sandboxed frame, whose script cannot reach the application. */
export function LabReport({ run }: { readonly run: LabRun }) {
  const page = routeUrl('GET /api/lab/:run/report.html', { params: { run: run.id } })
  const json = routeUrl('GET /api/lab/:run/report.json', { params: { run: run.id } })
  return (
    <Card
      title="Report"
      aside={
        <span className="row">
          <a href={page} target="_blank" rel="noopener noreferrer">
            Open in a new tab
          </a>
          <a href={json} download={`${run.id}.json`}>
            JSON
          </a>
        </span>
      }
    >
      <iframe
        // A stopped or continued run has another report under the same name.
        key={`${run.id} ${run.finished}`}
        className="lab-report"
        title={`Report of the comparison of ${momentText(run.startedAt)}`}
        src={page}
        sandbox="allow-scripts"
      />
    </Card>
  )
}
