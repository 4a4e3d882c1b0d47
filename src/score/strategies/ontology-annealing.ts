import { z } from 'zod'
import type { LinkScore } from '../../model/verdict.ts'
import { defineStrategy } from '../definition.ts'
import {
  NO_SIMILARITY_WEIGHT,
  SIMILARITY_OPTIONS,
  similarityOptions,
  someSimilarityWeight,
} from '../features/similarity-options.ts'
import { createVocabulary, globalWords, localWords, topicCosine } from '../features/topic-words.ts'
import { ANNEALING_CRAWLER_OPTIONS, createAnnealingCrawler } from './annealing/annealing-crawler.ts'
import { scheduleOption } from './annealing/annealing-selection.ts'
import { type LinkPriority, WEIGHTS_MUST_SUM_TO_ONE, weightsSumToOne } from './annealing/cpem.ts'

const threshold = () => z.number().min(0).max(1).default(0.15)

const options = z
  .strictObject({
    ...ANNEALING_CRAWLER_OPTIONS,
    ...SIMILARITY_OPTIONS,
    schedule: scheduleOption('falling'),
    phi: threshold().describe('minimum relevance of a link to the best-matching local ontology'),
    eta: threshold().describe('links below this priority are recorded but not queued'),
  })
  .refine(weightsSumToOne, WEIGHTS_MUST_SUM_TO_ONE)
  .refine(someSimilarityWeight, NO_SIMILARITY_WEIGHT)

/** FCOSA_LG: links must match a local ontology before their priority by the global one counts (MFSLG). */
export const ontologyAnnealing = defineStrategy({
  summary: 'two filters, by local ontologies and by the global one, then annealing',
  from: 'OA algorithm 3, eq. 2-4, 6, 8-12 (FCOSA_LG)',
  options,
  create(context, settings) {
    const { event } = context
    const similarity = similarityOptions(settings)
    const vocabulary = createVocabulary(globalWords(event, similarity), ...localWords(event, similarity))
    const [, ...local] = vocabulary.topics

    const filter = ({ score, evidence, words }: LinkPriority): LinkScore => {
      let best = { value: 0, because: ['matches no local ontology'] }
      for (const topic of local) {
        const value = topicCosine(topic, words)
        if (value > best.value) best = { value, because: [topic.from] }
      }
      const known = local.length > 0
      const part = known ? best : { value: null, because: ['the event file has no local ontology'] }
      const link = { score, evidence: { ...evidence, local: { ...part, weight: 0 } } }
      return known && best.value < settings.phi ? { ...link, excluded: 'local-ontology' } : link
    }

    return createAnnealingCrawler(context, settings, { name: 'ontology-annealing', vocabulary, filter })
  },
})
