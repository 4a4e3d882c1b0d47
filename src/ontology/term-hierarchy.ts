import { type Bits, hashBits, isEqual, isSubset } from './bits.ts'
import type { Context } from './context.ts'
import { type BuiltOntology, makeOntology } from './make-ontology.ts'

export interface HierarchyOptions {
  readonly name?: string
  /** The topic of the ontology: one of the terms, or a new concept above all of them. */
  readonly topic?: string
  /** Language of the terms; empty if unknown. */
  readonly language?: string
}

/** Terms of the same documents, and the next broader of such groups. */
export interface TermGroup {
  readonly terms: readonly number[]
  readonly parents: readonly number[]
}

/**
 * The hyponymy of the terms (OA section 2): a term is under another if every document that contains it also
 * contains the other. Terms of the same documents are one group. These are the concepts of the lattice that
 * introduce a term, in its order, computed without building the lattice. Terms in no document are left out.
 */
export function termGroups({ holding }: Context): TermGroup[] {
  const groups: { terms: number[]; documents: Bits }[] = []
  const byHash = new Map<number, typeof groups>()
  for (const [term, documents] of holding.entries()) {
    if (documents.every((word) => word === 0)) continue
    const hash = hashBits(documents)
    const bucket = byHash.get(hash) ?? []
    byHash.set(hash, bucket)
    const same = bucket.find((group) => isEqual(group.documents, documents))
    if (same) same.terms.push(term)
    else {
      const group = { terms: [term], documents }
      bucket.push(group)
      groups.push(group)
    }
  }
  return groups.map(({ terms, documents }, i) => {
    const broader = groups.flatMap((other, j) => (j !== i && isSubset(documents, other.documents) ? [j] : []))
    const isNearest = (one: number) =>
      !broader.some((other) => other !== one && isSubset(groups[other]!.documents, groups[one]!.documents))
    return { terms, parents: broader.filter(isNearest) }
  })
}

/**
 * Builds an ontology from a context: a concept for each group of terms; the first is its label, the others
 * are synonyms.
 */
export function ontologyFromContext(context: Context, options: HierarchyOptions = {}): BuiltOntology {
  const { name, topic, language = '' } = options
  const groups = termGroups(context)
  const word = (term: number | undefined) => context.terms[term ?? -1] ?? ''
  const id = (group: number) => word(groups[group]?.terms[0])
  const label = (text: string) => ({ text, language })
  const isTerm = topic !== undefined && groups.some(({ terms }) => terms.some((term) => word(term) === topic))
  const above = topic !== undefined && !isTerm ? [topic] : []
  const concepts = groups.map(({ terms, parents }, i) => ({
    id: id(i),
    labels: [label(id(i))],
    synonyms: terms.slice(1).map((term) => label(word(term))),
    parents: parents.length > 0 ? parents.map(id) : above,
  }))
  const top = above.map((one) => ({ id: one, labels: [label(one)] }))
  return makeOntology({ name, topic, concepts: [...top, ...concepts] })
}
