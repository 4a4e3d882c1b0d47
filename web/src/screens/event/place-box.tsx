import { useEffect, useId, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { Field } from '../../design/field.tsx'
import { count } from '../../design/format.ts'
import { useDebounced } from '../../design/use-debounced.ts'

export type FoundPlace = Reply<'GET /api/places'>['places'][number]

interface PlaceBoxProps {
  readonly onPick: (place: FoundPlace) => void
}

/** Places of the gazetteer by typing: a combobox as ARIA describes it. */
export function PlaceBox({ onPick }: PlaceBoxProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const list = useId()
  const searched = useDebounced(typed.trim(), 120)
  const { data, problem, loading } = useCall(
    'GET /api/places',
    searched ? { query: { q: searched, limit: 8 } } : null,
    {
      keep: true,
    },
  )
  const places = typed.trim() === '' ? [] : (data?.places ?? [])
  const shown = open && places.length > 0
  const current = searched === typed.trim() && !loading
  const take = (place: FoundPlace | undefined) => {
    if (!place) return
    onPick(place)
    setTyped('')
    setOpen(false)
    setAt(0)
  }
  // Enter pressed before the list has loaded takes its best entry.
  const [enterPending, setEnterPending] = useState(false)
  useEffect(() => {
    if (!enterPending || !current) return
    setEnterPending(false)
    take(places[0])
  })
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') setAt(shown ? (at + 1) % places.length : at)
    else if (key === 'ArrowUp') setAt(shown ? (at + places.length - 1) % places.length : at)
    else if (key === 'Enter' && typed.trim() !== '') current ? take(places[at]) : setEnterPending(true)
    else if (key === 'Escape' && shown) setOpen(false)
    else return false
    if (key.startsWith('Arrow')) setOpen(true)
    return true
  }
  const nothing = searched !== '' && searched === typed.trim() && data !== undefined && places.length === 0
  return (
    <div className="place-box">
      <Field
        label="Add a place"
        hint="Type a few letters in any language and choose with the arrow keys, or click the map."
        error={problem?.message ?? (nothing ? 'No matching place in the gazetteer.' : null)}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            role="combobox"
            aria-expanded={shown}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={shown ? `${list}-${at}` : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setEnterPending(false)
              setOpen(true)
              setAt(0)
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => press(event.key) && event.preventDefault()}
          />
        )}
      </Field>
      <PlaceOptions {...{ list, places, at, shown }} onTake={take} />
    </div>
  )
}

interface PlaceOptionsProps {
  readonly list: string
  readonly places: readonly FoundPlace[]
  readonly at: number
  readonly shown: boolean
  readonly onTake: (place: FoundPlace) => void
}

function PlaceOptions({ list, places, at, shown, onTake }: PlaceOptionsProps) {
  return (
    <div id={list} role="listbox" aria-label="Places" className="place-options" hidden={!shown}>
      {places.map((place, index) => (
        <div
          key={place.id}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // Before the box loses the focus and closes the list.
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(place)
          }}
        >
          <strong>{place.name}</strong> <span className="muted">{placeNote(place)}</span>
        </div>
      ))}
    </div>
  )
}

/** "town in Leyte, Philippines, 221,174 people" */
export function placeNote(place: Pick<FoundPlace, 'level' | 'within' | 'population'>): string {
  const where = place.within ? `${place.level} in ${place.within}` : place.level
  return place.population > 0 ? `${where}, ${count(place.population)} people` : where
}
