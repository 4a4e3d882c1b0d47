import './sources.css'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../design/button.tsx'
import { downloadText } from '../../design/download.ts'
import { Field } from '../../design/field.tsx'
import { count, plural } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { useMedia } from '../../design/use-media.ts'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { useCuration } from '../crawl/use-curation.ts'
import {
  columnOf,
  filterSources,
  SOURCE_COLUMNS,
  type SortKey,
  type SourceFilter,
  sortSources,
} from './source-columns.ts'
import { SourceDialog } from './source-dialog.tsx'
import { sourcesCsv } from './sources-csv.ts'
import { type SourceOrder, SourcesCards, SourcesTable } from './sources-table.tsx'

/** Rows of one page of the table. */
const PAGE_ROWS = 100

const SHOW: readonly { readonly value: SourceFilter['show']; readonly label: string }[] = [
  { value: 'all', label: 'All sources' },
  { value: 'kept', label: 'With kept pages' },
  { value: 'nothing', label: 'Fetched, nothing kept' },
  { value: 'failing', label: 'With errors' },
  { value: 'accepted', label: 'Accepted by a curator' },
  { value: 'rejected', label: 'Rejected by a curator' },
  { value: 'undecided', label: 'Undecided' },
]

const ORDERS = SOURCE_COLUMNS.map(({ key, name }) => ({ value: key, label: name }))

export function SourcesScreen({ collection = '' }: { readonly collection?: string }) {
  const { data, problem, reload } = useCall('GET /api/collections/:id/sources', {
    params: { id: collection },
  })
  const curation = useCuration(collection)
  const [search, setSearch] = useSearchParams()
  const [filter, setFilter] = useState<SourceFilter>({ name: '', show: 'all' })
  const [order, setOrder] = useState<SourceOrder>({ key: 'importance', way: 'down' })
  const [page, setPage] = useState(0)
  // Below this width a table of ten columns does not fit beside the navigation.
  const narrow = useMedia('(max-width: 68rem)')
  const sources = data?.sources
  const seen = useMemo(
    () => sortSources(filterSources(sources ?? [], filter), order.key, order.way),
    [sources, filter, order],
  )
  const opened = search.get('source')
  const open = (source: string | null) => setSearch(source === null ? {} : { source }, { replace: true })
  const show = (part: Partial<SourceFilter>) => {
    setFilter({ ...filter, ...part })
    setPage(0)
  }
  const sortBy = (key: SortKey, way?: 'up' | 'down') => {
    const turned = order.key === key ? (order.way === 'up' ? 'down' : 'up') : columnOf(key).first
    setOrder({ key, way: way ?? turned })
    setPage(0)
  }
  const pages = Math.max(1, Math.ceil(seen.length / PAGE_ROWS))
  const rows = seen.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
  return (
    <div className="stack">
      <ScreenHead
        title="Sources"
        actions={
          <Button
            icon="download"
            aria-disabled={seen.length === 0}
            onClick={() =>
              seen.length > 0 &&
              downloadText(`${collection}-sources.csv`, 'text/csv;charset=utf-8', sourcesCsv(seen))
            }
          >
            Export these results as CSV
          </Button>
        }
      >
        Yield, importance, politeness and errors of each site.
      </ScreenHead>
      <ReadOnlyNotice />
      {problem && <Problem problem={problem} onRetry={reload} />}
      {!sources && !problem && <Skeleton lines={8} />}
      {sources?.length === 0 && (
        <Empty title="No sources yet">
          <p>
            Sources appear once the <Link href={`/c/${encodeURIComponent(collection)}/crawl`}>crawl</Link> has
            started.
          </p>
        </Empty>
      )}
      {sources && sources.length > 0 && (
        <>
          <div className="sources-filter">
            <Field label="Name contains">
              {(control) => (
                <input
                  {...control}
                  className="input"
                  type="search"
                  value={filter.name}
                  onChange={(event) => show({ name: event.target.value })}
                />
              )}
            </Field>
            <Select
              label="Show"
              value={filter.show}
              options={SHOW}
              onChange={(value) => show({ show: value })}
            />
            {narrow && (
              <Select
                label="Sort by"
                value={order.key}
                options={ORDERS}
                onChange={(key) => sortBy(key, columnOf(key).first)}
              />
            )}
          </div>
          <p className="muted figures" role="status">
            {seen.length === sources.length
              ? plural(sources.length, 'source')
              : `${count(seen.length)} of ${plural(sources.length, 'source')}`}
          </p>
          {narrow ? (
            <SourcesCards rows={rows} onOpen={({ source }) => open(source)} />
          ) : (
            <SourcesTable
              rows={rows}
              order={order}
              onSort={(key) => sortBy(key)}
              onOpen={({ source }) => open(source)}
            />
          )}
          {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
        </>
      )}
      <SourceDialog
        collection={collection}
        source={opened === null ? undefined : sources?.find(({ source }) => source === opened)}
        curation={curation}
        onClose={() => open(null)}
        onDecided={reload}
      />
    </div>
  )
}

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

function Pages({ page, pages, onPage }: PagesProps) {
  const step = (to: number) => {
    if (to >= 0 && to < pages) onPage(to)
  }
  return (
    <nav className="row" aria-label="Pages of the table">
      <Button aria-disabled={page === 0} onClick={() => step(page - 1)}>
        Previous
      </Button>
      <span className="figures" aria-live="polite">
        Page {count(page + 1)} of {count(pages)}
      </span>
      <Button aria-disabled={page === pages - 1} onClick={() => step(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
