import type { Positions } from './force-layout.ts'
import type { Graph, Standing } from './graph-data.ts'
import { STANDINGS } from './graph-data.ts'
import type { Palette } from './graph-export.ts'
import { type Size, shownRadius, type View } from './graph-view.ts'

/** Lines drawn while the drawing moves: the heaviest. All of them when it rests. */
const MOVING_EDGES = 4_000
const MAX_LABELS = 70
const LABEL_PX = 12
const MAX_LABEL_LENGTH = 40

export interface Scene {
  readonly graph: Graph
  readonly positions: Positions
  readonly radii: Float64Array
  /** Edges from the heaviest down. */
  readonly heaviest: Int32Array
  /** Nodes from the largest down: who gets a label first. */
  readonly largest: Int32Array
  readonly palette: Palette & { readonly accent: string }
  readonly selected: number | null
  readonly hovered: number | null
  readonly moving: boolean
}

/** Draws everything once. */
export function drawGraph(canvas: CanvasRenderingContext2D, scene: Scene, view: View, size: Size): void {
  canvas.clearRect(0, 0, size.width, size.height)
  const around = neighbourhood(scene)
  drawEdges(canvas, scene, view, around)
  drawNodes(canvas, scene, view, around)
  drawLabels(canvas, scene, view, size, around)
}

/** The node looked at and those it is linked with; null when none is looked at. */
function neighbourhood({ graph, selected, hovered }: Scene): ReadonlySet<number> | null {
  const centre = hovered ?? selected
  if (centre === null) return null
  return new Set([
    centre,
    ...graph.inward[centre]!.map(({ node }) => node),
    ...graph.outward[centre]!.map(({ node }) => node),
  ])
}

const FAINT = 0.15

function drawEdges(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  around: ReadonlySet<number> | null,
): void {
  const { graph, positions, heaviest, palette } = scene
  const centre = scene.hovered ?? scene.selected
  const x = (node: number) => positions[2 * node]! * view.scale + view.x
  const y = (node: number) => positions[2 * node + 1]! * view.scale + view.y
  const drawn = scene.moving ? Math.min(MOVING_EDGES, heaviest.length) : heaviest.length
  canvas.lineWidth = 1
  canvas.strokeStyle = palette.edge
  canvas.globalAlpha = around ? FAINT : 0.45
  canvas.beginPath()
  for (let i = 0; i < drawn; i++) {
    const edge = heaviest[i]!
    canvas.moveTo(x(graph.from[edge]!), y(graph.from[edge]!))
    canvas.lineTo(x(graph.to[edge]!), y(graph.to[edge]!))
  }
  canvas.stroke()
  canvas.globalAlpha = 1
  if (centre === null) return
  canvas.strokeStyle = palette.accent
  canvas.fillStyle = palette.accent
  canvas.lineWidth = 1.5
  const arrow = (from: number, to: number) =>
    drawArrow(canvas, x(from), y(from), x(to), y(to), shownRadius(scene.radii[to]!, view.scale))
  for (const { node } of graph.outward[centre]!) arrow(centre, node)
  for (const { node } of graph.inward[centre]!) arrow(node, centre)
}

const HEAD = 7

function drawArrow(
  canvas: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  gap: number,
): void {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length <= gap) return
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
  const [tipX, tipY] = [x2 - ux * gap, y2 - uy * gap]
  canvas.beginPath()
  canvas.moveTo(x1, y1)
  canvas.lineTo(tipX, tipY)
  canvas.stroke()
  canvas.beginPath()
  canvas.moveTo(tipX, tipY)
  canvas.lineTo(tipX - HEAD * (ux + uy * 0.5), tipY - HEAD * (uy - ux * 0.5))
  canvas.lineTo(tipX - HEAD * (ux - uy * 0.5), tipY - HEAD * (uy + ux * 0.5))
  canvas.fill()
}

