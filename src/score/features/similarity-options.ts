import { z } from 'zod'
import { CONCEPT_RELATIONS, SIMILARITY_WEIGHTS, type SimilarityOptions } from '../../ontology/similarity.ts'

const share = (value: number) => z.number().min(0).max(1).default(value)

/** How the similarity of a concept to the topic of its ontology is computed (OA eq. 1); it is the weight of the concept's words. */
export const SIMILARITY_OPTIONS = {
  semDistance: share(SIMILARITY_WEIGHTS.distance).describe(
    'a of Sem: weight of the distance between concepts',
  ),
  semDensity: share(SIMILARITY_WEIGHTS.density).describe('b of Sem: weight of the density below them'),
  semDepth: share(SIMILARITY_WEIGHTS.depth).describe('c of Sem: weight of their depth'),
  semCoincidence: share(SIMILARITY_WEIGHTS.coincidence).describe(
    'd of Sem: weight of the ancestors they share',
  ),
  semRelation: share(SIMILARITY_WEIGHTS.relation).describe('e of Sem: weight of how they are related'),
  relParent: share(CONCEPT_RELATIONS.parent).describe('relation of a parent and its child'),
  relSibling: share(CONCEPT_RELATIONS.sibling).describe('relation of siblings'),
  relAncestor: share(CONCEPT_RELATIONS.ancestor).describe('relation of any other ancestor and descendant'),
  relOther: share(CONCEPT_RELATIONS.other).describe('relation of all other concepts'),
}

export type SimilaritySettings = Readonly<Record<keyof typeof SIMILARITY_OPTIONS, number>>

export function similarityOptions(settings: SimilaritySettings): SimilarityOptions {
  return {
    weights: {
      distance: settings.semDistance,
      density: settings.semDensity,
      depth: settings.semDepth,
      coincidence: settings.semCoincidence,
      relation: settings.semRelation,
    },
    relations: {
      same: 1,
      parent: settings.relParent,
      sibling: settings.relSibling,
      ancestor: settings.relAncestor,
      other: settings.relOther,
    },
  }
}

/** The weights are divided by their sum, so at least one must not be 0. */
export const someSimilarityWeight = (settings: SimilaritySettings): boolean =>
  settings.semDistance +
    settings.semDensity +
    settings.semDepth +
    settings.semCoincidence +
    settings.semRelation >
  0

export const NO_SIMILARITY_WEIGHT = {
  message:
    'at least one of semDistance, semDensity, semDepth, semCoincidence and semRelation must be above 0',
}
