import type { ReactNode } from 'react'
import { isHttpUrl } from './url-lines.ts'

interface ExternalLinkProps {
  readonly href: string
  /** The URL itself if omitted. */
  readonly children?: ReactNode
}

/** A link to another site, without a referrer or a reference to this window. */
export function ExternalLink({ href, children = href }: ExternalLinkProps) {
  // A crawled `javascript:` stays text.
  if (!isHttpUrl(href)) return <span>{children}</span>
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  )
}
