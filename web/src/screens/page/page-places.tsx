import { useMemo } from 'react'
import { count, plural } from '../../design/format.ts'
import { LazyMap } from '../../map/lazy-map.tsx'
import type { PageView } from './page-text.tsx'

interface Props {
  readonly places: PageView['places']
  readonly lit: string | null
  readonly shown: string | null
  readonly onLight: (id: string | null) => void
  readonly onShow: (id: string) => void
}

/** Places listed and drawn; the rest of a gazetteer page's hundreds are in the text. */
const MAX = 40

/** The places a page names, numbered on a small map. */
export function PagePlaces({ places, lit, shown, onLight, onShow }: Props) {
  const listed = useMemo(() => places.slice(0, MAX), [places])
  const pins = useMemo(
    () =>
      listed.map(({ name, lat, lon, count: times }, index) => ({
        number: index + 1,
        lat,
        lon,
        title: name,
        place: plural(times, 'mention'),
      })),
    [listed],
  )
  const highlighted = useMemo(() => {
    const at = listed.findIndex(({ id }) => id === lit)
    return new Set(at < 0 ? [] : [at + 1])
  }, [listed, lit])
  const focus = useMemo(() => places.find(({ id }) => id === shown) ?? null, [places, shown])
  if (listed.length === 0) return <p className="muted">No known place is named on this page.</p>
  return (
    <div className="page-places">
      <LazyMap
        label="Places named on this page"
        pins={pins}
        highlighted={highlighted}
        focus={focus}
        onHighlight={([number]) => onLight(number === undefined ? null : (listed[number - 1]?.id ?? null))}
        onPickPin={(number) => onShow(listed[number - 1]?.id ?? '')}
      />
      <ol className="row">
        {listed.map(({ id, name, count: times }, index) => (
          <li key={id}>
            <button
              type="button"
              className="chip"
              aria-pressed={lit === id || shown === id}
              onPointerEnter={() => onLight(id)}
              onPointerLeave={() => onLight(null)}
              onClick={() => onShow(id)}
            >
              {index + 1} <bdi>{name}</bdi> <span className="muted figures">{count(times)}</span>
            </button>
          </li>
        ))}
      </ol>
      {places.length > MAX && <p className="muted small">Showing the {MAX} most frequent places.</p>}
    </div>
  )
}
