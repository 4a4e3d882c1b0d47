import type { Ontology } from '../model/ontology.ts'
import { ancestorsOf, sharedAncestors } from './ancestors.ts'
import { type Hierarchy, hierarchyOf } from './hierarchy.ts'
import { isSynonym } from './labels.ts'

/** The five factors of the similarity of two concepts, each 0..1, each 1 for a concept with itself. */
export interface SimilarityFactors {
  /** Dis: how short the path between them is. */
  readonly distance: number
  /** Den: how finely the hierarchy is divided below them. */
  readonly density: number
  /** Dep: how deep, and how equally deep, they are. */
  readonly depth: number
  /** Coi: how many of their broader concepts they share. */
  readonly coincidence: number
  /** Rel: how they are related: same, parent, sibling, ancestor or other. */
  readonly relation: number
}

export interface Similarity {
  /** Sem, 0..1. */
  readonly value: number
  readonly factors: SimilarityFactors
}

export interface SimilarityOptions {
  /** The weight of each factor; divided by their sum. */
  readonly weights?: SimilarityFactors
  /** The value of each kind of relation, 0..1. */
  readonly relations?: ConceptRelations
}

/** OA's weights after equation 1, "according to the results of many experiments". */
export const SIMILARITY_WEIGHTS: SimilarityFactors = {
  distance: 0.7,
  density: 0.04,
  depth: 0.11,
  coincidence: 0.03,
  relation: 0.12,
}

/** How two concepts can be related; `same` includes synonyms, `ancestor` excludes parents. */
type RelationKind = 'same' | 'parent' | 'sibling' | 'ancestor' | 'other'
export type ConceptRelations = Readonly<Record<RelationKind, number>>

/** Our own values: the paper that defines the factor is not cited by OA. */
export const CONCEPT_RELATIONS: ConceptRelations = {
  same: 1,
  parent: 0.8,
  sibling: 0.6,
  ancestor: 0.5,
  other: 0.2,
}

/** Similarity of two concepts, by id (OA equation 1). Symmetric. 0 for an id that is not in the ontology. */
export function similarity(
  ontology: Ontology,
  a: string,
  b: string,
  { weights = SIMILARITY_WEIGHTS, relations = CONCEPT_RELATIONS }: SimilarityOptions = {},
): Similarity {
  const hierarchy = hierarchyOf(ontology)
  const from = hierarchy.indexOf.get(a)
  const to = hierarchy.indexOf.get(b)
  if (from === undefined || to === undefined) return UNKNOWN
  const distance = distancesFrom(hierarchy, from, to)[to] ?? 0
  const above = ancestorsOf(hierarchy, from)
  const others = ancestorsOf(hierarchy, to)
  let shared = 0
  for (const one of others) if (above.has(one)) shared++
  return weigh(
    factorsOf(hierarchy, from, to, relations, {
      distance,
      shared,
      all: above.size + others.size - shared,
      isAncestor: above.has(to) || others.has(from),
    }),
    weights,
  )
}

/** Similarity of every concept to one of them, by id, in one pass over the hierarchy. */
export function similaritiesTo(
  ontology: Ontology,
  concept: string,
  { weights = SIMILARITY_WEIGHTS, relations = CONCEPT_RELATIONS }: SimilarityOptions = {},
): ReadonlyMap<string, Similarity> {
  const hierarchy = hierarchyOf(ontology)
  const from = hierarchy.indexOf.get(concept)
  if (from === undefined) return new Map(hierarchy.concepts.map(({ id }) => [id, UNKNOWN]))
  const distances = distancesFrom(hierarchy, from)
  const { counts, shared } = sharedAncestors(hierarchy, from)
  const above = ancestorsOf(hierarchy, from)
  const own = counts[from] ?? 0
  return new Map(
    hierarchy.concepts.map(({ id }, to) => {
      const both = shared[to] ?? 0
      const factors = factorsOf(hierarchy, from, to, relations, {
        distance: distances[to] ?? 0,
        shared: both,
        all: own + (counts[to] ?? 0) - both,
        // The concept itself and all its ancestors are ancestors of everything below it.
        isAncestor: above.has(to) || both === own,
      })
      return [id, weigh(factors, weights)]
    }),
  )
}

interface Between {
  readonly distance: number
  readonly shared: number
  readonly all: number
  readonly isAncestor: boolean
}

function factorsOf(
  hierarchy: Hierarchy,
  a: number,
  b: number,
  relations: ConceptRelations,
  between: Between,
): SimilarityFactors {
  if (a === b) return SAME
  const { depth, maxDepth, mostChildren, children } = hierarchy
  const [depthA, depthB] = [depth[a] ?? 1, depth[b] ?? 1]
  const below = (children[a]?.length ?? 0) + (children[b]?.length ?? 0)
  return {
    distance: 1 - between.distance / (2 * maxDepth),
    density: mostChildren === 0 ? 0 : below / 2 / mostChildren,
    depth: (depthA + depthB) / (Math.abs(depthA - depthB) + 2 * maxDepth),
    coincidence: between.shared / between.all,
    relation: relations[relationOf(hierarchy, a, b, between.isAncestor)],
  }
}

function relationOf(
  { concepts, parents }: Hierarchy,
  a: number,
  b: number,
  isAncestor: boolean,
): RelationKind {
  const [one, other] = [concepts[a], concepts[b]]
  if (one && other && isSynonym(one, other)) return 'same'
  const [above, others] = [parents[a] ?? [], parents[b] ?? []]
  if (above.includes(b) || others.includes(a)) return 'parent'
  if (above.some((parent) => others.includes(parent))) return 'sibling'
  return isAncestor ? 'ancestor' : 'other'
}

/**
 * Edges on the shortest path to every concept, up or down. Roots have a common top, as all classes are
 * subclasses of owl:Thing: a path between two roots has two edges. Stops early once `until` is reached.
 */
function distancesFrom(
  { parents, children, roots }: Hierarchy,
  start: number,
  until = -1,
): readonly (number | undefined)[] {
  const top = parents.length
  const distances: (number | undefined)[] = new Array(top + 1)
  distances[start] = 0
  const queue = [start]
  for (let at = 0; at < queue.length && distances[until] === undefined; at++) {
    const concept = queue[at] ?? top
    const next = (distances[concept] ?? 0) + 1
    const above = concept === top ? [] : (parents[concept] ?? [])
    const isRoot = concept !== top && above.length === 0
    for (const near of [
      ...(isRoot ? [top] : above),
      ...(concept === top ? roots : (children[concept] ?? [])),
    ]) {
      if (distances[near] !== undefined) continue
      distances[near] = next
      queue.push(near)
    }
  }
  return distances
}

function weigh(factors: SimilarityFactors, weights: SimilarityFactors): Similarity {
  let sum = 0
  let total = 0
  for (const name of FACTORS) {
    const weight = Math.max(0, weights[name])
    sum += weight * factors[name]
    total += weight
  }
  return { value: total > 0 ? Math.min(1, sum / total) : 0, factors }
}

const FACTORS = ['distance', 'density', 'depth', 'coincidence', 'relation'] as const
const SAME: SimilarityFactors = { distance: 1, density: 1, depth: 1, coincidence: 1, relation: 1 }
const NONE: SimilarityFactors = { distance: 0, density: 0, depth: 0, coincidence: 0, relation: 0 }
const UNKNOWN: Similarity = { value: 0, factors: NONE }
