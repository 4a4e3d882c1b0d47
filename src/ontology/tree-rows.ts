import type { Concept, Ontology } from '../model/ontology.ts'
import { hierarchyOf } from './hierarchy.ts'
import { type Similarity, type SimilarityOptions, similaritiesTo } from './similarity.ts'

/** A line of the table of contents of an ontology. */
export interface TreeRow {
  readonly concept: Concept
  /** 0 for a root. */
  readonly level: number
  /** Row of the broader concept it is listed under. */
  readonly under?: number
  /** Rows of its other broader concepts. */
  readonly alsoUnder: readonly number[]
  readonly similarity: Similarity
}

/** Every concept once, below one of its broader concepts, with its similarity to the topic. */
export function treeRows(ontology: Ontology, options: SimilarityOptions = {}): TreeRow[] {
  const { concepts, parents } = hierarchyOf(ontology)
  const similarities = similaritiesTo(ontology, ontology.topic, options)
  const rows: TreeRow[] = []
  for (const [row, concept] of concepts.entries()) {
    const similarity = similarities.get(concept.id)
    if (!similarity) continue
    // Concepts are listed as in a table of contents: a concept follows the last of its broader concepts
    // before it.
    const above = parents[row] ?? []
    const under = above.reduce((last, one) => (one < row && one > last ? one : last), -1)
    const alsoUnder = above.filter((one) => one !== under)
    if (under < 0) rows.push({ concept, level: 0, alsoUnder, similarity })
    else rows.push({ concept, level: (rows[under]?.level ?? 0) + 1, under, alsoUnder, similarity })
  }
  return rows
}
