import { useMemo } from 'react'
import { LazyMap } from './lazy-map.tsx'

interface PlaceMapProps {
  readonly places: readonly {
    readonly id: string
    readonly name: string
    readonly lat: number
    readonly lon: number
    readonly weight: number
  }[]
  /** Where the map was pressed. */
  readonly onPick: (lat: number, lon: number) => void
}

/** A map to pick places from: the ones chosen bear the numbers of their list, a press anywhere picks another. */
export function PlaceMap({ places, onPick }: PlaceMapProps) {
  const pins = useMemo(
    () =>
      places.map(({ name, lat, lon, weight }, index) => ({
        number: index + 1,
        lat,
        lon,
        title: name,
        place: `weight ${weight.toFixed(2)}`,
      })),
    [places],
  )
  return <LazyMap label="Places of the event" pins={pins} onPickPoint={onPick} />
}
