import type { PageView } from './page-text.tsx'

/** The page as it was kept, from an origin of its own and without any right: nothing in it can reach the application. */
export function ArchivedCopy({ view }: { readonly view: PageView }) {
  if (view.replayUrl === null) {
    const asked = view.robots.length > 0
    return (
      <p className="notice warn">
        {asked
          ? `No copy was archived: the page asked for none (${view.robots.join(', ')}).`
          : 'No copy of this page was archived. A crawl with --archive kept archives only what it keeps.'}
      </p>
    )
  }
  return (
    <>
      <p className="muted small">
        As it was archived; its scripts do not run, and nothing is loaded from the web.
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
