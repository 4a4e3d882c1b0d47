import type { citedPages, Sentence } from './summary-text.ts'

type Cited = ReturnType<typeof citedPages>

interface SentencesProps {
  readonly sentences: readonly Sentence[]
  readonly cited: Cited
}

/** Sentences with the numbers of the pages they stand on. */
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
