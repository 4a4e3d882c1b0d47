import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forceLayout, type Positions, type Wires } from './force-layout.ts'
import { layeredLayout } from './layered-layout.ts'
import { QuadTree } from './quad-tree.ts'

function wires(
  nodes: number,
  edges: readonly (readonly [number, number])[],
  depths?: readonly number[],
): Wires {
  return {
    nodes,
    from: Int32Array.from(edges, ([from]) => from),
    to: Int32Array.from(edges, ([, to]) => to),
    depths: Int32Array.from({ length: nodes }, (_, i) => depths?.[i] ?? 0),
    radii: new Float64Array(nodes).fill(6),
  }
}

function settled(graph: Wires): Positions {
  let last: Positions = new Float64Array()
  for (const positions of forceLayout(graph)) last = positions
  return last
}

const distance = (at: Positions, a: number, b: number) =>
  Math.hypot(at[2 * a]! - at[2 * b]!, at[2 * a + 1]! - at[2 * b + 1]!)

describe('QuadTree', () => {
  it('pushes as all points together would, within a few percent', () => {
    const point = fc.tuple(
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (points) => {
        const xs = Float64Array.from(points, ([x]) => x)
        const ys = Float64Array.from(points, ([, y]) => y)
        const tree = new QuadTree(points.length)
        tree.build(xs, ys)
        // From outside of the cloud, where directions do not cancel out.
        const push = { x: 0, y: 0 }
        tree.push(5_000, 0, 1, push)
        const exact = points.reduce((sum, [x, y]) => sum + (5_000 - x) / ((5_000 - x) ** 2 + y ** 2), 0)
        expect(push.x / exact).toBeGreaterThan(0.95)
        expect(push.x / exact).toBeLessThan(1.05)
      }),
    )
  })

  it('survives points that all have the same position', () => {
    const tree = new QuadTree(1_000)
    tree.build(new Float64Array(1_000), new Float64Array(1_000))
    const push = { x: 0, y: 0 }
    tree.push(10, 0, 1, push)
    expect(push.x).toBeCloseTo(100, 0)
  })
})

describe('forceLayout', () => {
  it('draws the same graph the same, every time', () => {
    const graph = wires(
      30,
      Array.from({ length: 40 }, (_, i) => [i % 30, (i * 7) % 30] as const),
    )
    expect(settled(graph)).toEqual(settled(graph))
  })

  it('brings linked nodes together and keeps others apart', () => {
    const cliques = [0, 5].flatMap((at) =>
      [0, 1, 2, 3, 4].flatMap((a) =>
        [0, 1, 2, 3, 4].filter((b) => b > a).map((b) => [at + a, at + b] as const),
      ),
    )
    const at = settled(wires(10, [...cliques, [0, 5]]))
    expect(distance(at, 1, 2)).toBeLessThan(distance(at, 1, 7))
    for (let a = 0; a < 10; a++) for (let b = 0; b < a; b++) expect(distance(at, a, b)).toBeGreaterThan(5)
  })

  it('places one node, none, and 2,000 around one', () => {
    expect(settled(wires(0, []))).toHaveLength(0)
    expect(settled(wires(1, []))).toHaveLength(2)
    const star = settled(
      wires(
        2_000,
        Array.from({ length: 1_999 }, (_, i) => [0, i + 1] as const),
      ),
    )
    expect(star.every(Number.isFinite)).toBe(true)
    expect(Math.max(...star.map(Math.abs))).toBeLessThan(20_000)
  })
})

describe('layeredLayout', () => {
  it('goes from the seeds to the right, a layer for each depth that is there', () => {
    const at = layeredLayout(
      wires(
        4,
        [
          [0, 1],
          [0, 2],
          [1, 3],
        ],
        [0, 1, 1, 7],
      ),
    )
    expect(at[0]).toBeLessThan(at[2]!)
    expect(at[2]).toBe(at[4])
    expect(at[6]! - at[2]!).toBe(at[2]! - at[0]!)
  })

  it('uncrosses what need not cross', () => {
    const at = layeredLayout(
      wires(
        6,
        [
          [0, 5],
          [1, 4],
          [2, 3],
        ],
        [0, 0, 0, 1, 1, 1],
      ),
    )
    const height = (node: number) => at[2 * node + 1]!
    const left = [0, 1, 2].toSorted((a, b) => height(a) - height(b))
    const right = [5, 4, 3].toSorted((a, b) => height(a) - height(b))
    expect(right).toEqual(left.map((node) => 5 - node))
  })

  it('gives each of 2,000 seeds a different position', () => {
    const at = layeredLayout(wires(2_000, []))
    const places = new Set(Array.from({ length: 2_000 }, (_, i) => `${at[2 * i]} ${at[2 * i + 1]}`))
    expect(places.size).toBe(2_000)
  })
})
