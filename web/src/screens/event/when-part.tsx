import { useMemo, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { dayText } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Problem, Skeleton } from '../../design/states.tsx'
import type { Interest, Missing } from './draft.ts'
import { FileDrop } from './file-drop.tsx'
import { InterestCurve } from './interest-curve.tsx'
import type { EventEditor } from './use-event-editor.ts'
import { useMovedStart } from './use-moved-start.ts'

/** The server's limit. */
const MAX_BYTES = 20_000_000

interface WhenPartProps {
  readonly editor: EventEditor
  readonly missing: Missing
  readonly disabled: boolean
}

type Curve = Reply<'POST /api/events/interest'>

/** When it happened: the dates, and the public interest over time. */
export function WhenPart({ editor, missing, disabled }: WhenPartProps) {
  const { draft, change } = editor
  const reading = useAction('POST /api/events/interest')
  const announce = useAnnounce()
  const [csv, setCsv] = useState('')
  const [curve, setCurve] = useState<Curve | null>(null)
  const stored = useMemo(() => pointsOf(draft.interest), [draft.interest])
  const read = async (text: string, column?: string) => {
    const found = await reading.run({ body: { csv: text, ...(column && { column }) } })
    if (!found) return
    setCsv(text)
    setCurve(found)
    change({ interest: found.interest, ...(found.start && { start: found.start }) })
    announce(
      found.start ? `The event starts on ${dayText(found.start)}.` : 'No start was detected in the curve.',
    )
  }
  const moved = useMovedStart(csv, curve, change)
  const points = curve?.points ?? stored
  return (
    <Card title="When">
      <div className="row days">
        <Field label="Start" error={missing.when}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              value={draft.start}
              disabled={disabled}
              onChange={(event) => moved(event.target.value)}
            />
          )}
        </Field>
        <Field label="End" hint="Leave empty if ongoing.">
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              value={draft.end}
              disabled={disabled}
              onChange={(event) => change({ end: event.target.value })}
            />
          )}
        </Field>
      </div>
      {!disabled && (
        <FileDrop
          label="Drop a Trends CSV here, or choose a file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          maxBytes={MAX_BYTES}
          onText={(text) => void read(text)}
        >
          An export from Google Trends, or any table of dates and page views. The start of the event is
          detected in it.
        </FileDrop>
      )}
      {reading.busy && <Skeleton lines={3} label="Reading the curve" />}
      {reading.problem && <Problem problem={reading.problem} />}
      {curve && curve.columns.length > 1 && (
        <Select
          label="Series"
          value={curve.column}
          options={curve.columns.map((column) => ({ value: column, label: column }))}
          onChange={(column) => void read(csv, column)}
        />
      )}
      {points.length > 1 && (
        <InterestCurve
          points={points}
          start={draft.start}
          found={curve?.start ?? null}
          onStart={moved}
          disabled={disabled}
        />
      )}
      {curve && <Found curve={curve} start={draft.start} onBack={moved} />}
      {draft.interest.length > 0 && !disabled && (
        <Button
          look="quiet"
          onClick={() => {
            setCurve(null)
            change({ interest: [] })
          }}
        >
          Remove curve
        </Button>
      )}
    </Card>
  )
}

interface FoundProps {
  readonly curve: Curve
  readonly start: string
  readonly onBack: (day: string) => void
}

function Found({ curve, start, onBack }: FoundProps) {
  const found = curve.start
  if (found === null)
    return <p className="muted small">This series shows no interest. Set the start manually.</p>
  return (
    <div className="row">
      <span className="muted small">
        Detected start: {dayText(found)}
        {curve.rule && ` (${curve.rule})`}
      </span>
      {found !== start && (
        <Button look="quiet" onClick={() => onBack(found)}>
          Use detected start
        </Button>
      )}
    </div>
  )
}

/** Spans of interest as a curve of steps. */
function pointsOf(interest: Interest) {
  return interest.flatMap(({ from, to, value }) =>
    from === to
      ? [{ day: from, value }]
      : [
          { day: from, value },
          { day: to, value },
        ],
  )
}
