import type { PageView } from './page-text.tsx'

/** The archived page, from a separate origin in a sandbox without permissions: nothing in it can reach the application. */
export function ArchivedCopy({ view }: { readonly view: PageView }) {
  if (view.replayUrl === null) {
    const refused = view.robots.length > 0
    return (
      <p className="notice warn">
        {refused
          ? `No copy was archived: the site does not permit it (${view.robots.join(', ')}).`
          : 'No copy of this page was archived. With --archive kept, a crawl archives only kept pages.'}
      </p>
    )
  }
  return (
    <>
      <p className="muted small">
        The archived copy. Scripts do not run, and nothing is loaded from the web.
      </p>
      <iframe
        className="archived-copy"
        title="Archived copy"
        src={view.replayUrl}
        sandbox=""
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </>
  )
}
