import type { ReactNode } from 'react'
import { useTitle } from './title.ts'

interface ScreenHeadProps {
  readonly title: string
  /** Under the title, in one line. */
  readonly children?: ReactNode
  /** At the right: what can be done here. */
  readonly actions?: ReactNode
}

/** The first lines of every screen: its title, also of the tab, and what can be done in it. */
export function ScreenHead({ title, children, actions }: ScreenHeadProps) {
  useTitle(title)
  return (
    <div className="screen-head">
      <div>
        <h1>{title}</h1>
        {children && <div className="muted">{children}</div>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}
