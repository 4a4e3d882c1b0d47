import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { count, plural } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { LazyMap } from '../../map/lazy-map.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { collectionNames } from './collection-names.ts'
import { DaysStrip } from './days-strip.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Facets } from './facets.tsx'
import './library.css'
import { useMedia } from '../../design/use-media.ts'
import { apiQuery, PAGE_SIZE, type Sort } from './filters.ts'
import { PickedChips } from './picked-chips.tsx'
import { pinsOf } from './result-pins.ts'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchHelp } from './search-help.tsx'
import { Topics } from './topics.tsx'
import { useFilters } from './use-filters.ts'
import { useResultKeys } from './use-result-keys.ts'

const SORTS: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: 'relevance', label: 'Most relevant first' },
  { value: 'time', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** Search over kept pages: a list and a map with the same numbers, and a timeline that filters both. */
export function LibraryScreen() {
  const filterState = useFilters()
  const { filters, change } = filterState
  const query = apiQuery(filters)
  const first = (filters.page - 1) * PAGE_SIZE
  const found = useCall(
    'GET /api/search',
    { query: { ...query, sort: filters.sort, limit: PAGE_SIZE, offset: first } },
    { keep: true },
  )
  const facets = useCall('GET /api/facets', { query }, { keep: true })
  const points = useCall('GET /api/map', { query }, { keep: true })
  const collectionList = useCall('GET /api/collections', {})
  const [lit, setLit] = useState<readonly number[]>([])
  const litSet = useMemo(() => new Set(lit), [lit])
  // As library.css has it: on a phone the filters are folded away.
  const wide = useMedia('(min-width: 52.01rem)')
  const list = useRef<HTMLDivElement>(null)
  useResultKeys(list)
  const collections = collectionList.data?.collections
  const names = useMemo(() => collectionNames(collections ?? []), [collections])
  const collectionName = useCallback((id: string) => names.get(id) ?? id, [names])
  const placeFacet = facets.data?.place
  const nameOf = useCallback(
    (key: 'place' | 'in', id: string) => {
      if (key === 'in') return collectionName(id)
      const column = points.data?.ids.indexOf(id) ?? -1
      return placeFacet?.find(({ value }) => value === id)?.label ?? points.data?.names[column] ?? id
    },
    [collectionName, placeFacet, points.data],
  )
  // Pins belong to the list they are numbered by, also while the next list is loading.
  const shown = useRef({ data: found.data, filters, first })
  if (!found.loading) shown.current = { data: found.data, filters, first }
  const { data, filters: answered, first: before } = shown.current
  // The map moves to the pins, but not again when, say, a topic is added.
  const pins = useSame(pinsOf(data?.hits ?? [], before + 1, answered))
  const area = useSame(filters.box)
  const announce = useAnnounce()
  const reply = found.loading ? undefined : found.data
  useEffect(() => {
    if (reply)
      announce(`${plural(reply.total, 'page')} found in ${Math.round(reply.ms)} milliseconds`, {
        quiet: true,
      })
  }, [reply, announce])
  const goTo = (number: number) => {
    const link = list.current?.querySelector<HTMLElement>(`[data-number="${number}"] .result-link`)
    link?.focus()
    link?.scrollIntoView({ block: 'center' })
  }
  return (
    <div className="library">
      <ScreenHead title="Library" actions={<ExportMenu filters={filters} />} />
      <div className="library-ask">
        <SearchBox q={filters.q} facets={facets.data} onSearch={(q, how) => change({ q }, how)} />
        <SearchHelp />
        <Select
          className="library-sort bare"
          label={<span className="unseen">Sort by</span>}
          value={filters.sort}
          options={SORTS}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <PickedChips {...filterState} nameOf={nameOf} />
      <DaysStrip {...filterState} nameOf={collectionName} />
      <Topics {...filterState} />
      <div className="library-columns">
        <details key={String(wide)} className="library-facets" open={wide}>
          <summary>Filters</summary>
          <Facets {...filterState} facets={facets} nameOf={collectionName} />
        </details>
        <div ref={list} className="library-results">
          <Results
            {...filterState}
            found={found}
            answered={answered}
            data={data}
            first={before + 1}
            lit={litSet}
            pins={pins}
            onLight={setLit}
            collectionName={(collections?.length ?? 0) > 1 ? collectionName : null}
          />
        </div>
        <div className="library-map">
          <LazyMap
            label="Map of the pages found"
            points={points.data}
            pins={pins}
            highlighted={litSet}
            onHighlight={setLit}
            onPickPin={goTo}
            onPickPlaces={(places) => change({ place: places.map(({ id }) => id) })}
            box={area}
            onBox={(box) => change({ box })}
          />
          {points.data?.truncated && (
            <p className="muted small">
              The map shows the {count(points.data.ids.length)} most frequently named places.
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** The previous value while it is equal, so that effects that depend on it do not run again. For small plain data. */
function useSame<T>(value: T): T {
  const held = useRef(value)
  if (JSON.stringify(held.current) !== JSON.stringify(value)) held.current = value
  return held.current
}
