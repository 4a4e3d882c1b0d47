import { useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Day } from '../../design/dates.tsx'
import { Evidence, Verdict } from '../../design/evidence.tsx'
import { Field } from '../../design/field.tsx'
import { languageText } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { kindOf, type PastedKind, pageOf } from './pasted-page.ts'
import type { EventEditor } from './use-event-editor.ts'

const KINDS: Record<PastedKind, string> = {
  url: 'Treated as a URL: the page is fetched.',
  html: 'Treated as HTML.',
  text: 'Treated as plain text.',
}

/** How the edited event judges a page; nothing is stored. */
export function JudgePage({ editor }: { readonly editor: EventEditor }) {
  const [pasted, setPasted] = useState('')
  const [date, setDate] = useState('')
  const judging = useAction('POST /api/events/judge')
  const [judged, setJudged] = useState<Reply<'POST /api/events/judge'> | null>(null)
  const kind = kindOf(pasted)
  const judge = async () => {
    const result = await judging.run({ body: { event: editor.body, page: pageOf(pasted, date) } })
    if (result) setJudged(result)
  }
  return (
    <div className="stack">
      <Field
        label="Page to judge"
        hint={kind ? KINDS[kind] : 'Paste a URL, the text of a page, or its HTML.'}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={6}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
        )}
      </Field>
      {kind === 'text' && (
        <Field label="Published on" hint="Optional.">
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="row">
        <Button
          look="primary"
          busy={judging.busy}
          disabled={!kind || !editor.read}
          onClick={() => void judge()}
        >
          {judging.busy ? 'Judging' : 'Judge page'}
        </Button>
        {!editor.read && <span className="muted small">Fix the errors in the event first.</span>}
      </div>
      {judging.problem && <Problem problem={judging.problem} />}
      <div aria-live="polite">{judged && <Judged judged={judged} />}</div>
    </div>
  )
}

function Judged({ judged }: { readonly judged: Reply<'POST /api/events/judge'> }) {
  return (
    <div className="stack">
      <h3>{judged.title || 'Untitled'}</h3>
      <Verdict {...judged} />
      <Evidence parts={judged.evidence} />
      <p className="muted small">
        {languageText(judged.language)}
        {judged.published && (
          <>
            {', published '}
            <Day day={judged.published} />
          </>
        )}
      </p>
      {judged.places.length > 0 && (
        <div className="row">
          <span className="small">Places:</span>
          {judged.places.slice(0, 12).map((place) => (
            <Chip key={place.id}>
              {place.name} {place.count > 1 && `× ${place.count}`}
            </Chip>
          ))}
        </div>
      )}
      {judged.who.length > 0 && (
        <div className="row">
          <span className="small">Names:</span>
          {judged.who.slice(0, 12).map((who) => (
            <Chip key={`${who.kind} ${who.name}`}>{who.name}</Chip>
          ))}
        </div>
      )}
      {judged.summary && <p className="judged-summary">{judged.summary}</p>}
    </div>
  )
}
