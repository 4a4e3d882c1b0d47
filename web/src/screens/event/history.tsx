import { Button } from '../../design/button.tsx'
import { Moment } from '../../design/dates.tsx'
import { Empty } from '../../design/states.tsx'
import type { Desk } from './use-desk.ts'

interface HistoryProps {
  readonly versions: readonly { readonly savedAt: string; readonly yaml: string }[]
  readonly desk: Desk
  readonly disabled: boolean
}

/** Versions that were replaced; each can be put back on the desk. */
export function History({ versions, desk, disabled }: HistoryProps) {
  if (versions.length === 0) {
    return (
      <Empty title="No earlier version">
        <p>Whenever the event is saved, the version before is kept and shown here.</p>
      </Empty>
    )
  }
  return (
    <ul className="stack">
      {versions.map((version) => (
        <li key={version.savedAt} className="stack tight">
          <div className="row apart">
            <span>
              Replaced <Moment at={version.savedAt} />
            </span>
            {!disabled && (
              <Button onClick={() => desk.writeYaml(version.yaml)}>Put it back on the desk</Button>
            )}
          </div>
          <details>
            <summary>Look at it</summary>
            <pre className="version" tabIndex={0}>
              {version.yaml}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  )
}
