import { z } from 'zod'
import { defineStrategy } from '../definition.ts'
import {
  NO_SIMILARITY_WEIGHT,
  SIMILARITY_OPTIONS,
  similarityOptions,
  someSimilarityWeight,
} from '../features/similarity-options.ts'
import { createVocabulary, globalWords } from '../features/topic-words.ts'
import { ANNEALING_CRAWLER_OPTIONS, createAnnealingCrawler } from './annealing/annealing-crawler.ts'
import { scheduleOption } from './annealing/annealing-selection.ts'
import { WEIGHTS_MUST_SUM_TO_ONE, weightsSumToOne } from './annealing/cpem.ts'

const options = z
  .strictObject({
    ...ANNEALING_CRAWLER_OPTIONS,
    ...SIMILARITY_OPTIONS,
    schedule: scheduleOption('falling'),
    eta: z
      .number()
      .min(0)
      .max(1)
      .default(0.15)
      .describe('links below this priority are recorded but not queued'),
  })
  .refine(weightsSumToOne, WEIGHTS_MUST_SUM_TO_ONE)
  .refine(someSimilarityWeight, NO_SIMILARITY_WEIGHT)

/** FCOSA_G: like `annealing`, but with the words of the global ontology and a temperature that falls as the crawl completes. */
export const ontologyAnnealingGlobal = defineStrategy({
  summary:
    'annealing by the concepts of the global ontology, with a temperature that falls as the crawl completes',
  from: 'OA algorithm 3 without its step 9, eq. 2, 4, 6, 8-10 and 12 (FCOSA_G)',
  options,
  create(context, settings) {
    const vocabulary = createVocabulary(globalWords(context.event, similarityOptions(settings)))
    return createAnnealingCrawler(context, settings, { name: 'ontology-annealing-global', vocabulary })
  },
})
