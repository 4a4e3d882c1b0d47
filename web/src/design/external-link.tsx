import type { ReactNode } from 'react'

/** Only addresses of the web are made links: a crawled `javascript:` stays text. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

interface ExternalLinkProps {
  readonly href: string
  /** The address itself when left out. */
  readonly children?: ReactNode
}

/** A link that leaves the application, telling the other side nothing about it. */
export function ExternalLink({ href, children = href }: ExternalLinkProps) {
  if (!isWebAddress(href)) return <span>{children}</span>
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  )
}
