import { useCallback, useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Card } from '../../design/card.tsx'
import { Chip } from '../../design/chip.tsx'
import { count } from '../../design/format.ts'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { collectionNames } from '../library/collection-names.ts'
import { useFilters } from '../library/use-filters.ts'
import './compare.css'
import { OverlaidDays } from './overlaid-days.tsx'
import { SideBySide } from './side-by-side.tsx'

/** As many as there are colours. */
const MAX = 6

interface Shared {
  readonly a: string
  readonly b: string
  readonly pages: number
  readonly texts: number
  readonly sources: number
}

/** Collections side by side: their figures, what they share, and their days over each other. */
export function CompareScreen() {
  const { filters, change } = useFilters()
  const list = useCall('GET /api/collections', {})
  const all = list.data?.collections.filter(({ problem }) => problem === null)
  // Without a selection the first two are compared.
  const picked = (filters.in.length > 0 ? filters.in : (all ?? []).slice(0, 2).map(({ id }) => id)).slice(
    0,
    MAX,
  )
  const compared = useCall(
    'GET /api/compare',
    picked.length > 1 ? { query: { in: picked.join(',') } } : null,
    { keep: true },
  )
  const collections = list.data?.collections
  const names = useMemo(() => collectionNames(collections ?? []), [collections])
  const nameOf = useCallback((id: string) => names.get(id) ?? id, [names])
  const toggle = (id: string) =>
    change({ in: picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(-MAX) })
  const columns: readonly Column<Shared>[] = [
    { key: 'pair', head: 'Collections', cell: ({ a, b }) => `${nameOf(a)} and ${nameOf(b)}` },
    {
      key: 'pages',
      head: 'Shared pages',
      cell: ({ pages }) => count(pages),
      sort: ({ pages }) => pages,
      numeric: true,
    },
    {
      key: 'texts',
      head: 'Shared texts',
      cell: ({ texts }) => count(texts),
      sort: ({ texts }) => texts,
      numeric: true,
    },
    {
      key: 'sources',
      head: 'Shared sources',
      cell: ({ sources }) => count(sources),
      sort: ({ sources }) => sources,
      numeric: true,
    },
  ]
  return (
    <>
      <ScreenHead title="Compare">Up to {MAX} collections side by side</ScreenHead>
      <div className="stack">
        {list.problem && <Problem problem={list.problem} onRetry={list.reload} />}
        {!all && !list.problem && <Skeleton lines={3} />}
        {all && all.length > 0 && (
          <fieldset className="compare-picker row">
            <legend>Collections</legend>
            {all.map(({ id }) => (
              <Chip key={id} pressed={picked.includes(id)} onPress={() => toggle(id)}>
                <bdi>{nameOf(id)}</bdi>
              </Chip>
            ))}
          </fieldset>
        )}
        {all && picked.length < 2 && (
          <Empty title={all.length < 2 ? 'Nothing to compare yet' : 'Select at least two collections'}>
            <p>
              {all.length < 2
                ? 'A comparison needs two collections. Create another event and crawl it.'
                : 'Click their names above.'}
            </p>
          </Empty>
        )}
        {compared.problem && <Problem problem={compared.problem} onRetry={compared.reload} />}
        {compared.loading && !compared.data && <Skeleton label="Comparing" lines={10} />}
        {picked.length > 1 && compared.data && (
          <>
            <SideBySide collections={compared.data.collections} nameOf={nameOf} />
            <Card title="Over time">
              <OverlaidDays collections={picked} nameOf={nameOf} />
            </Card>
            <Card title="Overlap">
              <Table
                caption="Overlap of the collections"
                columns={columns}
                rows={compared.data.shared}
                rowKey={({ a, b }) => `${a} ${b}`}
              />
            </Card>
          </>
        )}
      </div>
    </>
  )
}
