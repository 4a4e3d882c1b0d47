import type { ReactNode } from 'react'
import { Day, Moment } from '../../design/dates.tsx'
import { ExternalLink } from '../../design/external-link.tsx'
import { bytes, count, languageText, plural } from '../../design/format.ts'
import type { PageView } from './page-text.tsx'

/** Everything known about the page besides its text. */
export function PageFacts({ view }: { readonly view: PageView }) {
  return (
    <dl className="page-facts">
      <Fact name="URL">
        <ExternalLink href={view.url} />
      </Fact>
      {view.canonicalUrl !== view.url && <Fact name="Canonical URL">{view.canonicalUrl}</Fact>}
      <Fact name="Source">
        <bdi>{view.source}</bdi>
      </Fact>
      <Fact name="Published">
        {view.published ? (
          <>
            <Day day={view.published} /> <span className="muted">from {view.publishedFrom}</span>
          </>
        ) : (
          'no date found'
        )}
      </Fact>
      <Fact name="Fetched">
        <Moment at={view.fetchedAt} />, page {count(view.order)} of the crawl, {plural(view.depth, 'link')}{' '}
        from a seed
      </Fact>
      <Fact name="Language">{view.language ? languageText(view.language) : 'unknown'}</Fact>
      <Fact name="Kind">{view.kind}</Fact>
      <Fact name="Status">{view.status}</Fact>
      {view.robots.length > 0 && <Fact name="Robots directives">{view.robots.join(', ')}</Fact>}
      <Fact name="Archived">
        {view.warc ? (
          <>
            <code>{view.warc.file}</code>, {bytes(view.warc.length)} at offset {count(view.warc.offset)}
            <br />
            <code>{view.warc.payloadDigest}</code>
          </>
        ) : (
          'not archived'
        )}
      </Fact>
      <Fact name="Text digest">
        <code>{view.textDigest}</code>
      </Fact>
      {view.who.length > 0 && (
        <Fact name="Who">
          {view.who.map(({ name, count: times }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <bdi>{name}</bdi> <span className="muted figures">{count(times)}</span>
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
