import { type ReactNode, useId } from 'react'

interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** What is wrong with the value; said aloud when it appears. */
  readonly wrong?: string | null | undefined
  readonly className?: string
  /** Gives the control the attributes that tie it to its label. */
  readonly children: (control: FieldControl) => ReactNode
}

/** A labelled control with its hint and what is wrong with it. */
export function Field({ label, hint, wrong, className = '', children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong ? true : undefined })}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong && (
        <span className="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </span>
      )}
    </div>
  )
}
