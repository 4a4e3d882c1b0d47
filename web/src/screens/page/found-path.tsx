import { Link } from 'wouter'
import { Evidence } from '../../design/evidence.tsx'
import { ExternalLink } from '../../design/external-link.tsx'
import { score } from '../../design/format.ts'
import type { PageView } from './page-text.tsx'

interface Props {
  readonly collection: string
  readonly view: PageView
}

/** From the seed to this page, link by link: its text, its score and the evidence. */
export function FoundPath({ collection, view }: Props) {
  if (view.path.length === 0) return <p className="muted">How this page was found is not recorded.</p>
  return (
    <ol className="found-path">
      {view.path.map((step, index) => {
        const here = step.page === view.page
        const title = step.title.trim() || step.url
        return (
          <li key={step.url} data-kept={String(step.relevant)}>
            {index > 0 && (
              <details className="found-link">
                <summary>
                  via link “<bdi>{step.anchor.trim() || 'no text'}</bdi>”, score{' '}
                  <span className="figures">{score(step.score)}</span>
                </summary>
                {Object.keys(step.evidence).length > 0 ? (
                  <Evidence parts={step.evidence} />
                ) : (
                  <p className="muted small">No evidence was recorded for this link.</p>
                )}
              </details>
            )}
            <div>
              {step.page !== null && !here ? (
                <Link href={`/c/${encodeURIComponent(collection)}/pages/${step.page}`}>
                  <bdi>{title}</bdi>
                </Link>
              ) : here ? (
                <strong>
                  <bdi>{title}</bdi>
                </strong>
              ) : (
                <ExternalLink href={step.url}>
                  <bdi>{title}</bdi>
                </ExternalLink>
              )}{' '}
              <span className="muted small">
                {index === 0 && 'seed'}
                {here && index > 0 && 'this page'}
                {step.relevant === true && ' · kept'}
                {step.relevant === false && ' · not kept'}
              </span>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
