import { type ReactNode, useState } from 'react'

interface MoreOptionsProps {
  readonly title: string
  /** How many of the options inside differ from their defaults. */
  readonly changed: number
  /** Keeps it open, so that no error is hidden. */
  readonly hasErrors: boolean
  readonly children: ReactNode
}

/** Options that are folded away unless some of them are set. */
export function MoreOptions({ title, changed, hasErrors, children }: MoreOptionsProps) {
  const [open, setOpen] = useState(changed > 0)
  return (
    <details
      className="more-options"
      open={open || hasErrors}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title} {changed > 0 && <span className="option-changed">{changed} changed</span>}
      </summary>
      {children}
    </details>
  )
}
