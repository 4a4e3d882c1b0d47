/** Cells of a tree over n points are at most this many times n; deeper ones share a cell. */
const CELLS_PER_POINT = 4
/** Points closer than 2^-24 of the drawing are one point for the forces. */
const MAX_DEPTH = 24
/** A cell that looks smaller than this from a point (its side over its distance) is felt as one mass. */
const OPENING = 0.9
const NOBODY = -1

/** Barnes and Hut's tree: what all points do to one point, in about log n steps. Rebuilt for each step of the layout. */
export class QuadTree {
  readonly #children: Int32Array
  readonly #mass: Float64Array
  readonly #sumX: Float64Array
  readonly #sumY: Float64Array
  readonly #side: Float64Array
  /** The only point of a cell, while it has one alone. */
  readonly #point: Int32Array
  readonly #stack: Int32Array
  #used = 0

  constructor(points: number) {
    const cells = Math.max(64, points * CELLS_PER_POINT)
    this.#children = new Int32Array(cells * 4)
    this.#mass = new Float64Array(cells)
    this.#sumX = new Float64Array(cells)
    this.#sumY = new Float64Array(cells)
    this.#side = new Float64Array(cells)
    this.#point = new Int32Array(cells)
    this.#stack = new Int32Array(MAX_DEPTH * 4 + 8)
  }

  build(xs: Float64Array, ys: Float64Array): void {
    const corner = square(xs, ys)
    this.#used = 0
    this.#cell(corner.side)
    for (let i = 0; i < xs.length; i++) this.#insert(i, xs, ys, corner)
  }

  /** Adds to `push` how a point at x, y is pushed away by all others: strength * mass / distance. */
  push(x: number, y: number, strength: number, push: { x: number; y: number }): void {
    const stack = this.#stack
    let top = 0
    stack[top++] = 0
    while (top > 0) {
      const cell = stack[--top]!
      const mass = this.#mass[cell]!
      if (mass === 0) continue
      const dx = x - this.#sumX[cell]! / mass
      const dy = y - this.#sumY[cell]! / mass
      const square = dx * dx + dy * dy
      const side = this.#side[cell]!
      if (side * side > OPENING * OPENING * square && this.#hasChildren(cell)) {
        for (let q = 0; q < 4; q++) {
          const child = this.#children[cell * 4 + q]!
          if (child !== 0) stack[top++] = child
        }
      } else if (square > 1e-9) {
        const pull = (strength * mass) / Math.max(1, square)
        push.x += dx * pull
        push.y += dy * pull
      }
    }
  }

  #insert(point: number, xs: Float64Array, ys: Float64Array, corner: Corner): void {
    const at = { ...corner }
    let cell = 0
    for (let depth = 0; this.#mass[cell]! > 0; depth++) {
      const before = this.#point[cell]!
      this.#add(cell, xs[point]!, ys[point]!)
      this.#point[cell] = NOBODY
      // Out of depth or out of cells: they share this one.
      if (depth === MAX_DEPTH || this.#used + 2 > this.#mass.length) return
      at.side /= 2
      if (before !== NOBODY) this.#settle(this.#childAt(cell, xs[before]!, ys[before]!, at), before, xs, ys)
      else if (!this.#hasChildren(cell)) return
      cell = this.#childAt(cell, xs[point]!, ys[point]!, at)
      if (xs[point]! >= at.x + at.side) at.x += at.side
      if (ys[point]! >= at.y + at.side) at.y += at.side
    }
    this.#settle(cell, point, xs, ys)
  }

  #settle(cell: number, point: number, xs: Float64Array, ys: Float64Array): void {
    this.#add(cell, xs[point]!, ys[point]!)
    this.#point[cell] = point
  }

  #add(cell: number, x: number, y: number): void {
    this.#mass[cell]! += 1
    this.#sumX[cell]! += x
    this.#sumY[cell]! += y
  }

  /** The quarter of a cell that holds a point, made when it is not there; `at` has the cell's corner and half its side. */
  #childAt(cell: number, x: number, y: number, at: Corner): number {
    const slot = cell * 4 + (y >= at.y + at.side ? 2 : 0) + (x >= at.x + at.side ? 1 : 0)
    if (this.#children[slot] === 0) this.#children[slot] = this.#cell(at.side)
    return this.#children[slot]!
  }

  #hasChildren(cell: number): boolean {
    const at = cell * 4
    const c = this.#children
    return c[at] !== 0 || c[at + 1] !== 0 || c[at + 2] !== 0 || c[at + 3] !== 0
  }

  #cell(side: number): number {
    const cell = this.#used++
    this.#children.fill(0, cell * 4, cell * 4 + 4)
    this.#mass[cell] = 0
    this.#sumX[cell] = 0
    this.#sumY[cell] = 0
    this.#side[cell] = side
    this.#point[cell] = NOBODY
    return cell
  }
}

interface Corner {
  x: number
  y: number
  side: number
}

function square(xs: Float64Array, ys: Float64Array): Corner {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < xs.length; i++) {
    minX = Math.min(minX, xs[i]!)
    maxX = Math.max(maxX, xs[i]!)
    minY = Math.min(minY, ys[i]!)
    maxY = Math.max(maxY, ys[i]!)
  }
  return { x: minX, y: minY, side: Math.max(1, maxX - minX, maxY - minY) }
}
