import { z } from 'zod'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'

/** Fetches links in the order in which they were found: the baseline for all other strategies. Pages are judged as by best-first. */
export const breadthFirst = defineStrategy({
  summary: 'links in the order in which they were found; pages judged like best-first',
  from: 'baseline of EV, TI and OA',
  options: z.strictObject(TOPIC_OPTIONS),
  create({ event }, given) {
    return {
      name: 'breadth-first',
      judge: createTopicJudge(createTermCounter(event.what), given),
      // With equal scores the frontier takes the earliest found.
      score: (links) => links.map(() => ({ score: 0.5, evidence: {} })),
    }
  },
})
