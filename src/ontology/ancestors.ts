import { countBits } from './bits.ts'
import type { Hierarchy } from './hierarchy.ts'

/** A concept and every broader one. */
export function ancestorsOf({ parents }: Hierarchy, concept: number): ReadonlySet<number> {
  const found = new Set([concept])
  for (const one of found) for (const parent of parents[one] ?? []) found.add(parent)
  return found
}

export interface SharedAncestors {
  /** By concept, how many it has, itself included. */
  readonly counts: Uint32Array
  /** By concept, how many of them are also ancestors of the given concept. */
  readonly shared: Uint32Array
}

/**
 * Counts ancestors, and those shared with `concept`, for all concepts: by following parents, or with bit sets
 * where that is less work.
 */
export function sharedAncestors(hierarchy: Hierarchy, concept: number): SharedAncestors {
  return byWalking(hierarchy, concept) ?? byBits(hierarchy, concept)
}

/**
 * A concept with one parent has its ancestors and one more; only the others are traversed. Null if that takes
 * too long.
 */
function byWalking(hierarchy: Hierarchy, concept: number): SharedAncestors | null {
  const { order, parents } = hierarchy
  const [counts, shared] = [new Uint32Array(parents.length), new Uint32Array(parents.length)]
  const wanted = ancestorsOf(hierarchy, concept)
  const metBy = new Int32Array(parents.length).fill(-1)
  let left = (parents.length * parents.length) / 32
  for (const at of order) {
    const above = parents[at] ?? []
    const only = above[0]
    if (above.length < 2) {
      counts[at] = only === undefined ? 1 : (counts[only] ?? 0) + 1
      shared[at] = (only === undefined ? 0 : (shared[only] ?? 0)) + (wanted.has(at) ? 1 : 0)
      continue
    }
    const met = [at]
    metBy[at] = at
    let both = 0
    for (let i = 0; i < met.length; i++) {
      const one = met[i] ?? 0
      if (wanted.has(one)) both++
      for (const parent of parents[one] ?? []) {
        left--
        if (metBy[parent] === at) continue
        metBy[parent] = at
        met.push(parent)
      }
    }
    if (left < 0) return null
    counts[at] = met.length
    shared[at] = both
  }
  return { counts, shared }
}

/**
 * Propagates 32 possible ancestors at once: in a deep graph with many parents, traversal would take quadratic
 * time.
 */
function byBits({ order, parents }: Hierarchy, concept: number): SharedAncestors {
  const [counts, shared] = [new Uint32Array(parents.length), new Uint32Array(parents.length)]
  const bits = new Uint32Array(parents.length)
  for (let start = 0; start < order.length; start += 32) {
    bits.fill(0)
    for (let i = start; i < order.length; i++) {
      const at = order[i] ?? 0
      let above = i < start + 32 ? 1 << (i - start) : 0
      for (const parent of parents[at] ?? []) above |= bits[parent] ?? 0
      bits[at] = above
    }
    const own = bits[concept] ?? 0
    for (let i = start; i < order.length; i++) {
      const at = order[i] ?? 0
      counts[at] = (counts[at] ?? 0) + countBits(bits[at] ?? 0)
      shared[at] = (shared[at] ?? 0) + countBits((bits[at] ?? 0) & own)
    }
  }
  return { counts, shared }
}
