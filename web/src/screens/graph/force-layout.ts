import { QuadTree } from './quad-tree.ts'

/** What a layout needs to know of a graph. */
export interface Wires {
  readonly nodes: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** By node: how many links away from a seed. */
  readonly depths: Int32Array
  /** By node: radius on the drawing. */
  readonly radii: Float64Array
}

/** x of node i at 2i, y at 2i + 1. */
export type Positions = Float64Array

/** A layout has settled after so many steps: the cooling below ends there. */
const STEPS = 300
/** Pushes and springs that may be computed in all: about a second and a half. Beyond it a layout gets fewer steps, never more time. */
const WORK = 40_000_000
/** Steps that a tree walk costs for each node, about: measured on 2,000 nodes. */
const WALK = 90
const SPRING_LENGTH = 54
const REPULSION = 130
/** Towards the middle, so that parts without links do not drift away. */
const GRAVITY = 0.03
/** Parts without links to the largest one are attracted more strongly, and are placed around it. */
const APART_GRAVITY = 0.12
const FRICTION = 0.6
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/**
 * Springs along links, repulsion between all nodes, gravity to the middle. It begins on a sunflower spiral in the order of
 * the nodes and draws no chance, so the same graph is always drawn the same. Yields after every step.
 */
export function* forceLayout({ nodes, from, to, radii }: Wires): Generator<Positions, Positions> {
  const xs = new Float64Array(nodes)
  const ys = new Float64Array(nodes)
  const vx = new Float64Array(nodes)
  const vy = new Float64Array(nodes)
  for (let i = 0; i < nodes; i++) {
    const r = SPRING_LENGTH * 0.6 * Math.sqrt(i + 0.5)
    xs[i] = r * Math.cos(i * GOLDEN_ANGLE)
    ys[i] = r * Math.sin(i * GOLDEN_ANGLE)
  }
  const degrees = degreesOf(nodes, from, to)
  const apart = apartOf(nodes, from, to)
  const tree = new QuadTree(nodes)
  const push = { x: 0, y: 0 }
  const steps = Math.max(20, Math.min(STEPS, Math.floor(WORK / (nodes * WALK + from.length + 1))))
  const cooling = 0.001 ** (1 / steps)
  for (let step = 0, heat = 1; step < steps; step++, heat *= cooling) {
    tree.build(xs, ys)
    for (let i = 0; i < nodes; i++) {
      push.x = 0
      push.y = 0
      tree.push(xs[i]!, ys[i]!, REPULSION, push)
      const gravity = apart[i] ? APART_GRAVITY : GRAVITY
      vx[i]! += (push.x - xs[i]! * gravity) * heat
      vy[i]! += (push.y - ys[i]! * gravity) * heat
    }
    for (let e = 0; e < from.length; e++) {
      const [a, b] = [from[e]!, to[e]!]
      const dx = xs[b]! + vx[b]! - xs[a]! - vx[a]!
      const dy = ys[b]! + vy[b]! - ys[a]! - vy[a]!
      const distance = Math.max(1, Math.hypot(dx, dy))
      const rest = SPRING_LENGTH + radii[a]! + radii[b]!
      const pull = (((distance - rest) / distance) * heat) / Math.min(degrees[a]!, degrees[b]!)
      const share = degrees[a]! / (degrees[a]! + degrees[b]!)
      vx[b]! -= dx * pull * share
      vy[b]! -= dy * pull * share
      vx[a]! += dx * pull * (1 - share)
      vy[a]! += dy * pull * (1 - share)
    }
    for (let i = 0; i < nodes; i++) {
      vx[i]! *= FRICTION
      vy[i]! *= FRICTION
      xs[i]! += vx[i]!
      ys[i]! += vy[i]!
    }
    yield interleave(xs, ys)
  }
  return interleave(xs, ys)
}

/** By node: 1 when no way of links leads to the largest part of the graph. */
function apartOf(nodes: number, from: Int32Array, to: Int32Array): Uint8Array {
  const roots = Int32Array.from({ length: nodes }, (_, i) => i)
  const rootOf = (node: number): number => {
    let root = node
    while (roots[root] !== root) {
      roots[root] = roots[roots[root]!]!
      root = roots[root]!
    }
    return root
  }
  for (let e = 0; e < from.length; e++) roots[rootOf(from[e]!)] = rootOf(to[e]!)
  const sizes = new Int32Array(nodes)
  for (let i = 0; i < nodes; i++) sizes[rootOf(i)]! += 1
  const largest = sizes.indexOf(sizes.reduce((max, size) => Math.max(max, size), 0))
  return Uint8Array.from({ length: nodes }, (_, i) => (rootOf(i) === largest ? 0 : 1))
}

function degreesOf(nodes: number, from: Int32Array, to: Int32Array): Float64Array {
  const degrees = new Float64Array(nodes)
  for (let e = 0; e < from.length; e++) {
    degrees[from[e]!]! += 1
    degrees[to[e]!]! += 1
  }
  return degrees
}

function interleave(xs: Float64Array, ys: Float64Array): Positions {
  const positions = new Float64Array(xs.length * 2)
  for (let i = 0; i < xs.length; i++) {
    positions[2 * i] = xs[i]!
    positions[2 * i + 1] = ys[i]!
  }
  return positions
}
