import { useState } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { Day } from '../../design/dates.tsx'
import { count, noun, score } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { apiQuery, type Filters, PAGE_SIZE, writeFilters } from './filters.ts'
import { Pager } from './pager.tsx'
import { resultHref } from './results.tsx'

/** The pages that answer a filters, in short, with the way to all of it in the library. */
export function HitList({ filters }: { readonly filters: Filters }) {
  const written = writeFilters(filters)
  const [at, setAt] = useState({ written, page: 1 })
  // Other filters start at the first page.
  const page = at.written === written ? at.page : 1
  const offset = (page - 1) * PAGE_SIZE
  const query = { ...apiQuery(filters), sort: filters.sort, limit: PAGE_SIZE, offset }
  const { data, problem, loading, reload } = useCall('GET /api/search', { query }, { keep: true })
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading pages" lines={10} />
  if (data.total === 0) return <p className="muted">No matching pages.</p>
  return (
    <div className="stack" aria-busy={loading}>
      <div className="row apart">
        <span data-total={data.total}>
          <strong>{count(data.total)}</strong> {noun(data.total, 'page')}
        </span>
        <Link href={`/library?${written}`}>Open in the library</Link>
      </div>
      <ol className="hit-list" start={offset + 1}>
        {data.hits.map((hit, index) => (
          <li key={`${hit.collection} ${hit.page}`}>
            <Link href={resultHref(hit.collection, hit.page, filters, offset + index + 1)}>
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
