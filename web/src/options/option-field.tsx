import './option-field.css'
import { Field } from '../design/field.tsx'

/** How an option is shown and typed, whichever table describes it. */
export interface OptionDisplay {
  readonly label: string
  /** What it does, which values it takes, and its default. */
  readonly hint: string
  readonly input:
    | { readonly kind: 'text'; readonly placeholder: string; readonly numeric?: boolean }
    /** One value per line. */
    | { readonly kind: 'lines'; readonly placeholder: string }
    /** The default is the choice with an empty value. */
    | { readonly kind: 'choice'; readonly choices: readonly { value: string; label: string }[] }
    | { readonly kind: 'flag'; readonly default: boolean }
}

interface OptionFieldProps {
  readonly display: OptionDisplay
  /** As typed; empty stands for the default. */
  readonly text: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

/** One option as a labelled control. Options that differ from their default are marked. */
export function OptionField({ display, text, error, disabled, onChange }: OptionFieldProps) {
  const changed = text.trim() !== ''
  const { label, hint, input } = display
  const badge = changed && <span className="option-changed">changed</span>
  const className = changed ? 'option changed' : 'option'
  if (input.kind === 'flag') {
    const on = changed ? text === 'true' : input.default
    return (
      <Field {...{ label, badge, hint, className }}>
        {(control) => (
          <input
            {...control}
            type="checkbox"
            checked={on}
            disabled={disabled}
            onChange={({ target }) =>
              onChange(target.checked === input.default ? '' : String(target.checked))
            }
          />
        )}
      </Field>
    )
  }
  return (
    <Field {...{ label, badge, hint, error, className }}>
      {(control) => {
        const shared = { ...control, value: text, disabled }
        const change = ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value)
        if (input.kind === 'choice')
          return (
            <select {...shared} className="input" onChange={change}>
              {input.choices.map(({ value, label: name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )
        if (input.kind === 'lines')
          return (
            <textarea
              {...shared}
              className="input code"
              rows={3}
              spellCheck={false}
              placeholder={input.placeholder}
              onChange={change}
            />
          )
        return (
          <input
            {...shared}
            className="input"
            inputMode={input.numeric ? 'decimal' : 'text'}
            autoComplete="off"
            spellCheck={false}
            placeholder={input.placeholder}
            onChange={change}
          />
        )
      }}
    </Field>
  )
}

/** `hostPages` as "Host pages", `maxUrlLength` as "Max URL length". */
export function labelOf(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/g, 'URL')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A fragment of a sentence, as the tables of options have them, as a sentence. */
export function sentence(fragment: string): string {
  const text = fragment.charAt(0).toUpperCase() + fragment.slice(1)
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}
