import { Select } from '../design/select.tsx'
import { MoreOptions } from './more-options.tsx'
import { OptionField, sentence } from './option-field.tsx'
import { displayOf, type Strategy, type StrategyForm, typedFor, withOptionText } from './strategy-form.ts'
import type { Strategies } from './use-strategies.ts'

interface StrategyFieldsProps {
  readonly form: StrategyForm
  readonly strategies: Strategies
  /** What an empty choice stands for: the strategy, and how it is called. */
  readonly fallback: { readonly name: string; readonly label: string }
  /** By option: what is wrong with its text. */
  readonly errors: ReadonlyMap<string, string>
  readonly disabled: boolean
  readonly onChange: (form: StrategyForm) => void
}

/** The choice of a strategy, with its summary and its options. */
export function StrategyFields(props: StrategyFieldsProps) {
  const { form, strategies, fallback, errors, disabled, onChange } = props
  const name = form.name || fallback.name
  const chosen = strategies.list.find((one) => one.name === name)
  return (
    <>
      <Select
        label="Strategy"
        hint={chosen && sentence(chosen.summary)}
        value={form.name}
        disabled={disabled}
        onChange={(next) => onChange({ ...form, name: next })}
        options={[
          { value: '', label: fallback.label },
          ...strategies.list.map((one) => ({ value: one.name, label: one.name })),
        ]}
      />
      {chosen && chosen.options.length > 0 && (
        <StrategyOptions key={chosen.name} strategy={chosen} {...{ form, errors, disabled, onChange }} />
      )}
    </>
  )
}

interface StrategyOptionsProps
  extends Pick<StrategyFieldsProps, 'form' | 'errors' | 'disabled' | 'onChange'> {
  readonly strategy: Strategy
}

/** The options of one strategy, folded until one of them is set. */
export function StrategyOptions({ strategy, form, errors, disabled, onChange }: StrategyOptionsProps) {
  const texts = typedFor(form, strategy.name)
  const changed = strategy.options.filter(({ name }) => (texts[name] ?? '').trim() !== '').length
  return (
    <MoreOptions title={`Options of ${strategy.name}`} changed={changed} hasErrors={errors.size > 0}>
      <div className="option-grid">
        {strategy.options.map((option) => (
          <OptionField
            key={option.name}
            display={displayOf(option)}
            text={texts[option.name] ?? ''}
            error={errors.get(option.name)}
            disabled={disabled}
            onChange={(text) => onChange(withOptionText(form, strategy.name, option.name, text))}
          />
        ))}
      </div>
    </MoreOptions>
  )
}
