import { type ReactNode, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { count } from '../../design/format.ts'
import { addNames, type Weighted } from './draft.ts'

/** Rows drawn at first; some events have thousands. */
const DRAWN = 40

interface WeightedListProps {
  /** What the list holds, in the singular: "word". */
  readonly noun: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly list: readonly Weighted[]
  readonly onChange: (list: readonly Weighted[]) => void
  readonly disabled: boolean
  /** What a name was understood as. */
  readonly note?: (name: string) => ReactNode
  /** False when names come from elsewhere: there is no box to type them into. */
  readonly typing?: boolean
  /** The number of a row, as on a map beside. */
  readonly numberOf?: (name: string) => number | undefined
}

/** Names with weights: added by typing, weighted with a slider or a number, removed. */
export function WeightedList(props: WeightedListProps) {
  const { noun, hint, error, list, onChange, disabled, note, typing = true, numberOf } = props
  const [typed, setTyped] = useState('')
  const [drawn, setDrawn] = useState(DRAWN)
  const rows = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const add = () => {
    onChange(addNames(list, typed))
    setTyped('')
  }
  const remove = (index: number) => {
    onChange(list.filter((_, at) => at !== index))
    // Keeps the focus on the screen when its row is removed.
    const next = rows.current?.querySelectorAll<HTMLElement>('.weighted-name')[index + 1]
    if (next) next.closest('li')?.querySelector<HTMLElement>('input')?.focus()
    else box.current?.focus()
  }
  return (
    <div className="stack tight">
      {typing && !disabled && (
        <Field label={`Add a ${noun}`} hint={hint} error={error}>
          {(control) => (
            <span className="row nowrap">
              <input
                {...control}
                ref={box}
                className="input"
                value={typed}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  add()
                }}
              />
              <Button onClick={add} disabled={typed.trim() === ''}>
                Add
              </Button>
            </span>
          )}
        </Field>
      )}
      {list.length > 0 && (
        <ul className="weighted" ref={rows} aria-label={`${noun}s and weights`}>
          {list.slice(0, drawn).map((one, index) => (
            <WeightedRow
              key={one.name}
              {...{ one, disabled, noun }}
              number={numberOf?.(one.name)}
              note={note?.(one.name)}
              onWeight={(weight) =>
                onChange(list.map((other, at) => (at === index ? { ...other, weight } : other)))
              }
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      {list.length > drawn && (
        <Button look="quiet" onClick={() => setDrawn(drawn * 5)}>
          Show {count(Math.min(list.length - drawn, drawn * 4))} more of {count(list.length)}
        </Button>
      )}
    </div>
  )
}

interface WeightedRowProps {
  readonly one: Weighted
  readonly noun: string
  readonly number: number | undefined
  readonly note: ReactNode
  readonly disabled: boolean
  readonly onWeight: (weight: number) => void
  readonly onRemove: () => void
}

const MIN = 0.01

function WeightedRow({ one, noun, number, note, disabled, onWeight, onRemove }: WeightedRowProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(null)
    const weight = Number(text.replace(',', '.'))
    if (text.trim() !== '' && Number.isFinite(weight)) onWeight(Math.min(Math.max(weight, MIN), 1))
  }
  return (
    <li>
      <span className="weighted-name" id={id}>
        {number !== undefined && <span className="weighted-number">{number}</span>}
        {one.name}
        {note && <span className="muted small"> {note}</span>}
      </span>
      <input
        type="range"
        min={MIN}
        max={1}
        step={0.01}
        value={one.weight}
        disabled={disabled}
        aria-label={`Weight of ${one.name}`}
        onChange={(event) => onWeight(Number(event.target.value))}
      />
      <input
        className="input weighted-figure"
        inputMode="decimal"
        value={typed ?? one.weight.toFixed(2)}
        disabled={disabled}
        aria-label={`Weight of ${one.name} as a number, above 0 and at most 1`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => typed !== null && take(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value)
        }}
      />
      {!disabled && (
        <IconButton icon="close" look="quiet" label={`Remove the ${noun} ${one.name}`} onClick={onRemove} />
      )}
    </li>
  )
}
