import { useMemo, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/states.tsx'
import { PlaceMap } from '../../map/place-map.tsx'
import { type FoundPlace, PlaceBox, placeNote } from './place-box.tsx'
import type { EventEditor } from './use-event-editor.ts'
import { WeightedList } from './weighted-list.tsx'

/** Where it happened: by typing, or by clicking the map. */
export function WherePart({
  editor,
  disabled,
}: {
  readonly editor: EventEditor
  readonly disabled: boolean
}) {
  const { draft, read } = editor
  const near = useAction('GET /api/places/near')
  const [offered, setOffered] = useState<readonly FoundPlace[]>([])
  const announce = useAnnounce()
  const known = useMemo(() => new Map(read?.places.map((place) => [place.as, place])), [read])
  const shown = useMemo(
    () =>
      draft.where.flatMap(({ name, weight }) => {
        const place = known.get(name)
        return place ? [{ id: place.id, name: place.name, lat: place.lat, lon: place.lon, weight }] : []
      }),
    [draft.where, known],
  )
  const numberOf = (name: string) => {
    const index = shown.findIndex((place) => place.id === known.get(name)?.id)
    return index < 0 ? undefined : index + 1
  }
  const add = (place: FoundPlace) => {
    const as = place.within ? `${place.name}, ${place.within}` : place.name
    if (draft.where.some(({ name }) => name === as || known.get(name)?.id === place.id)) {
      announce(`${place.name} is already in the list.`)
      return
    }
    editor.pick(as, place.id)
    editor.change({ where: [...draft.where, { name: as, weight: 1 }] })
    announce(`${place.name} added.`, { quiet: true })
    setOffered([])
  }
  const pickAt = async (lat: number, lon: number) => {
    const found = await near.run({ query: { lat, lon } })
    if (found) setOffered(found.places.slice(0, 6))
  }
  const note = (name: string) => {
    const place = known.get(name)
    if (!place) return null
    const sameName = place.as === place.name || place.as.startsWith(`${place.name},`)
    return sameName ? place.level : `${place.level}: ${place.name}, ${place.within}`
  }
  return (
    <Card title="Where">
      {!disabled && <PlaceBox onPick={add} />}
      <PlaceMap places={shown} onPick={(lat, lon) => !disabled && void pickAt(lat, lon)} />
      {near.problem && <Problem problem={near.problem} />}
      {offered.length > 0 && (
        <fieldset className="offered">
          <legend>Places at this point</legend>
          {offered.map((place) => (
            <Button key={place.id} onClick={() => add(place)} title={placeNote(place)}>
              {place.name}
              <span className="muted small">{place.level}</span>
            </Button>
          ))}
          <Button look="quiet" onClick={() => setOffered([])}>
            None of these
          </Button>
        </fieldset>
      )}
      <WeightedList
        noun="place"
        list={draft.where}
        onChange={(where) => editor.change({ where })}
        typing={false}
        {...{ disabled, note }}
        numberOf={numberOf}
      />
      {draft.where.length === 0 && (
        <p className="muted small">Without places, pages are judged by words and dates only.</p>
      )}
    </Card>
  )
}
