import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { count, dayText } from '../../design/format.ts'
import { frameOf, HEIGHT, indexOfDay, type Point, pathOf, ticksOf, WIDTH } from './curve.ts'

interface InterestCurveProps {
  readonly points: readonly Point[]
  readonly start: string
  /** The detected start, shown beside the chosen one. */
  readonly found: string | null
  readonly onStart: (day: string) => void
  readonly disabled: boolean
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** Public interest over time, with the start of the event: drag it, or move it with the arrow keys. */
export function InterestCurve({ points, start, found, onStart, disabled }: InterestCurveProps) {
  const frame = useMemo(() => frameOf(points), [points])
  const path = useMemo(() => pathOf(points, frame), [points, frame])
  const svg = useRef<SVGSVGElement>(null)
  const at = start ? indexOfDay(points, start) : 0
  const moveTo = (index: number) => {
    const point = points[Math.min(Math.max(index, 0), points.length - 1)]
    if (point && point.day !== start) onStart(point.day)
  }
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled || (event.buttons & 1) === 0 || !svg.current) return
    const box = svg.current.getBoundingClientRect()
    moveTo(frame.indexAt(((event.clientX - box.left) / box.width) * WIDTH))
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key)
    if (step === undefined || disabled) return
    event.preventDefault()
    moveTo(at + step)
  }
  const shown = start || points[0]?.day || ''
  return (
    <div className="curve">
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Interest from ${dayText(points[0]?.day ?? '')} to ${dayText(points.at(-1)?.day ?? '')}, maximum ${count(frame.top)}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag(event)
        }}
        onPointerMove={drag}
      >
        <line
          className="curve-axis"
          x1={frame.x(points[0]?.day ?? '')}
          x2={WIDTH}
          y1={frame.y(0)}
          y2={frame.y(0)}
        />
        <text className="curve-text" x={28} y={frame.y(frame.top) + 4} textAnchor="end">
          {count(frame.top)}
        </text>
        <text className="curve-text" x={28} y={frame.y(0) + 4} textAnchor="end">
          0
        </text>
        {ticksOf(points).map((day) => (
          <text key={day} className="curve-text" x={frame.x(day)} y={HEIGHT - 6} textAnchor="start">
            {day}
          </text>
        ))}
        <path className="curve-line" d={path} />
        {found && found !== start && (
          <line className="curve-found" x1={frame.x(found)} x2={frame.x(found)} y1={8} y2={frame.y(0)} />
        )}
        <line className="curve-start" x1={frame.x(shown)} x2={frame.x(shown)} y1={8} y2={frame.y(0)} />
        <circle className="curve-grip" cx={frame.x(shown)} cy={10} r={7} />
      </svg>
      {!disabled && (
        <div
          className="curve-slider"
          role="slider"
          tabIndex={0}
          aria-label="Start of the event"
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={at}
          aria-valuetext={start ? dayText(start) : 'not set'}
          onKeyDown={press}
        >
          Start: <strong>{start ? dayText(start) : 'not set'}</strong>
          <span className="muted small"> drag the marker, or use the arrow keys here</span>
        </div>
      )}
    </div>
  )
}