function drawNodes(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  around: ReadonlySet<number> | null,
): void {
  const { graph, positions, radii, palette } = scene
  for (const standing of STANDINGS) {
    canvas.fillStyle = palette[standing]
    canvas.strokeStyle = palette[standing]
    canvas.lineWidth = standing === 'unseen' ? 1.2 : 2
    for (let i = 0; i < radii.length; i++) {
      if (graph.standings[i] !== standing) continue
      canvas.globalAlpha = around === null || around.has(i) ? 1 : FAINT
      const [x, y] = [positions[2 * i]! * view.scale + view.x, positions[2 * i + 1]! * view.scale + view.y]
      drawShape(canvas, standing, x, y, shownRadius(radii[i]!, view.scale), palette.ground)
    }
  }
  canvas.globalAlpha = 1
  canvas.strokeStyle = palette.accent
  canvas.lineWidth = 3
  for (const node of new Set([scene.selected, scene.hovered])) {
    if (node === null) continue
    const [x, y] = [
      positions[2 * node]! * view.scale + view.x,
      positions[2 * node + 1]! * view.scale + view.y,
    ]
    canvas.beginPath()
    canvas.arc(x, y, shownRadius(radii[node]!, view.scale) + 4, 0, 2 * Math.PI)
    canvas.stroke()
  }
}

/** Full circle, half-full circle, empty square, empty diamond: distinguishable without colour. */
function drawShape(
  canvas: CanvasRenderingContext2D,
  standing: Standing,
  x: number,
  y: number,
  r: number,
  ground: string,
): void {
  const colour = canvas.fillStyle
  canvas.beginPath()
  if (standing === 'rejected') canvas.rect(x - r, y - r, 2 * r, 2 * r)
  else if (standing === 'unseen') {
    canvas.moveTo(x, y - r)
    canvas.lineTo(x + r, y)
    canvas.lineTo(x, y + r)
    canvas.lineTo(x - r, y)
    canvas.closePath()
  } else canvas.arc(x, y, r, 0, 2 * Math.PI)
  if (standing !== 'kept') canvas.fillStyle = ground
  canvas.fill()
  if (standing === 'kept') return
  canvas.fillStyle = colour
  canvas.stroke()
  if (standing !== 'mixed') return
  canvas.beginPath()
  canvas.arc(x, y, r, Math.PI / 2, (3 * Math.PI) / 2)
  canvas.fill()
}

/** The node looked at first, then its neighbours, then the largest, each only where nothing is written yet. */
function drawLabels(
  canvas: CanvasRenderingContext2D,
  { graph, positions, radii, largest, palette, moving }: Scene,
  view: View,
  size: Size,
  around: ReadonlySet<number> | null,
): void {
  const taken: { left: number; right: number; top: number; bottom: number }[] = []
  canvas.font = `${LABEL_PX}px system-ui, sans-serif`
  canvas.textBaseline = 'middle'
  canvas.lineWidth = 3
  canvas.lineJoin = 'round'
  canvas.strokeStyle = palette.ground
  canvas.fillStyle = palette.text
  for (const node of around ?? (moving ? largest.subarray(0, MAX_LABELS) : largest)) {
    if (taken.length >= MAX_LABELS) return
    const x = positions[2 * node]! * view.scale + view.x + shownRadius(radii[node]!, view.scale) + 4
    const y = positions[2 * node + 1]! * view.scale + view.y
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    const label = shortLabel(graph.nodes[node]!.label)
    const box = { left: x, right: x + label.length * 6.5, top: y - 8, bottom: y + 8 }
    if (
      taken.some((t) => t.left < box.right && t.right > box.left && t.top < box.bottom && t.bottom > box.top)
    )
      continue
    taken.push(box)
    canvas.strokeText(label, x, y)
    canvas.fillText(label, x, y)
  }
}

function shortLabel(label: string): string {
  const line = label.slice(0, MAX_LABEL_LENGTH * 2).replace(/\s+/g, ' ')
  return line.length > MAX_LABEL_LENGTH ? `${line.slice(0, MAX_LABEL_LENGTH - 1)}…` : line
}
