import type { Reply } from '../../api/client.ts'
import type { Called } from '../../api/use-call.ts'
import { Button } from '../../design/button.tsx'
import { count, noun } from '../../design/format.ts'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import type { Pin } from '../../map/points.ts'
import { type Filters, NO_FILTERS, PAGE_SIZE, writeFilters } from './filters.ts'
import { Pager } from './pager.tsx'
import { ResultItem } from './result-item.tsx'
import type { FiltersState } from './use-filters.ts'

type Found = Reply<'GET /api/search'>

interface Props extends FiltersState {
  readonly found: Called<Found>
  /** The newest answer there is, and the filters it answers. */
  readonly data: Found | undefined
  readonly answered: Filters
  /** Number of its first result. */
  readonly first: number
  readonly lit: ReadonlySet<number>
  readonly pins: readonly Pin[]
  readonly onLight: (numbers: readonly number[]) => void
  /** Null where one collection is all there is. */
  readonly collectionName: ((id: string) => string) | null
}

/** Where a result leads: its page, which knows the filters it was found by and its number there. */
export function resultHref(collection: string, page: number, filters: Filters, number: number): string {
  const from = new URLSearchParams(writeFilters({ ...filters, page: 1 }))
  from.set('at', String(number))
  return `/c/${encodeURIComponent(collection)}/pages/${page}?${from}`
}

export function Results({
  found,
  data,
  answered,
  first,
  lit,
  pins,
  onLight,
  collectionName,
  filters,
  change,
}: Props) {
  if (found.problem) return <Problem problem={found.problem} onRetry={found.reload} />
  if (!data) return <Skeleton label="Searching" lines={12} />
  const pinned = new Set(pins.map((pin) => pin.number))
  return (
    <div aria-busy={found.loading} className="stack">
      <p className="library-count" data-total={data.total}>
        <strong>{count(data.total)}</strong> {noun(data.total, 'page')}{' '}
        <span className="muted">in {Math.round(data.ms)} ms</span>
      </p>
      {data.notes.map((note) => (
        <p key={note} className="notice warn">
          {note}
        </p>
      ))}
      {data.total === 0 && <Nothing filters={filters} onClear={() => change(NO_FILTERS)} />}
      <ol className="results" start={first}>
        {data.hits.map((hit, index) => (
          <ResultItem
            key={`${hit.collection} ${hit.page}`}
            hit={hit}
            number={first + index}
            href={resultHref(hit.collection, hit.page, answered, first + index)}
            collection={collectionName?.(hit.collection) ?? null}
            lit={lit.has(first + index)}
            hasPin={pinned.has(first + index)}
            onLight={onLight}
            onPlace={(id) => change({ place: [id] })}
          />
        ))}
      </ol>
      <Pager
        page={filters.page}
        pages={Math.ceil(data.total / PAGE_SIZE)}
        onPage={(page) => {
          change({ page })
          window.scrollTo(0, 0)
        }}
      />
    </div>
  )
}

function Nothing({ filters, onClear }: { readonly filters: Filters; readonly onClear: () => void }) {
  const filtered = writeFilters(filters) !== ''
  return (
    <Empty title={filtered ? 'No matching pages' : 'No pages yet'}>
      <p>
        {filtered
          ? 'Remove a filter, use fewer words, or include pages that were not kept.'
          : 'Pages appear here once a crawl has kept some.'}
      </p>
      {filtered && <Button onClick={onClear}>Clear search</Button>}
    </Empty>
  )
}
