import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Ago } from '../../design/dates.tsx'
import { Field } from '../../design/field.tsx'
import { Problem } from '../../design/states.tsx'
import { type Decision, useCuration } from '../crawl/use-curation.ts'
import type { PageView } from './page-text.tsx'

interface Props {
  readonly collection: string
  readonly view: PageView
  readonly onDecided: () => void
}

const OUTCOMES = { accepted: 'Accepted', rejected: 'Rejected', none: 'Decision undone' } as const

/** A curator's decision on the page: it overrides the verdict, teaches the model, and is recorded. */
export function Curate({ collection, view, onDecided }: Props) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const { entries, problem, decidePage } = useCuration(collection)
  const last = entries?.find((entry) => entry.page === view.page)
  const decide = async (decision: Decision) => {
    setBusy(true)
    const done = await decidePage(view.page, view.title || view.url, decision, reason.trim() || undefined)
    setBusy(false)
    if (!done) return
    setReason('')
    onDecided()
  }
  return (
    <div className="stack tight">
      {last && (
        <p className="small">
          {OUTCOMES[last.decision ?? 'none']} <Ago at={last.at} />
          {last.reason && (
            <>
              : <q dir="auto">{last.reason}</q>
            </>
          )}
        </p>
      )}
      <Field label="Reason" hint="Recorded with the decision.">
        {(control) => (
          <input
            {...control}
            className="input"
            dir="auto"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button
          icon="check"
          busy={busy}
          aria-pressed={view.curated === 'accepted'}
          onClick={() => void decide('accepted')}
        >
          Accept
        </Button>
        <Button
          icon="close"
          busy={busy}
          aria-pressed={view.curated === 'rejected'}
          onClick={() => void decide('rejected')}
        >
          Reject
        </Button>
        {view.curated !== null && (
          <Button look="quiet" busy={busy} onClick={() => void decide(null)}>
            Undo decision
          </Button>
        )}
      </div>
      {problem && <Problem problem={problem} />}
    </div>
  )
}
