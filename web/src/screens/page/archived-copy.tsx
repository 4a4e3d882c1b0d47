import { useState } from 'react'
import { useFollowedLinks } from './followed-links.ts'
import type { PageView } from './page-text.tsx'

interface Props {
  readonly collection: string
  readonly view: PageView
}

/** The archived page, if there is one. */
export function ArchivedCopy({ collection, view }: Props) {
  if (view.replayUrl !== null)
    return <CopyFrame collection={collection} page={view.page} replayUrl={view.replayUrl} />
  return (
    <p className="notice warn">
      {view.robots.length > 0
        ? `No copy was archived: the site does not permit it (${view.robots.join(', ')}).`
        : 'No copy of this page was archived. With --archive kept, a crawl archives only kept pages.'}
    </p>
  )
}

interface FrameProps {
  readonly collection: string
  readonly page: number
  readonly replayUrl: string
}

/** From a separate origin in a sandbox without permissions: nothing in it can reach the application. */
function CopyFrame({ collection, page, replayUrl }: FrameProps) {
  const [visit] = useState(newVisit)
  useFollowedLinks(collection, page, visit)
  return (
    <>
      <p className="muted small">
        The archived copy. Scripts do not run, and nothing is loaded from the web. Links open other pages of
        this collection.
      </p>
      <iframe
        className="archived-copy"
        title="Archived copy"
        src={`${replayUrl}?visit=${visit}`}
        sandbox=""
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </>
  )
}

/** 128 random bits in hexadecimal. `randomUUID` exists only on secure origins. */
function newVisit(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
