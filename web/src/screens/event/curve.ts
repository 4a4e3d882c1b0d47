export interface Point {
  readonly day: string
  readonly value: number
}

export const WIDTH = 640
export const HEIGHT = 180
const PAD = { left: 34, right: 10, top: 12, bottom: 24 }
const DAY_MS = 86_400_000
/** A curve is no sharper than the screen it is drawn on. */
const MAX_DRAWN = 1_200

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The positions of days and values in the drawing. */
export interface Frame {
  x(day: string): number
  y(value: number): number
  /** The point nearest to a place in the drawing. */
  indexAt(x: number): number
  readonly top: number
}

export function frameOf(points: readonly Point[]): Frame {
  const first = timeOf(points[0]?.day ?? '2000-01-01')
  const last = Math.max(timeOf(points.at(-1)?.day ?? '2000-01-01'), first + DAY_MS)
  const top = Math.max(1, ...points.map((point) => point.value))
  const x = (day: string) =>
    PAD.left + ((timeOf(day) - first) / (last - first)) * (WIDTH - PAD.left - PAD.right)
  const y = (value: number) => HEIGHT - PAD.bottom - (value / top) * (HEIGHT - PAD.top - PAD.bottom)
  const indexAt = (at: number) => {
    let best = 0
    for (const [index, point] of points.entries()) {
      if (Math.abs(x(point.day) - at) < Math.abs(x(points[best]?.day ?? '') - at)) best = index
    }
    return best
  }
  return { x, y, indexAt, top }
}

/** As a path; of many points the highest of each stretch stays, so that no peak is lost. */
export function pathOf(points: readonly Point[], frame: Frame): string {
  const step = Math.ceil(points.length / MAX_DRAWN)
  const drawn: Point[] = []
  for (let from = 0; from < points.length; from += step) {
    const stretch = points.slice(from, from + step)
    drawn.push(stretch.reduce((high, point) => (point.value > high.value ? point : high)))
  }
  const at = (point: Point) => `${frame.x(point.day).toFixed(1)} ${frame.y(point.value).toFixed(1)}`
  return drawn.map((point, index) => `${index === 0 ? 'M' : 'L'}${at(point)}`).join('')
}

/** At most this many days are written under the curve. */
const MAX_TICKS = 5

export function ticksOf(points: readonly Point[]): readonly string[] {
  const step = Math.max(1, Math.floor((points.length - 1) / (MAX_TICKS - 1)))
  return points
    .filter((_, index) => index % step === 0)
    .slice(0, MAX_TICKS)
    .map((point) => point.day)
}

/** The point at a day or, when there is none, the last one before it. */
export function indexOfDay(points: readonly Point[], day: string): number {
  const after = points.findIndex((point) => point.day > day)
  return Math.max(0, (after < 0 ? points.length : after) - 1)
}
