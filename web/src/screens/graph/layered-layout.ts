import type { Positions, Wires } from './force-layout.ts'

const COLUMN = 190
const ROW = 34
/** A layer with more nodes than this is folded into several columns, so that the drawing is about as wide as a screen. */
const rowsFor = (nodes: number): number => Math.max(24, Math.round(Math.sqrt(nodes) * 2.2))
/** Between two columns of one layer. */
const FOLD = 110
/** Sweeps that bring nodes near the mean height of those they are linked with; more change little. */
const SWEEPS = 6

/** Seeds at the left, and each layer one link further from them: how the crawl went out. */
export function layeredLayout({ nodes, from, to, depths }: Wires): Positions {
  const layers = layersOf(depths)
  const heights = new Float64Array(nodes)
  for (const layer of layers) spread(layer, heights)
  const neighbours = neighboursOf(nodes, from, to)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const wish = new Map(layer.map((node) => [node, mean(neighbours[node]!, heights) ?? heights[node]!]))
      layer.sort((a, b) => wish.get(a)! - wish.get(b)! || a - b)
      spread(layer, heights)
    }
  }
  const positions = new Float64Array(nodes * 2)
  let left = 0
  for (const layer of layers) {
    const columns = Math.max(1, Math.ceil(layer.length / rowsFor(nodes)))
    const rows = Math.ceil(layer.length / columns)
    layer.forEach((node, place) => {
      const column = place % columns
      const row = Math.floor(place / columns)
      positions[2 * node] = left + column * FOLD
      positions[2 * node + 1] = (row - (rows - 1) / 2) * ROW
    })
    left += (columns - 1) * FOLD + COLUMN
  }
  return positions
}

/** Nodes by depth, shallowest first; unused depths take no space. */
function layersOf(depths: Int32Array): number[][] {
  const layers = new Map<number, number[]>()
  depths.forEach((depth, node) => {
    const layer = layers.get(depth)
    if (layer) layer.push(node)
    else layers.set(depth, [node])
  })
  return [...layers].sort((a, b) => a[0] - b[0]).map(([, layer]) => layer)
}

/** Heights from -1 to 1 in the order of a layer. */
function spread(layer: readonly number[], heights: Float64Array): void {
  layer.forEach((node, place) => {
    heights[node] = ((place + 0.5) / layer.length) * 2 - 1
  })
}

function neighboursOf(nodes: number, from: Int32Array, to: Int32Array): number[][] {
  const neighbours: number[][] = Array.from({ length: nodes }, () => [])
  for (let e = 0; e < from.length; e++) {
    neighbours[from[e]!]!.push(to[e]!)
    neighbours[to[e]!]!.push(from[e]!)
  }
  return neighbours
}

function mean(nodes: readonly number[], heights: Float64Array): number | null {
  if (nodes.length === 0) return null
  let sum = 0
  for (const node of nodes) sum += heights[node]!
  return sum / nodes.length
}
