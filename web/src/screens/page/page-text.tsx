import { useMemo, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { Button } from '../../design/button.tsx'
import { count } from '../../design/format.ts'
import { directionOf, textParts } from './text-parts.ts'

export type PageView = Reply<'GET /api/collections/:id/pages/:page'>

interface Props {
  readonly view: PageView
  /** The place pointed at, here or on the map. */
  readonly lit: string | null
  readonly onLight: (id: string | null) => void
  readonly onShow: (id: string) => void
}

/** Longer texts are shown in full on request. */
const FIRST_LENGTH = 60_000

/** The text with its places marked: point at one to see which it is, click to see it on the map. */
export function PageText({ view, lit, onLight, onShow }: Props) {
  const [whole, setWhole] = useState(false)
  const names = useMemo(() => new Map(view.places.map(({ id, name }) => [id, name])), [view.places])
  const parts = useMemo(
    () => textParts(view.text, view.placeMarks, whole ? Infinity : FIRST_LENGTH),
    [view.text, view.placeMarks, whole],
  )
  if (view.text === '') {
    return (
      <p className="notice">
        {view.robots.length > 0
          ? `The site does not permit keeping a copy (${view.robots.join(', ')}), so the text is not stored.`
          : 'No text was found on this page.'}
      </p>
    )
  }
  return (
    <>
      <article className="page-text" lang={view.language || undefined} dir={directionOf(view.language)}>
        {parts.map(({ start, text, place }) =>
          place === null ? (
            text
          ) : (
            <button
              key={start}
              type="button"
              className="place-mark"
              data-lit={lit === place}
              data-tip={names.get(place) ?? place}
              onPointerEnter={() => onLight(place)}
              onPointerLeave={() => onLight(null)}
              onFocus={() => onLight(place)}
              onBlur={() => onLight(null)}
              onClick={() => onShow(place)}
            >
              {text}
              <span className="unseen"> (place: {names.get(place) ?? place})</span>
            </button>
          ),
        )}
      </article>
      {!whole && view.text.length > FIRST_LENGTH && (
        <Button onClick={() => setWhole(true)}>Show all {count(view.text.length)} characters</Button>
      )}
    </>
  )
}
