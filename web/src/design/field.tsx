import { type ReactNode, useId } from 'react'

interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

interface FieldProps {
  readonly label: ReactNode
  /** Beside the label, not part of it. */
  readonly badge?: ReactNode
  readonly hint?: ReactNode
  /** What is wrong with the value; read aloud when it appears. */
  readonly error?: string | null | undefined
  readonly className?: string
  /** Renders the control with the attributes that tie it to its label. */
  readonly children: (control: FieldControl) => ReactNode
}

/** A labelled control with its hint and its error. */
export function Field({ label, badge, hint, error, className = '', children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <span className="field-label">
        <label htmlFor={id}>{label}</label>
        {badge}
      </span>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
