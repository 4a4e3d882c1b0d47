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
import type { Desk } from './use-desk.ts'

const KINDS: Record<PastedKind, string> = {
  url: 'Read as an address: the page is fetched.',
  html: 'Read as the HTML of a page.',
  text: 'Read as plain text.',
}

/** How the event on the desk judges a page: nothing is stored. */
export function JudgePage({ desk }: { readonly desk: Desk }) {
  const [pasted, setPasted] = useState('')
  const [date, setDate] = useState('')
  const judging = useAction('POST /api/events/judge')
  const [judged, setJudged] = useState<Reply<'POST /api/events/judge'> | null>(null)
  const kind = kindOf(pasted)
  const judge = async () => {
    const result = await judging.run({ body: { event: desk.body, page: pageOf(pasted, date) } })
    if (result) setJudged(result)
  }
  return (
    <div className="stack">
      <Field
        label="A page to judge"
        hint={kind ? KINDS[kind] : 'Paste an address, the text of a page, or its HTML.'}
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
        <Field label="Published on" hint="if it is known">
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
          disabled={!kind || !desk.read}
          onClick={() => void judge()}
        >
          {judging.busy ? 'Judging' : 'Judge it'}
        </Button>
        {!desk.read && <span className="muted small">The event must be readable first.</span>}
      </div>
      {judging.problem && <Problem problem={judging.problem} />}
      <div aria-live="polite">{judged && <Judged judged={judged} />}</div>
    </div>
  )
}

function Judged({ judged }: { readonly judged: Reply<'POST /api/events/judge'> }) {
  return (
    <div className="stack">
      <h3>{judged.title || 'Without a title'}</h3>
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
