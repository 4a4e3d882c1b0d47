import { z } from 'zod'
import { defineStrategy } from '../definition.ts'
import {
  NO_SIMILARITY_WEIGHT,
  SIMILARITY_OPTIONS,
  similarityOptions,
  someSimilarityWeight,
} from '../features/similarity-options.ts'
import { createVocabulary, globalWords } from '../features/topic-words.ts'
import { createTabuCrawler, TABU_CRAWLER_OPTIONS } from './tabu/tabu-crawler.ts'

const options = z
  .strictObject({
    ...TABU_CRAWLER_OPTIONS,
    ...SIMILARITY_OPTIONS,
    eta: z
      .number()
      .min(0)
      .max(1)
      .default(0.15)
      .describe('links below this priority are recorded but not queued'),
  })
  .refine(someSimilarityWeight, NO_SIMILARITY_WEIGHT)

/** On-ITS: like `tabu`, but with the words of the global ontology and without links of low priority. */
export const ontologyTabu = defineStrategy({
  summary: 'tabu search by the concepts of the global ontology',
  from: 'the ontology tabu search (On-ITS) that OA compares with; its paper is not among the sources, the definition is ours',
  options,
  create({ event }, settings) {
    const vocabulary = createVocabulary(globalWords(event, similarityOptions(settings)))
    return createTabuCrawler('ontology-tabu', vocabulary, settings)
  },
})
