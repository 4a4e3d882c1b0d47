import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Look = 'plain' | 'primary' | 'danger' | 'quiet'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look
  readonly icon?: IconName
  /** An action is in progress: the button keeps the focus but does nothing. */
  readonly busy?: boolean
}

export function Button({ look = 'plain', icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${look} ${rest.className ?? ''}`}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** What it does: read aloud, and shown as a tooltip. */
  readonly label: string
  readonly icon: IconName
}

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} className={`icon ${rest.className ?? ''}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </Button>
  )
}
