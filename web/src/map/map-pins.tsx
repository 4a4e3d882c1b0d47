import { type RefObject, useCallback, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { numbersOf, type PinGroup } from './pin-groups.ts'

export interface PinsHandle {
  /** Moves every pin to the current position of its place. */
  readonly place: () => void
}

interface Props {
  readonly handle: RefObject<PinsHandle | null>
  readonly groups: readonly PinGroup[]
  readonly pixelOf: (lat: number, lon: number) => readonly [number, number] | null
  readonly highlighted: ReadonlySet<number>
  readonly onHighlight: (numbers: readonly number[]) => void
  readonly onPick: (number: number) => void
}

/** Begins with the text on the pin, so that voice control finds it. */
const labelOf = ({ pins }: PinGroup) => {
  const described = pins.map((pin) => `${pin.number}: ${pin.title}, ${pin.place}`).join('; ')
  return pins.length > 1 ? `${numbersOf(pins)}. ${described}` : described
}

/** The numbered pins: real buttons above the canvas, which the keyboard and screen readers reach. */
export function MapPins({ handle, groups, pixelOf, highlighted, onHighlight, onPick }: Props) {
  const heads = useRef(new Map<PinGroup, HTMLElement>())
  const place = useCallback(() => {
    for (const [{ lat, lon }, head] of heads.current) {
      const pixel = pixelOf(lat, lon)
      head.style.visibility = pixel ? 'visible' : 'hidden'
      // The sharp corner at the lower left marks the place.
      if (pixel) head.style.transform = `translate(${pixel[0]}px, ${pixel[1]}px) translate(-3px, -100%)`
    }
  }, [pixelOf])
  useImperativeHandle(handle, () => ({ place }), [place])
  useLayoutEffect(() => {
    if (groups) place()
  }, [groups, place])
  return (
    <div className="map-pins">
      {groups.map((group) => {
        const numbers = group.pins.map((pin) => pin.number)
        const lit = numbers.some((number) => highlighted.has(number))
        return (
          <button
            key={numbers.join('-')}
            ref={(head) => {
              if (head) heads.current.set(group, head)
              return () => void heads.current.delete(group)
            }}
            type="button"
            className="map-pin"
            data-lit={lit}
            data-numbers={numbers.join(' ')}
            aria-label={labelOf(group)}
            onPointerEnter={() => onHighlight(numbers)}
            onPointerLeave={() => onHighlight([])}
            onFocus={() => onHighlight(numbers)}
            onBlur={() => onHighlight([])}
            onClick={() => onPick(numbers[0] ?? 0)}
          >
            {numbersOf(group.pins)}
          </button>
        )
      })}
    </div>
  )
}
