import { useMemo, useRef, useState } from 'react'
import { count, dayText } from '../design/format.ts'
import { type DayRange, spanOf } from './brush.ts'
import { ChartTable } from './chart-table.tsx'
import './charts.css'
import { labelStep, niceTop, positionOf, tickText } from './scale.ts'
import { TimelineBrush } from './timeline-brush.tsx'
import { useWidth } from './use-width.ts'

export interface TimelineBucket extends DayRange {
  readonly counts: readonly number[]
}

interface TimelineChartProps {
  readonly label: string
  readonly by: 'day' | 'week' | 'month' | 'year'
  readonly buckets: readonly TimelineBucket[]
  /** Names of `counts`, drawn on top of each other in the order given. */
  readonly series: readonly string[]
  /** The one of them that is only there to be compared with: drawn in grey. */
  readonly quiet?: string
  /** The days picked at present. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Offers brushing. */
  readonly onBrush?: (range: DayRange | null, how: 'new' | 'adjust') => void
  /** A line over the bars with a separate scale, such as the interest of an event. */
  readonly curve?: {
    readonly name: string
    readonly points: readonly { readonly day: string; readonly value: number }[]
  }
  /** Shown beside the legend, such as how many pages have no date. */
  readonly note?: string
  readonly height?: number
}

const TICK_PX = 90

/** Pages over time: bars that can be brushed. */
export function TimelineChart(props: TimelineChartProps) {
  const { label, by, buckets, series, onBrush, curve, note, height = 80 } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [hovered, setHovered] = useState<number | null>(null)
  const span = useMemo(() => spanOf(buckets, props.from, props.to), [buckets, props.from, props.to])
  const top = useMemo(() => niceTop(Math.max(0, ...buckets.map((bucket) => sum(bucket.counts)))), [buckets])
  const bars = useMemo(
    () => series.map((_, index) => barPath(buckets, index, { top, width, height })),
    [buckets, series, top, width, height],
  )
  const line = useMemo(
    () => (curve ? curvePath(curve.points, buckets, width, height) : ''),
    [curve, buckets, width, height],
  )
  const step = labelStep(buckets.length, width, TICK_PX)
  const pointed = hovered === null ? null : buckets[hovered]
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart-head">
        {(series.length > 1 || curve) && <Legend series={series} quiet={props.quiet} curve={curve?.name} />}
        {note && <p className="muted">{note}</p>}
        <p className="chart-readout figures" aria-hidden="true">
          {pointed ? readout(pointed, series) : `max ${count(top)}`}
        </p>
      </div>
      <div ref={frame} className="chart-plot" style={{ height }}>
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <title>{label}</title>
          {bars.map((path, index) => (
            <path key={series[index]} className={toneOf(index, series[index], props.quiet)} d={path} />
          ))}
          {line && <path className="chart-curve" d={line} />}
        </svg>
        {onBrush && buckets.length > 0 && (
          <TimelineBrush buckets={buckets} span={span} onBrush={onBrush} onHover={setHovered} />
        )}
      </div>
      <div className="chart-ticks" aria-hidden="true">
        {buckets.map((bucket, index) =>
          index % step === 0 && (index / buckets.length) * width + TICK_PX * 0.8 <= width ? (
            <span key={bucket.from} style={{ left: `${(index / buckets.length) * 100}%` }}>
              {tickText(bucket.from, by)}
            </span>
          ) : null,
        )}
      </div>
      <ChartTable
        caption={label}
        series={series}
        rows={buckets.map((bucket) => ({ head: bucket.from, values: bucket.counts }))}
      />
    </figure>
  )
}

const toneOf = (index: number, name: string | undefined, quiet: string | undefined) =>
  name === quiet ? 'series-quiet' : `series-${(index % 6) + 1}`

interface LegendProps {
  readonly series: readonly string[]
  readonly quiet: string | undefined
  readonly curve: string | undefined
}

function Legend({ series, quiet, curve }: LegendProps) {
  return (
    <ul className="chart-legend">
      {series.map((name, index) => (
        <li key={name}>
          <span className={`swatch ${toneOf(index, name, quiet)}`} aria-hidden="true" /> <bdi>{name}</bdi>
        </li>
      ))}
      {curve && (
        <li>
          <span className="swatch curve" aria-hidden="true" /> {curve}
        </li>
      )}
    </ul>
  )
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

function readout(bucket: TimelineBucket, series: readonly string[]): string {
  const days =
    bucket.from === bucket.to ? dayText(bucket.from) : `${dayText(bucket.from)} – ${dayText(bucket.to)}`
  const counts = bucket.counts.map((value, index) =>
    series.length > 1 ? `${series[index]} ${count(value)}` : count(value),
  )
  return `${days}: ${counts.join(', ')}`
}

interface Size {
  readonly top: number
  readonly width: number
  readonly height: number
}

/** All bars of one series as one path: thousands of days cost one element. */
function barPath(buckets: readonly TimelineBucket[], index: number, { top, width, height }: Size): string {
  const slot = width / buckets.length
  const bar = Math.max(1, slot - (slot > 4 ? 1 : 0))
  let path = ''
  buckets.forEach(({ counts }, at) => {
    const value = counts[index] ?? 0
    if (value <= 0) return
    const below = sum(counts.slice(0, index))
    // One page among thousands is still to be seen.
    const tall = Math.max(1.5, (value / top) * height)
    const foot = height - (below / top) * height
    path += `M${(at * slot).toFixed(1)} ${foot.toFixed(1)}h${bar.toFixed(1)}v${(-tall).toFixed(1)}h${(-bar).toFixed(1)}z`
  })
  return path
}

function curvePath(
  points: readonly { readonly day: string; readonly value: number }[],
  buckets: readonly TimelineBucket[],
  width: number,
  height: number,
): string {
  const top = Math.max(1, ...points.map((point) => point.value))
  let path = ''
  for (const { day, value } of points) {
    const at = positionOf(day, buckets)
    if (at < 0 || at > buckets.length) continue
    const x = (at / buckets.length) * width
    path += `${path ? 'L' : 'M'}${x.toFixed(1)} ${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`
  }
  return path
}
