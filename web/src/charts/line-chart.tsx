import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { count } from '../design/format.ts'
import { ChartTable } from './chart-table.tsx'
import './charts.css'
import { labelStep, niceTop } from './scale.ts'
import { useWidth } from './use-width.ts'

interface LineSeries {
  readonly name: string
  readonly values: readonly number[]
}

interface LineChartProps {
  readonly label: string
  /** The positions of the points of every series, ascending. */
  readonly xs: readonly number[]
  /** The label below a point, by its index. */
  readonly xText: (index: number) => string
  readonly series: readonly LineSeries[]
  readonly valueText?: (value: number) => string
  /** First day of each point, where the points are days: the numbers can then be read as a table. */
  readonly days?: readonly string[]
  /** Top of the axis; the largest value if omitted. */
  readonly top?: number
  readonly height?: number
}

const TICK_PX = 100

/** Several lines over the same points; the values at a point are read out when it is pointed at. */
export function LineChart({
  label,
  xs,
  xText,
  series,
  valueText = count,
  height = 180,
  ...rest
}: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [hovered, setHovered] = useState<number | null>(null)
  const top = useMemo(
    () =>
      rest.top ??
      niceTop(series.reduce((max, { values }) => values.reduce((a, b) => Math.max(a, b), max), 0)),
    [series, rest.top],
  )
  const first = xs[0] ?? 0
  const reach = (xs.at(-1) ?? 1) - first || 1
  const x = (index: number) => (((xs[index] ?? 0) - first) / reach) * width
  const paths = useMemo(() => {
    const y = (value: number) => height - 2 - (Math.min(value, top) / top) * (height - 4)
    const at = (index: number) => (((xs[index] ?? 0) - first) / reach) * width
    return series.map(({ values }) =>
      values
        .map((value, index) => `${index ? 'L' : 'M'}${at(index).toFixed(1)} ${y(value).toFixed(1)}`)
        .join(''),
    )
  }, [series, xs, width, height, top, first, reach])
  const point = (event: PointerEvent) => {
    const { left } = frame.current?.getBoundingClientRect() ?? { left: 0 }
    const target = first + ((event.clientX - left) / Math.max(1, width)) * reach
    setHovered(nearest(xs, target))
  }
  const step = labelStep(xs.length, width, TICK_PX)
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart-head">
        <ul className="chart-legend">
          {series.map(({ name, values }, index) => (
            <li key={name}>
              <span className={`swatch series-${(index % 6) + 1}`} aria-hidden="true" /> <bdi>{name}</bdi>
              {hovered !== null && (
                <span className="figures" aria-hidden="true">
                  {' '}
                  {valueText(values[hovered] ?? 0)}
                </span>
              )}
            </li>
          ))}
        </ul>
        <p className="chart-readout figures" aria-hidden="true">
          {hovered === null ? `max ${valueText(top)}` : xText(hovered)}
        </p>
      </div>
      <div
        ref={frame}
        className="chart-plot lines"
        style={{ height }}
        onPointerMove={point}
        onPointerLeave={() => setHovered(null)}
      >
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <title>{label}</title>
          {[0.25, 0.5, 0.75].map((part) => (
            <path key={part} className="chart-grid" d={`M0 ${height * part}H${width}`} />
          ))}
          {hovered !== null && <path className="chart-grid here" d={`M${x(hovered)} 0V${height}`} />}
          {paths.map((path, index) => (
            <path key={series[index]?.name} className={`series-line series-${(index % 6) + 1}`} d={path} />
          ))}
        </svg>
      </div>
      <div className="chart-ticks" aria-hidden="true">
        {xs.map((value, index) =>
          index % step === 0 && x(index) + TICK_PX * 0.8 <= width ? (
            <span key={value} style={{ left: x(index) }}>
              {xText(index)}
            </span>
          ) : null,
        )}
      </div>
      {rest.days && (
        <ChartTable
          caption={label}
          series={series.map(({ name }) => name)}
          rows={rest.days.map((head, at) => ({ head, values: series.map(({ values }) => values[at] ?? 0) }))}
          valueText={valueText}
        />
      )}
    </figure>
  )
}

function nearest(xs: readonly number[], target: number): number | null {
  if (xs.length === 0) return null
  let low = 0
  let high = xs.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((xs[middle] ?? 0) < target) low = middle + 1
    else high = middle
  }
  return low > 0 && target - (xs[low - 1] ?? 0) < (xs[low] ?? 0) - target ? low - 1 : low
}
