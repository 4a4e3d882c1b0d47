import { z } from 'zod'
import { defineStrategy } from '../definition.ts'
import { createVocabulary, eventWords } from '../features/topic-words.ts'
import { ANNEALING_CRAWLER_OPTIONS, createAnnealingCrawler } from './annealing/annealing-crawler.ts'
import { scheduleOption } from './annealing/annealing-selection.ts'
import { WEIGHTS_MUST_SUM_TO_ONE, weightsSumToOne } from './annealing/cpem.ts'

const options = z
  .strictObject({
    ...ANNEALING_CRAWLER_OPTIONS,
    schedule: scheduleOption('fixed'),
    eta: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('links below this priority are recorded but not queued'),
  })
  .refine(weightsSumToOne, WEIGHTS_MUST_SUM_TO_ONE)

/** FCSA: the event's own words, links by their comprehensive priority, the next one by simulated annealing. */
export const annealing = defineStrategy({
  summary: 'tag-weighted topic; links by anchor, parent, PageRank and target, chosen by annealing',
  from: 'OA algorithms 1 and 2, eq. 4, 6, 8-10 and 12 (FCSA)',
  options,
  create(context, settings) {
    const vocabulary = createVocabulary(eventWords(context.event))
    return createAnnealingCrawler(context, settings, { name: 'annealing', vocabulary })
  },
})
