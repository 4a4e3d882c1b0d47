import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { score } from '../../design/format.ts'
import { StrategyFields } from '../../options/strategy-fields.tsx'
import { readStrategyForm } from '../../options/strategy-form.ts'
import type { Weighted } from './draft.ts'
import { LanguageBox } from './language-box.tsx'
import type { EventEditor } from './use-event-editor.ts'

/** The parts of a verdict, with the weights that EV found; names were not among its parts. */
const FIRST_WEIGHTS: readonly Weighted[] = [
  { name: 'topic', weight: 0.36 },
  { name: 'place', weight: 0.42 },
  { name: 'date', weight: 0.22 },
  { name: 'who', weight: 0 },
]
/** The threshold of event-model. */
const FIRST_THRESHOLD = 0.5

/** How pages are judged and chosen. */
export function JudgePart({
  editor,
  disabled,
}: {
  readonly editor: EventEditor
  readonly disabled: boolean
}) {
  const { draft, change } = editor
  const { list, defaultName } = editor.strategies
  const { errors } = readStrategyForm(draft.strategy, list, defaultName)
  return (
    <Card title="Judging">
      <StrategyFields
        form={draft.strategy}
        strategies={editor.strategies}
        fallback={{ name: defaultName, label: `Default (${defaultName})` }}
        errors={errors}
        disabled={disabled}
        onChange={(strategy) => change({ strategy })}
      />
      <LanguageBox editor={editor} disabled={disabled} />
      <Switch
        label="Custom threshold"
        on={draft.threshold !== null}
        disabled={disabled}
        onTurn={(on) => change({ threshold: on ? FIRST_THRESHOLD : null })}
      />
      {draft.threshold !== null && (
        <Slider
          label={`Keep pages with a relevance of at least ${score(draft.threshold)}`}
          value={draft.threshold}
          disabled={disabled}
          onChange={(threshold) => change({ threshold })}
        />
      )}
      <Switch
        label="Custom weights for the parts of a verdict"
        on={draft.weights !== null}
        disabled={disabled}
        onTurn={(on) => change({ weights: on ? FIRST_WEIGHTS : null })}
      />
      {draft.weights !== null && <PartWeights editor={editor} weights={draft.weights} disabled={disabled} />}
    </Card>
  )
}

interface PartWeightsProps {
  readonly editor: EventEditor
  readonly weights: readonly Weighted[]
  readonly disabled: boolean
}

function PartWeights({ editor, weights, disabled }: PartWeightsProps) {
  const given = new Map(weights.map(({ name, weight }) => [name, weight]))
  const all = FIRST_WEIGHTS.map(({ name }) => ({ name, weight: given.get(name) ?? 0 }))
  const set = (name: string, weight: number) =>
    editor.change({ weights: all.map((part) => (part.name === name ? { name, weight } : part)) })
  return (
    <fieldset className="parts">
      <legend className="small muted">Parts with weight 0 are ignored.</legend>
      {all.map(({ name, weight }) => (
        <Slider
          key={name}
          label={`${name} ${score(weight)}`}
          value={weight}
          disabled={disabled}
          onChange={(next) => set(name, next)}
        />
      ))}
      {all.every(({ weight }) => weight === 0) && (
        <p className="notice bad" role="alert">
          At least one part needs a weight above 0.
        </p>
      )}
    </fieldset>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly disabled: boolean
  readonly onChange: (value: number) => void
}

function Slider({ label, value, disabled, onChange }: SliderProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  )
}

interface SwitchProps {
  readonly label: string
  readonly on: boolean
  readonly disabled: boolean
  readonly onTurn: (on: boolean) => void
}

function Switch({ label, on, disabled, onTurn }: SwitchProps) {
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        onChange={(event) => onTurn(event.target.checked)}
      />
      <span className="grow">{label}</span>
    </label>
  )
}
