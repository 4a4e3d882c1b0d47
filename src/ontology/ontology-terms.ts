import type { WeightedTerm } from '../model/event.ts'
import type { Ontology } from '../model/ontology.ts'
import { foldLabel, spellingsOf } from './labels.ts'
import { type SimilarityOptions, similaritiesTo } from './similarity.ts'

/**
 * The topic words of an ontology (OA equations 2 and 3): one term per concept, its labels and synonyms in all
 * languages counted together, weighted by its similarity to the topic, which has weight 1; highest weight
 * first. A spelling shared by two concepts counts only for the one with the higher weight.
 */
export function ontologyTerms(ontology: Ontology, options: SimilarityOptions = {}): WeightedTerm[] {
  const weights = similaritiesTo(ontology, ontology.topic, options)
  const heaviestFirst = ontology.concepts
    .map((concept) => ({ concept, weight: weights.get(concept.id)?.value ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const taken = new Set<string>()
  return heaviestFirst.flatMap(({ concept, weight }) => {
    const free = spellingsOf(concept).filter((spelling) => !taken.has(foldLabel(spelling)))
    for (const spelling of free) taken.add(foldLabel(spelling))
    const [term, ...synonyms] = free
    if (term === undefined) return []
    return [{ term, weight, ...(synonyms.length > 0 && { synonyms }) }]
  })
}
