import { html, type Markup } from './html.ts'

interface ChartPoint {
  readonly at: number
  readonly mean: number
  /** Half the confidence interval; null if unknown. */
  readonly half: number | null
}

interface ChartSeries {
  /** The same in all charts of a page; determines colour, dashes and highlighting. */
  readonly id: number
  readonly label: string
  readonly points: readonly ChartPoint[]
}

export interface Chart {
  readonly id: string
  readonly title: string
  /** Text alternative for the chart. */
  readonly description: string
  readonly x: string
  readonly y: string
  readonly series: readonly ChartSeries[]
}

const WIDTH = 960
const HEIGHT = 460
const MARGIN = { top: 16, right: 240, bottom: 44, left: 56 }
const PLOT = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
/** Minimum distance between the labels at the ends of the lines. */
const LABEL_HEIGHT = 15
const COLOURS = 8
/** Combined with the colours, these distinguish the series. */
const DASHES = ['none', '7 4', '2 3', '9 3 2 3'] as const

/** Colour and dashes of a series in chart and legend. */
export function strokeOf(id: number): Markup {
  const dash = DASHES[Math.floor(id / COLOURS) % DASHES.length] ?? 'none'
  return html`stroke="var(--c${id % COLOURS})" stroke-dasharray="${dash}"`
}

/** Mean curves with confidence bands and labels at their ends. */
export function chartSvg({ id, title, description, x, y, series }: Chart): Markup {
  const last = Math.max(1, ...series.flatMap(({ points }) => points.map(({ at }) => at)))
  const highest = Math.max(0.01, ...series.flatMap(({ points }) => points.map(({ mean }) => mean)))
  const yTicks = ticksOf(Math.min(1, highest * 1.05))
  const top = yTicks.at(-1) ?? 1
  const px = (at: number) => MARGIN.left + (at / last) * PLOT.width
  const py = (value: number) => MARGIN.top + (1 - Math.min(Math.max(value, 0), top) / top) * PLOT.height
  const xTicks = ticksOf(last).filter((tick) => tick <= last)
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-description">
<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>
<g class="grid">${yTicks.map((tick) => html`<line x1="${MARGIN.left}" x2="${MARGIN.left + PLOT.width}" y1="${round(py(tick))}" y2="${round(py(tick))}"/><text x="${MARGIN.left - 8}" y="${round(py(tick) + 4)}" text-anchor="end">${tick}</text>`)}
${xTicks.map((tick) => html`<text x="${round(px(tick))}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${tick.toLocaleString('en')}</text>`)}
<text x="${MARGIN.left + PLOT.width / 2}" y="${HEIGHT - 6}" text-anchor="middle">${x}</text>
<text transform="translate(14 ${MARGIN.top + PLOT.height / 2}) rotate(-90)" text-anchor="middle">${y}</text></g>
${series.map((one) => seriesSvg(one, px, py))}
${endLabels(series, py)}</svg>`
}

type Scale = (value: number) => number

function seriesSvg({ id, label, points }: ChartSeries, px: Scale, py: Scale): Markup {
  const sure = points.flatMap(({ at, mean, half }) => (half === null ? [] : [{ at, mean, half }]))
  const upper = sure.map(({ at, mean, half }) => `${round(px(at))},${round(py(mean + half))}`)
  const lower = sure.map(({ at, mean, half }) => `${round(px(at))},${round(py(mean - half))}`).reverse()
  const line = points.map(({ at, mean }) => `${round(px(at))},${round(py(mean))}`).join(' ')
  return html`<g class="series" data-s="${id}"><title>${label}</title>${
    sure.length > 1 &&
    html`<polygon class="band" fill="var(--c${id % COLOURS})" points="${[...upper, ...lower].join(' ')}"/>`
  }<polyline class="hit" points="${line}"/><polyline class="line" ${strokeOf(id)} points="${line}"/></g>`
}

/** Labels at the right, the best on top, moved apart where lines end close together. */
function endLabels(series: readonly ChartSeries[], py: Scale): Markup[] {
  const ends = series
    .flatMap(({ id, label, points }) => {
      const last = points.at(-1)
      return last ? [{ id, label, mean: last.mean, y: py(last.mean) }] : []
    })
    .sort((a, b) => a.y - b.y || a.id - b.id)
  const placed: number[] = []
  for (const [i, { y }] of ends.entries()) placed.push(Math.max(y, (placed[i - 1] ?? 0) + LABEL_HEIGHT))
  const bottom = MARGIN.top + PLOT.height
  for (let i = placed.length - 1; i >= 0; i--) {
    const lowest = i === placed.length - 1 ? bottom : (placed[i + 1] ?? bottom) - LABEL_HEIGHT
    placed[i] = Math.min(placed[i] ?? lowest, lowest)
  }
  const left = MARGIN.left + PLOT.width
  return ends.map(({ id, label, mean, y }, i) => {
    const at = placed[i] ?? y
    return html`<g class="series end" data-s="${id}"><line class="leader" x1="${left + 2}" y1="${round(y)}" x2="${left + 14}" y2="${round(at)}" stroke="var(--c${id % COLOURS})"/><line x1="${left + 16}" y1="${round(at)}" x2="${left + 40}" y2="${round(at)}" class="line" ${strokeOf(id)}/><text x="${left + 46}" y="${round(at + 4)}">${shortened(label)} ${mean.toFixed(3)}</text></g>`
  })
}

const MAX_LABEL_LENGTH = 26

function shortened(label: string): string {
  return label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label
}

/** Four to seven round steps from 0 to above the highest value. */
export function ticksOf(highest: number): number[] {
  const rough = highest / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}

const round = (value: number) => Math.round(value * 10) / 10
