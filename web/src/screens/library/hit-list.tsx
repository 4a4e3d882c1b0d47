import { useState } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { Day } from '../../design/dates.tsx'
import { count, score } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { Pager } from './pager.tsx'
import { askedOf, PAGE_SIZE, type Question, writeQuestion } from './question.ts'
import { resultHref } from './results.tsx'

/** The pages that answer a question, in short, with the way to all of it in the library. */
export function HitList({ question }: { readonly question: Question }) {
  const written = writeQuestion(question)
  const [at, setAt] = useState({ written, page: 1 })
  // Another question begins at its first page.
  const page = at.written === written ? at.page : 1
  const offset = (page - 1) * PAGE_SIZE
  const query = { ...askedOf(question), sort: question.sort, limit: PAGE_SIZE, offset }
  const { data, problem, loading, reload } = useCall('GET /api/search', { query }, { keep: true })
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading the pages" lines={10} />
  if (data.total === 0) return <p className="muted">No page answers this.</p>
  return (
    <div className="stack" aria-busy={loading}>
      <div className="row apart">
        <span data-total={data.total}>
          <strong>{count(data.total)}</strong> {data.total === 1 ? 'page' : 'pages'}
        </span>
        <Link href={`/library?${written}`}>In the library</Link>
      </div>
      <ol className="hit-list" start={offset + 1}>
        {data.hits.map((hit, index) => (
          <li key={`${hit.collection} ${hit.page}`}>
            <Link href={resultHref(hit.collection, hit.page, question, offset + index + 1)}>
              <bdi lang={hit.language || undefined}>{hit.title.trim() || hit.url}</bdi>
            </Link>
            <span className="muted small result-facts">
              <bdi>{hit.source}</bdi>
              {hit.published && <Day day={hit.published} />}
              <span className="figures">{score(hit.relevance)}</span>
              {!hit.relevant && <span>not kept</span>}
            </span>
          </li>
        ))}
      </ol>
      <Pager
        page={page}
        pages={Math.ceil(data.total / PAGE_SIZE)}
        onPage={(to) => setAt({ written, page: to })}
      />
    </div>
  )
}
