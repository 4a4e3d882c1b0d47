import { Link } from 'wouter'
import { Card } from '../../design/card.tsx'
import type { citedPages, Sentence } from './summary-text.ts'

type Cited = ReturnType<typeof citedPages>

interface SentencesProps {
  readonly sentences: readonly Sentence[]
  readonly cited: Cited
}

/** Sentences with the numbers of the pages they cite. */
export function Sentences({ sentences, cited }: SentencesProps) {
  return (
    <ul className="sentences">
      {sentences.map((sentence) => (
        <li key={`${sentence.cites[0]?.page} ${sentence.text}`} dir="auto">
          {sentence.text}{' '}
          <span className="cites">
            {sentence.cites.map(({ page, title, source }) => {
              const number = cited.get(page)?.number
              return (
                <a key={page} href={`#note-${number}`} title={`${title} (${source})`}>
                  [{number}]<span className="unseen"> {source}</span>
                </a>
              )
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface SummaryNotesProps {
  readonly collection: string
  readonly cited: Cited
}

/** The pages cited, in the order of their numbers. */
export function SummaryNotes({ collection, cited }: SummaryNotesProps) {
  if (cited.size === 0) return null
  return (
    <Card title="Pages cited">
      <ol className="notes">
        {[...cited.values()].map(({ number, page, title, source }) => (
          <li key={page} id={`note-${number}`} tabIndex={-1}>
            <span className="figures muted">[{number}]</span>
            <span>
              <Link href={`/c/${encodeURIComponent(collection)}/pages/${page}`}>
                <bdi>{title.trim() || `page ${page}`}</bdi>
              </Link>{' '}
              <span className="muted">{source}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
