import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title?: ReactNode
  /** Beside the title: buttons, a count. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A part of a screen under its own heading. */
export function Card({ title, aside, children, className = '' }: CardProps) {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
