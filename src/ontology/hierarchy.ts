import type { Concept, Ontology } from '../model/ontology.ts'

/**
 * The concepts of an ontology by number, in their order, with everything that similarities need computed
 * once.
 */
export interface Hierarchy {
  readonly concepts: readonly Concept[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly parents: readonly (readonly number[])[]
  readonly children: readonly (readonly number[])[]
  readonly roots: readonly number[]
  /** Levels from the root on the shortest path, 1 for a root. */
  readonly depth: readonly number[]
  readonly maxDepth: number
  readonly mostChildren: number
  /** Broader concepts before narrower ones. */
  readonly order: readonly number[]
}

const known = new WeakMap<Ontology, Hierarchy>()

/** Time and memory are linear in the number of concepts and parents; computed once per ontology. */
export function hierarchyOf(ontology: Ontology): Hierarchy {
  const before = known.get(ontology)
  if (before) return before
  const made = makeHierarchy(ontology)
  known.set(ontology, made)
  return made
}

function makeHierarchy({ concepts }: Ontology): Hierarchy {
  const indexOf = new Map(concepts.map(({ id }, i) => [id, i]))
  const parents = concepts.map((concept) => concept.parents.flatMap((id) => indexOf.get(id) ?? []))
  const children: number[][] = concepts.map(() => [])
  for (const [child, above] of parents.entries()) for (const parent of above) children[parent]?.push(child)
  const roots = parents.flatMap((above, i) => (above.length === 0 ? [i] : []))
  const depth = depths(roots, children)
  return {
    concepts,
    indexOf,
    parents,
    children,
    roots,
    depth,
    maxDepth: depth.reduce((most, one) => Math.max(most, one), 1),
    mostChildren: children.reduce((most, { length }) => Math.max(most, length), 0),
    order: broaderFirst(roots, parents, children),
  }
}

function depths(roots: readonly number[], children: readonly (readonly number[])[]): number[] {
  const depth = new Array<number>(children.length).fill(0)
  const queue = [...roots]
  for (const root of roots) depth[root] = 1
  for (let at = 0; at < queue.length; at++) {
    const concept = queue[at] ?? 0
    for (const child of children[concept] ?? []) {
      if (depth[child] !== 0) continue
      depth[child] = (depth[concept] ?? 0) + 1
      queue.push(child)
    }
  }
  return depth
}

function broaderFirst(
  roots: readonly number[],
  parents: readonly (readonly number[])[],
  children: readonly (readonly number[])[],
): number[] {
  const waitsFor = parents.map(({ length }) => length)
  const order = [...roots]
  for (let at = 0; at < order.length; at++) {
    for (const child of children[order[at] ?? 0] ?? []) {
      const left = (waitsFor[child] ?? 0) - 1
      waitsFor[child] = left
      if (left === 0) order.push(child)
    }
  }
  return order
}
