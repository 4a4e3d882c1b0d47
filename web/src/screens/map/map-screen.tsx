import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { plural } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { LazyMap } from '../../map/lazy-map.tsx'
import { placeAt } from '../../map/points.ts'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { ExportMenu } from '../library/export-menu.tsx'
import { HitList } from '../library/hit-list.tsx'
import '../library/library.css'
import { apiQuery, type VerdictChoice } from '../library/filters.ts'
import { useFilters } from '../library/use-filters.ts'
import './map-screen.css'

const VERDICTS: readonly { readonly value: VerdictChoice; readonly label: string }[] = [
  { value: 'kept', label: 'Kept pages' },
  { value: 'rejected', label: 'Pages not kept' },
  { value: 'all', label: 'All pages' },
]

/** Every place the pages of a collection name; a place picked shows its pages beside the map. */
export function MapScreen({ collection = '' }: { readonly collection?: string }) {
  const { filters: current, change } = useFilters()
  const filters = useMemo(() => ({ ...current, in: [collection] }), [current, collection])
  const everywhere = apiQuery({ ...filters, place: [] })
  const points = useCall('GET /api/map', { query: everywhere }, { keep: true })
  const { data, problem } = points
  const picked = useMemo(
    () => (data ? filters.place.map((id) => ({ ...placeAt(data, data.ids.indexOf(id)), id })) : []),
    [data, filters.place],
  )
  const names = picked.map(({ id, name }) => name || id)
  const pins = useMemo(
    () =>
      picked
        .filter(({ name }) => name)
        .map(({ name, lat, lon, pages }, index) => ({
          ...{ number: index + 1, lat, lon },
          ...{ title: name, place: plural(pages, 'page') },
        })),
    [picked],
  )
  return (
    <>
      <ScreenHead
        title="Map"
        actions={
          <>
            <Select
              className="bare"
              label={<span className="unseen">Which pages</span>}
              value={filters.verdict}
              options={VERDICTS}
              onChange={(verdict) => change({ verdict })}
            />
            <ExportMenu filters={filters} />
          </>
        }
      >
        {data && `${plural(data.ids.length, 'place')}${data.truncated ? ', the most frequently named' : ''}`}
      </ScreenHead>
      {problem && <Problem problem={problem} onRetry={points.reload} />}
      {!data && !problem && <Skeleton label="Loading places" lines={10} />}
      {data && data.ids.length === 0 && (
        <Empty title="No places yet">
          <p>Places appear here once a crawl has kept pages that name some.</p>
        </Empty>
      )}
      {data && data.ids.length > 0 && (
        <div className="map-screen">
          <LazyMap
            label="Places of the collection"
            points={data}
            pins={pins}
            fit="points"
            onPickPlaces={(places) => change({ place: places.map(({ id }) => id) })}
            box={filters.box}
            onBox={(box) => change({ box })}
          />
          <Card
            title={names.length > 0 ? <bdi>{names.slice(0, 3).join(', ')}</bdi> : 'Pages'}
            aside={
              (names.length > 0 || filters.box) && (
                <Button look="quiet" onClick={() => change({ place: [], box: null })}>
                  Clear
                </Button>
              )
            }
          >
            {names.length > 0 || filters.box ? (
              <HitList filters={filters} />
            ) : (
              <p className="muted">
                Select a place on the map, or in the list below it, to see the pages that name it.
              </p>
            )}
          </Card>
        </div>
      )}
    </>
  )
}
