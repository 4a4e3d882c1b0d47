import { useRef } from 'react'
import { useWidth } from '../../charts/use-width.ts'
import { count, share } from '../../design/format.ts'
import { type HarvestPoint, harvestSlope } from './harvest-slope.ts'

/** Until the width of the screen is known. */
const FIRST_WIDTH = 640
const HEIGHT = 240
const LEFT = 52
const BOTTOM = 30
const TOP = 10
const RIGHT = 12

/** Round steps of an axis: 1, 2 or 5 times a power of ten. */
function stepOf(largest: number, max: number): number {
  const rough = Math.max(1, largest) / max
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough) ?? power * 10
}

function ticksOf(largest: number, max: number): number[] {
  const step = Math.max(1, stepOf(largest, max))
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, i) => i * step)
}

/** Kept pages against fetched ones, with the slope of the most recent pages: once it flattens, little is left to find. */
export function HarvestCurve({ curve }: { readonly curve: readonly HarvestPoint[] }) {
  const figure = useRef<HTMLElement>(null)
  const width = useWidth(figure) || FIRST_WIDTH
  const end = curve.at(-1)
  if (!end || end.fetched === 0)
    return (
      <figure className="harvest" ref={figure}>
        <p className="muted">The curve starts with the first page.</p>
      </figure>
    )
  const max = Math.max(10, end.fetched)
  // The scale grows in steps, so that the curve is not redrawn at every page.
  const tallest = Math.max(10, stepOf(end.kept, 4) * Math.ceil(Math.max(1, end.kept) / stepOf(end.kept, 4)))
  const x = (fetched: number) => LEFT + (fetched / max) * (width - LEFT - RIGHT)
  const y = (kept: number) => HEIGHT - BOTTOM - (kept / tallest) * (HEIGHT - BOTTOM - TOP)
  const line = [{ fetched: 0, kept: 0 }, ...curve].map(
    ({ fetched, kept }) => `${x(fetched).toFixed(1)},${y(kept).toFixed(1)}`,
  )
  const slope = harvestSlope(curve)
  const overall = end.kept / end.fetched
  const now = slope === null ? '' : ` ${share(slope)} of the most recent pages were kept.`
  return (
    <figure className="harvest" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${count(end.kept)} of ${count(end.fetched)} fetched pages kept.${now}`}
      >
        {ticksOf(tallest, 4).map((kept) => (
          <g key={kept}>
            <line className="grid" x1={LEFT} x2={width - RIGHT} y1={y(kept)} y2={y(kept)} />
            <text x={LEFT - 6} y={y(kept) + 4} textAnchor="end">
              {count(kept)}
            </text>
          </g>
        ))}
        {ticksOf(max, width > 480 ? 5 : 3).map((fetched) => (
          <text key={fetched} x={x(fetched)} y={HEIGHT - 10} textAnchor={fetched === 0 ? 'start' : 'middle'}>
            {count(fetched)}
          </text>
        ))}
        <polyline className="curve" points={line.join(' ')} />
        {slope !== null && (
          <line
            className="slope"
            x1={x(end.fetched * 0.8)}
            y1={y(end.kept - slope * end.fetched * 0.2)}
            x2={x(end.fetched)}
            y2={y(end.kept)}
          />
        )}
        <circle className="now" cx={x(end.fetched)} cy={y(end.kept)} r="4" />
      </svg>
      <figcaption className="small muted figures">
        Kept of fetched: {share(overall)} overall
        {slope === null ? '' : `, ${share(slope)} recently`}
      </figcaption>
    </figure>
  )
}
