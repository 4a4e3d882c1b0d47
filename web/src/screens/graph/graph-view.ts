import type { Positions } from './force-layout.ts'
import { boundsOf } from './graph-export.ts'

/** The position of the drawing on the canvas: screen = drawing * scale + offset. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const MIN = 0.02
const MAX = 6
const MARGIN = 36
/** A small graph is not enlarged to fill the canvas. */
const MAX_FIT = 1.6

/** All of it in the middle. */
export function fitted(positions: Positions, size: Size): View {
  const { left, right, top, bottom } = boundsOf(positions)
  const scale = Math.min(
    MAX_FIT,
    (size.width - 2 * MARGIN) / Math.max(1, right - left),
    (size.height - 2 * MARGIN) / Math.max(1, bottom - top),
  )
  const held = Math.max(MIN, scale)
  return {
    scale: held,
    x: size.width / 2 - ((left + right) / 2) * held,
    y: size.height / 2 - ((top + bottom) / 2) * held,
  }
}

/** Larger or smaller by a factor; the point at x, y of the canvas stays where it is. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.min(MAX, Math.max(MIN, view.scale * factor))
  const real = scale / view.scale
  return { scale, x: x - (x - view.x) * real, y: y - (y - view.y) * real }
}

/** Moved just far enough to bring a node well inside the canvas. */
export function revealed(view: View, positions: Positions, node: number, size: Size): View {
  const [x, y] = [positions[2 * node]! * view.scale + view.x, positions[2 * node + 1]! * view.scale + view.y]
  const into = (at: number, length: number) =>
    Math.min(Math.max(at, Math.min(MARGIN * 2, length / 2)), length - Math.min(MARGIN * 2, length / 2))
  return { ...view, x: view.x + into(x, size.width) - x, y: view.y + into(y, size.height) - y }
}

/** The node under a point of the canvas, or nearly under it; null when there is none. */
export function nodeAt(
  positions: Positions,
  radii: ArrayLike<number>,
  view: View,
  x: number,
  y: number,
): number | null {
  let best: number | null = null
  let nearest = Infinity
  for (let i = 0; i < radii.length; i++) {
    const dx = positions[2 * i]! * view.scale + view.x - x
    const dy = positions[2 * i + 1]! * view.scale + view.y - y
    const distance = Math.hypot(dx, dy) - shownRadius(radii[i]!, view.scale)
    if (distance < NEAR && distance < nearest) {
      nearest = distance
      best = i
    }
  }
  return best
}

/** Pixels beside a node that still count as it: a finger is not a needle. */
const NEAR = 8
const MIN_RADIUS = 2

export const shownRadius = (radius: number, scale: number): number =>
  Math.max(MIN_RADIUS, radius * Math.min(1.5, scale))

export type Way = 'left' | 'right' | 'up' | 'down'

const WAYS: Readonly<Record<Way, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** The next node in a direction: near, and not too far aside; the first one when none is chosen. */
export function nextNode(positions: Positions, from: number | null, way: Way): number | null {
  const nodes = positions.length / 2
  if (from === null) return nodes === 0 ? null : 0
  const [wx, wy] = WAYS[way]
  let best: number | null = null
  let lowest = Infinity
  for (let i = 0; i < nodes; i++) {
    const dx = positions[2 * i]! - positions[2 * from]!
    const dy = positions[2 * i + 1]! - positions[2 * from + 1]!
    const along = dx * wx + dy * wy
    const aside = Math.abs(dx * wy - dy * wx)
    if (i === from || along <= 0 || aside > along) continue
    const cost = along + 2 * aside
    if (cost < lowest) {
      lowest = cost
      best = i
    }
  }
  return best
}
