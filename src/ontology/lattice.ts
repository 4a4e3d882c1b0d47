import { EventideError } from '../model/errors.ts'
import {
  type Bits,
  compareBits,
  fullBits,
  hasBit,
  hashBits,
  intersection,
  isEqual,
  isSubset,
} from './bits.ts'
import type { Context } from './context.ts'

/** A formal concept: all terms that some documents share, and all documents that contain these terms. */
export interface FormalConcept {
  /** Its documents. */
  readonly extent: Bits
  /** Its terms, by number. */
  readonly intent: readonly number[]
  /** Terms that no broader concept has. */
  readonly ownTerms: readonly number[]
  /** Documents that no narrower concept has. */
  readonly ownDocuments: readonly number[]
  /** Next broader concepts, by number: the lines of the Hasse diagram. */
  readonly above: readonly number[]
  readonly below: readonly number[]
}

/** All formal concepts of a context, broader ones before narrower ones: the first is the top, the last the bottom. */
export interface Lattice {
  readonly context: Context
  readonly concepts: readonly FormalConcept[]
}

export interface LatticeOptions {
  /** Maximum number of concepts; a lattice can have exponentially many. */
  readonly mostConcepts?: number
}

/** Far more than a person can survey or an ontology needs; takes a few seconds. */
const MAX_CONCEPTS = 10_000

/**
 * The concept lattice of a context. Extents are the intersections of the terms' document sets, computed term
 * by term; a candidate below a concept is its neighbour if the number of terms that lead to it equals the
 * number of terms it adds. Both take time proportional to concepts times terms.
 */
export function latticeOf(context: Context, options: LatticeOptions = {}): Lattice {
  const max = options.mostConcepts ?? MAX_CONCEPTS
  const extents = extentsOf(context, max).sort(compareBits)
  const table = new ExtentTable()
  for (const extent of extents) table.add(extent)
  const intents = extents.map((extent) =>
    context.holding.flatMap((documents, term) => (isSubset(extent, documents) ? [term] : [])),
  )
  const below = extents.map((extent, i) => lowerNeighbours(context, extent, i, intents, table))
  const above: number[][] = extents.map(() => [])
  for (const [concept, narrower] of below.entries()) for (const one of narrower) above[one]?.push(concept)
  const ownTerms: number[][] = extents.map(() => [])
  for (const [term, documents] of context.holding.entries()) ownTerms[table.find(documents)]?.push(term)
  const ownDocuments: number[][] = extents.map(() => [])
  for (const document of context.documents.keys()) {
    ownDocuments[table.find(narrowestWith(context, document))]?.push(document)
  }
  const concepts = extents.map((extent, i) => ({
    extent,
    intent: intents[i] ?? [],
    ownTerms: ownTerms[i] ?? [],
    ownDocuments: ownDocuments[i] ?? [],
    above: above[i] ?? [],
    below: below[i] ?? [],
  }))
  return { context, concepts }
}

/** The documents that contain all terms of this document. */
function narrowestWith({ documents, holding }: Context, document: number): Bits {
  let extent = fullBits(documents.length)
  for (const others of holding) if (hasBit(others, document)) extent = intersection(extent, others)
  return extent
}

function extentsOf({ documents, holding }: Context, max: number): Bits[] {
  const table = new ExtentTable()
  table.add(fullBits(documents.length))
  for (const term of holding) {
    // Only extents from before this term: those it adds are subsets of its extent already.
    const before = table.extents.length
    for (let i = 0; i < before; i++) {
      const extent = table.extents[i]
      if (extent) table.add(intersection(extent, term))
      if (table.extents.length > max) throw tooLarge(max)
    }
  }
  return table.extents
}

function lowerNeighbours(
  { holding }: Context,
  extent: Bits,
  concept: number,
  intents: readonly (readonly number[])[],
  table: ExtentTable,
): number[] {
  const leading = new Map<number, number>()
  const own = new Set(intents[concept])
  for (const [term, documents] of holding.entries()) {
    if (own.has(term)) continue
    const candidate = table.find(intersection(extent, documents))
    leading.set(candidate, (leading.get(candidate) ?? 0) + 1)
  }
  const size = own.size
  return [...leading]
    .filter(([candidate, terms]) => (intents[candidate]?.length ?? 0) - size === terms)
    .map(([candidate]) => candidate)
    .sort((a, b) => a - b)
}

/** Extents by their content. */
class ExtentTable {
  readonly extents: Bits[] = []
  readonly #buckets = new Map<number, number[]>()

  find(extent: Bits): number {
    for (const i of this.#buckets.get(hashBits(extent)) ?? []) {
      const known = this.extents[i]
      if (known && isEqual(known, extent)) return i
    }
    return -1
  }

  add(extent: Bits): void {
    if (this.find(extent) >= 0) return
    const hash = hashBits(extent)
    const bucket = this.#buckets.get(hash)
    if (bucket) bucket.push(this.extents.length)
    else this.#buckets.set(hash, [this.extents.length])
    this.extents.push(extent)
  }
}

function tooLarge(max: number): EventideError {
  return new EventideError(
    'lattice-size',
    `The concept lattice has more than ${max} concepts: use fewer terms (--terms) or fewer documents`,
  )
}

/** Whether every document with the narrower term also contains the broader one, but not vice versa. */
export function isHypernym({ holding }: Context, broader: number, narrower: number): boolean {
  const [wide, slim] = [holding[broader], holding[narrower]]
  return !!wide && !!slim && isSubset(slim, wide) && !isEqual(slim, wide)
}
