import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { dayText } from '../design/format.ts'
import { type DayRange, daysOf, dragged, type Grip, nudged, type Span } from './brush.ts'

interface Props {
  readonly buckets: readonly DayRange[]
  readonly span: Span | null
  /** `adjust` for the steps of a keyboard: they replace one another in the history. */
  readonly onBrush: (range: DayRange | null, how: 'new' | 'adjust') => void
  readonly onHover: (index: number | null) => void
}

const percent = (part: number, n: number) => `${(part / n) * 100}%`

interface Drag {
  readonly grip: Grip
  readonly start: number
  readonly before: Span | null
}

/** The part of a timeline that is dragged over: mouse, finger or keyboard. Two sliders represent the ends. */
export function TimelineBrush({ buckets, span, onBrush, onHover }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [draft, setDraft] = useState<Span | null>(null)
  const n = buckets.length
  const shown = draft ?? span
  const indexAt = (x: number) => {
    const { left, width } = field.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(n - 1, Math.max(0, Math.floor(((x - left) / width) * n)))
  }
  const begin = (event: PointerEvent, grip?: 'first' | 'last') => {
    if (event.button !== 0) return
    event.stopPropagation()
    field.current?.setPointerCapture(event.pointerId)
    const start = indexAt(event.clientX)
    const inside =
      span !== null && start >= span.first && start <= span.last && span.last - span.first < n - 1
    // Without a span the ends are at the edges, where a new one is started.
    const chosen: Drag = { grip: (span && grip) || (inside ? 'move' : 'draw'), start, before: span }
    setDrag(chosen)
    setDraft(dragged(chosen.grip, span, start, start, n))
  }
  const move = (event: PointerEvent) => {
    const at = indexAt(event.clientX)
    onHover(at)
    if (drag) setDraft(dragged(drag.grip, drag.before, drag.start, at, n))
  }
  const end = (event: PointerEvent) => {
    if (!drag || !draft) return
    const at = indexAt(event.clientX)
    // A press without a drag inside of what is picked picks that bucket.
    const picked = drag.grip === 'move' && at === drag.start ? { first: at, last: at } : draft
    give()
    onBrush(daysOf(buckets, picked), 'new')
  }
  const give = () => {
    setDrag(null)
    setDraft(null)
  }
  const press = (event: KeyboardEvent, which: 'first' | 'last') => {
    if (event.key === 'Escape' && span) {
      event.preventDefault()
      onBrush(null, 'new')
      return
    }
    const next = nudged(span, which, event.key, n)
    if (!next) return
    event.preventDefault()
    onBrush(daysOf(buckets, next), 'adjust')
  }
  const at = shown ?? { first: 0, last: n - 1 }
  const ends = [
    { which: 'first', label: 'First day', left: at.first, value: at.first, text: buckets[at.first]?.from },
    { which: 'last', label: 'Last day', left: at.last + 1, value: at.last, text: buckets[at.last]?.to },
  ] as const
  return (
    <div
      ref={field}
      className="brush"
      data-picked={shown !== null}
      onPointerDown={(event) => begin(event)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={give}
      onPointerLeave={() => onHover(null)}
    >
      {shown && (
        <div
          className="brush-span"
          style={{ left: percent(shown.first, n), width: percent(shown.last - shown.first + 1, n) }}
        />
      )}
      {ends.map(({ which, label, left, value, text }) => (
        <div
          key={which}
          className="brush-end"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={n - 1}
          aria-valuenow={value}
          aria-valuetext={dayText(text ?? '')}
          style={{ left: percent(left, n) }}
          onPointerDown={(event) => begin(event, which)}
          onKeyDown={(event) => press(event, which)}
        />
      ))}
    </div>
  )
}
