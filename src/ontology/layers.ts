/** A diagram to lay out: the nodes above each node, and the width of each. Nodes above come first. */
export interface Layered {
  readonly above: readonly (readonly number[])[]
  readonly widths: readonly number[]
}

export interface Layout {
  /** By node. */
  readonly x: readonly number[]
  /** By node, counted from the top. */
  readonly layer: readonly number[]
  readonly layers: number
  readonly width: number
  /** For every line from a node up to another, its bends from bottom to top. */
  readonly bends: ReadonlyMap<string, readonly { readonly x: number; readonly layer: number }[]>
}

/** A node of the diagram, or a point where a long line crosses a layer. */
interface Point {
  readonly layer: number
  readonly width: number
  readonly up: number[]
  readonly down: number[]
}

/** Sweeps after which the order of a layer rarely changes. */
const ORDER_SWEEPS = 12
const PLACE_SWEEPS = 24
const GAP = 18

/**
 * Lays out a diagram in layers so that lines are short and rarely cross: layers by the longest path from the
 * top, order by the mean position of neighbours, positions by the same mean without overlap.
 */
export function layOut({ above, widths }: Layered): Layout {
  const layer: number[] = []
  for (const [node, over] of above.entries())
    layer[node] = over.reduce((most, one) => Math.max(most, (layer[one] ?? 0) + 1), 0)
  const points: Point[] = widths.map((width, node) => ({ layer: layer[node] ?? 0, width, up: [], down: [] }))
  const routes = new Map<string, number[]>()
  for (const [node, over] of above.entries())
    for (const one of over) routes.set(lineKey(node, one), connect(points, node, one))
  const rows = rowsOf(points)
  for (let sweep = 0; sweep < ORDER_SWEEPS; sweep++) orderRows(rows, points, sweep % 2 === 0)
  const x = placeRows(rows, points)
  const left = Math.min(...points.map((point, i) => (x[i] ?? 0) - point.width / 2))
  const right = Math.max(...points.map((point, i) => (x[i] ?? 0) + point.width / 2))
  const at = (point: number) => (x[point] ?? 0) - left
  return {
    x: widths.map((_, node) => at(node)),
    layer,
    layers: rows.length,
    width: right - left,
    bends: new Map(
      [...routes].map(([key, route]) => [
        key,
        route.map((i) => ({ x: at(i), layer: points[i]?.layer ?? 0 })),
      ]),
    ),
  }
}

export function lineKey(from: number, to: number): string {
  return `${from}>${to}`
}

/**
 * Connects two nodes through a new point on each layer between them; returns these points from bottom to top.
 */
function connect(points: Point[], low: number, high: number): number[] {
  const route: number[] = []
  let from = low
  for (let layer = (points[low]?.layer ?? 0) - 1; layer > (points[high]?.layer ?? 0); layer--) {
    const bend = points.push({ layer, width: 4, up: [], down: [] }) - 1
    join(points, from, bend)
    route.push(bend)
    from = bend
  }
  join(points, from, high)
  return route
}

function join(points: readonly Point[], low: number, high: number): void {
  points[low]?.up.push(high)
  points[high]?.down.push(low)
}

function rowsOf(points: readonly Point[]): number[][] {
  const rows: number[][] = []
  for (const [i, { layer }] of points.entries()) {
    while (rows.length <= layer) rows.push([])
    rows[layer]?.push(i)
  }
  return rows
}

function orderRows(rows: readonly number[][], points: readonly Point[], downwards: boolean): void {
  const place = new Map<number, number>()
  for (const row of rows) for (const [i, point] of row.entries()) place.set(point, (i + 0.5) / row.length)
  for (const row of downwards ? rows : rows.toReversed()) {
    const mean = new Map(
      row.map((point) => {
        const near = (downwards ? points[point]?.up : points[point]?.down) ?? []
        const sum = near.reduce((total, one) => total + (place.get(one) ?? 0), 0)
        return [point, near.length > 0 ? sum / near.length : (place.get(point) ?? 0)]
      }),
    )
    row.sort((a, b) => (mean.get(a) ?? 0) - (mean.get(b) ?? 0))
    for (const [i, point] of row.entries()) place.set(point, (i + 0.5) / row.length)
  }
}

function placeRows(rows: readonly number[][], points: readonly Point[]): number[] {
  const x = new Array<number>(points.length).fill(0)
  for (const row of rows) spread(row, points, x, new Map())
  for (let sweep = 0; sweep < PLACE_SWEEPS; sweep++) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const wish = new Map(
        row.map((point) => {
          const near = [...(points[point]?.up ?? []), ...(points[point]?.down ?? [])]
          const sum = near.reduce((total, one) => total + (x[one] ?? 0), 0)
          return [point, near.length > 0 ? sum / near.length : (x[point] ?? 0)]
        }),
      )
      spread(row, points, x, wish)
    }
  }
  return x
}

/**
 * As close to the desired positions as the widths allow: the mean of a left-aligned and a right-aligned
 * placement.
 */
function spread(
  row: readonly number[],
  points: readonly Point[],
  x: number[],
  wish: ReadonlyMap<number, number>,
): void {
  const apart = (a: number, b: number) => ((points[a]?.width ?? 0) + (points[b]?.width ?? 0)) / 2 + GAP
  const right: number[] = []
  for (const [i, point] of row.entries()) {
    const before = row[i - 1]
    const wished = wish.get(point) ?? 0
    right.push(before === undefined ? wished : Math.max(wished, (right[i - 1] ?? 0) + apart(before, point)))
  }
  const left: number[] = []
  for (let i = row.length - 1; i >= 0; i--) {
    const [point, after] = [row[i] ?? 0, row[i + 1]]
    const wished = wish.get(point) ?? 0
    left[i] = after === undefined ? wished : Math.min(wished, (left[i + 1] ?? 0) - apart(point, after))
  }
  for (const [i, point] of row.entries()) x[point] = ((right[i] ?? 0) + (left[i] ?? 0)) / 2
}
