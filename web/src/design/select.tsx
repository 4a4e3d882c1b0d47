import type { ReactNode } from 'react'
import { Field } from './field.tsx'

interface SelectProps<V extends string> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
  readonly disabled?: boolean
  readonly className?: string
}

export function Select<V extends string>({ label, hint, value, options, onChange, ...rest }: SelectProps<V>) {
  return (
    <Field label={label} hint={hint} className={rest.className ?? ''}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          disabled={rest.disabled}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
