import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type Tone = 'good' | 'bad' | 'warn' | 'accent'

interface ChipProps {
  readonly children: ReactNode
  readonly tone?: Tone | undefined
  /** Makes it a switch. */
  readonly pressed?: boolean
  readonly onPress?: () => void
  /** Adds a button that removes it; needs a label that names what is removed. */
  readonly onRemove?: () => void
  readonly removeLabel?: string
  readonly title?: string
}

export function Chip({ children, tone, pressed, onPress, onRemove, removeLabel, title }: ChipProps) {
  const look = `chip ${tone ?? ''}`
  if (onPress) {
    return (
      <button type="button" className={look} aria-pressed={pressed} onClick={onPress} title={title}>
        {children}
      </button>
    )
  }
  return (
    <span className={look} title={title}>
      {children}
      {onRemove && (
        <button type="button" className="remove" aria-label={removeLabel ?? 'Remove'} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  )
}
