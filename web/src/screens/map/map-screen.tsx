import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { count } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { LazyMap } from '../../map/lazy-map.tsx'
import { placeAt } from '../../map/points.ts'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { ExportMenu } from '../library/export-menu.tsx'
import { HitList } from '../library/hit-list.tsx'
import '../library/library.css'
import { askedOf, type VerdictChoice } from '../library/question.ts'
import { useQuestion } from '../library/use-question.ts'
import './map-screen.css'

const VERDICTS: readonly { readonly value: VerdictChoice; readonly label: string }[] = [
  { value: 'kept', label: 'Kept pages' },
  { value: 'rejected', label: 'Pages not kept' },
  { value: 'all', label: 'All pages' },
]

/** Every place the pages of a collection name; a place picked shows its pages beside the map. */
export function MapScreen({ collection = '' }: { readonly collection?: string }) {
  const { question: said, change } = useQuestion()
  const question = useMemo(() => ({ ...said, in: [collection] }), [said, collection])
  const everywhere = askedOf({ ...question, place: [] })
  const points = useCall('GET /api/map', { query: everywhere }, { keep: true })
  const { data, problem } = points
  const picked = useMemo(
    () => (data ? question.place.map((id) => ({ ...placeAt(data, data.ids.indexOf(id)), id })) : []),
    [data, question.place],
  )
  const names = picked.map(({ id, name }) => name || id)
  const pins = useMemo(
    () =>
      picked
        .filter(({ name }) => name)
        .map(({ name, lat, lon, pages }, index) => ({
          ...{ number: index + 1, lat, lon },
          ...{ title: name, place: `${count(pages)} pages` },
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
              value={question.verdict}
              options={VERDICTS}
              onChange={(verdict) => change({ verdict })}
            />
            <ExportMenu question={question} />
          </>
        }
      >
        {data && `${count(data.ids.length)} places${data.truncated ? ', those named most often' : ''}`}
      </ScreenHead>
      {problem && <Problem problem={problem} onRetry={points.reload} />}
      {!data && !problem && <Skeleton label="Loading the places" lines={10} />}
      {data && data.ids.length === 0 && (
        <Empty title="No page names a place yet">
          <p>Places appear here as soon as a crawl has kept pages that name some.</p>
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
            box={question.box}
            onBox={(box) => change({ box })}
          />
          <Card
            title={names.length > 0 ? <bdi>{names.slice(0, 3).join(', ')}</bdi> : 'Pages of a place'}
            aside={
              (names.length > 0 || question.box) && (
                <Button look="quiet" onClick={() => change({ place: [], box: null })}>
                  Clear
                </Button>
              )
            }
          >
            {names.length > 0 || question.box ? (
              <HitList question={question} />
            ) : (
              <p className="muted">
                Pick a place on the map, or in the list below it, to see the pages that name it.
              </p>
            )}
          </Card>
        </div>
      )}
    </>
  )
}
