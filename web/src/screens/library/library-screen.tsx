import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { count } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { LazyMap } from '../../map/lazy-map.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { collectionNames } from './collection-names.ts'
import { DaysStrip } from './days-strip.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Facets } from './facets.tsx'
import './library.css'
import { PickedChips } from './picked-chips.tsx'
import { askedOf, PAGE_SIZE, type Sort } from './question.ts'
import { useResultKeys } from './result-keys.ts'
import { pinsOf } from './result-pins.ts'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchHelp } from './search-help.tsx'
import { Topics } from './topics.tsx'
import { useMedia } from './use-media.ts'
import { useQuestion } from './use-question.ts'
import { useSame } from './use-same.ts'

const SORTS: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: 'relevance', label: 'Most relevant first' },
  { value: 'time', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** Find again what was kept: a list and a map with the same numbers, over a timeline that filters both. */
export function LibraryScreen() {
  const asking = useQuestion()
  const { question, change } = asking
  const asked = askedOf(question)
  const first = (question.page - 1) * PAGE_SIZE
  const found = useCall(
    'GET /api/search',
    { query: { ...asked, sort: question.sort, limit: PAGE_SIZE, offset: first } },
    { keep: true },
  )
  const facets = useCall('GET /api/facets', { query: asked }, { keep: true })
  const points = useCall('GET /api/map', { query: asked }, { keep: true })
  const shelf = useCall('GET /api/collections', {})
  const [lit, setLit] = useState<readonly number[]>([])
  const litSet = useMemo(() => new Set(lit), [lit])
  // As library.css has it: on a phone the filters are folded away.
  const wide = useMedia('(min-width: 52.01rem)')
  const list = useRef<HTMLDivElement>(null)
  useResultKeys(list)
  const collections = shelf.data?.collections
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
  // Pins belong to the list they are numbered by, also while the next list is on its way.
  const shown = useRef({ data: found.data, question, first })
  if (!found.loading) shown.current = { data: found.data, question, first }
  const { data, question: answered, first: before } = shown.current
  // The map goes where the pins are: not again when, say, a topic is added.
  const pins = useSame(pinsOf(data?.hits ?? [], before + 1, answered))
  const area = useSame(question.box)
  const announce = useAnnounce()
  const said = found.loading ? undefined : found.data
  useEffect(() => {
    if (said)
      announce(`${count(said.total)} pages found in ${Math.round(said.ms)} milliseconds`, { quiet: true })
  }, [said, announce])
  const goTo = (number: number) => {
    const link = list.current?.querySelector<HTMLElement>(`[data-number="${number}"] .result-link`)
    link?.focus()
    link?.scrollIntoView({ block: 'center' })
  }
  return (
    <div className="library">
      <ScreenHead title="Library" actions={<ExportMenu question={question} />} />
      <div className="library-ask">
        <SearchBox q={question.q} facets={facets.data} onSearch={(q, how) => change({ q }, how)} />
        <SearchHelp />
        <Select
          className="library-sort bare"
          label={<span className="unseen">Order</span>}
          value={question.sort}
          options={SORTS}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <PickedChips {...asking} nameOf={nameOf} />
      <DaysStrip {...asking} nameOf={collectionName} />
      <Topics {...asking} />
      <div className="library-columns">
        <details key={String(wide)} className="library-facets" open={wide}>
          <summary>Filters</summary>
          <Facets {...asking} facets={facets} nameOf={collectionName} />
        </details>
        <div ref={list} className="library-results">
          <Results
            {...asking}
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
              The map shows the {count(points.data.ids.length)} places named most often.
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
