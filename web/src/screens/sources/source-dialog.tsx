import { useState } from 'react'
import { Link } from 'wouter'
import { useMayWrite } from '../../api/write-access.tsx'
import { Button } from '../../design/button.tsx'
import { Days } from '../../design/dates.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { count, momentText, plural, score, share } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { describeError } from '../crawl/describe-error.ts'
import type { Curation, Decision } from '../crawl/use-curation.ts'
import type { Source } from './source-columns.ts'
import { DecisionChip } from './source-text.tsx'

interface SourceDialogProps {
  readonly collection: string
  readonly source: Source | undefined
  readonly curation: Curation
  readonly onClose: () => void
  readonly onDecided: () => void
}

/** Everything about one source, and what a curator can decide about it. */
export function SourceDialog({ collection, source, curation, onClose, onDecided }: SourceDialogProps) {
  const mayWrite = useMayWrite()
  return (
    <Dialog title={source?.source ?? 'Source'} open={source !== undefined} onClose={onClose} wide>
      {source && (
        <div className="stack" key={source.source}>
          <SourceFacts source={source} />
          <SourceErrors source={source} />
          <p>
            <Link
              href={`/library?in=${encodeURIComponent(collection)}&site=${encodeURIComponent(source.source)}&verdict=all`}
            >
              Pages in the library
            </Link>
          </p>
          {mayWrite ? (
            <SourceDecision source={source} curation={curation} onDecided={onDecided} />
          ) : (
            <ReadOnlyNotice />
          )}
        </div>
      )}
    </Dialog>
  )
}

function SourceFacts({ source }: { readonly source: Source }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Hosts', count(source.hosts)],
    ['Fetched', count(source.fetched)],
    ['Kept', count(source.kept)],
    ['Copies', count(source.copies)],
    ['Yield', source.fetched === 0 ? 'nothing fetched yet' : share(source.yield)],
    ['Importance', score(source.importance)],
    ['Queued links', count(source.queued)],
    ['Failed', count(source.failed)],
    ['Excluded', count(source.excluded)],
    ['Delay', source.delayMs === null ? 'not requested yet' : `${count(source.delayMs)} ms`],
    ['Consecutive overload responses', count(source.failures)],
    ['Next request', source.restingUntil === null ? 'any time' : momentText(source.restingUntil)],
  ]
  return (
    <>
      <div className="row">
        <DecisionChip decision={source.curated} />
        <span className="muted">
          Kept pages from <Days from={source.firstPublished} to={source.lastPublished} />
        </span>
      </div>
      <dl className="source-facts figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function SourceErrors({ source }: { readonly source: Source }) {
  if (source.errors.length === 0) return <p className="muted">No failures or exclusions.</p>
  return (
    <ul className="source-errors">
      {source.errors.map(({ code, count: times }) => (
        <li key={code}>
          <span className="figures times">{count(times)}</span>
          <span>
            <code>{code}</code> {describeError(code).meaning}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface SourceDecisionProps {
  readonly source: Source
  readonly curation: Curation
  readonly onDecided: () => void
}

function SourceDecision({ source, curation, onDecided }: SourceDecisionProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const decide = async (decision: Decision) => {
    setBusy(true)
    const done = await curation.decideSource(source.source, decision, reason.trim())
    setBusy(false)
    if (done) onDecided()
  }
  return (
    <form className="stack tight source-decision" onSubmit={(event) => event.preventDefault()}>
      <Field label="Reason" hint="Recorded with the decision.">
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <ul className="small muted what-follows">
        <li>
          Accept: its {plural(source.queued, 'queued link')} move up in the queue, and its page limit is
          lifted.
        </li>
        <li>
          Reject: its queued links are removed, new ones are not followed, and its pages are no longer kept,
          except those accepted individually. The crawler learns from it. Nothing in the archive is deleted,
          and you can undo the decision.
        </li>
      </ul>
      {curation.problem && <Problem problem={curation.problem} />}
      <div className="row">
        {source.curated !== 'accepted' && (
          <Button icon="check" busy={busy} onClick={() => void decide('accepted')}>
            Accept source
          </Button>
        )}
        {source.curated !== 'rejected' && (
          <Button look="danger" icon="close" busy={busy} onClick={() => void decide('rejected')}>
            Reject source
          </Button>
        )}
        {source.curated !== null && (
          <Button busy={busy} onClick={() => void decide(null)}>
            Undo decision
          </Button>
        )}
      </div>
    </form>
  )
}
