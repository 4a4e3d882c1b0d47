import { z } from 'zod'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'

/** First found, first fetched: the baseline every other strategy has to beat. Pages are judged as by best-first. */
export const breadthFirst = defineStrategy({
  summary: 'links in the order in which they were found; pages judged as by best-first',
  from: 'baseline of EV, TI and OA',
  options: z.strictObject(TOPIC_OPTIONS),
  create({ event }, given) {
    return {
      name: 'breadth-first',
      judge: createTopicJudge(createTermCounter(event.what), given),
      // Equal scores: among equals the frontier takes the earliest found.
      score: (links) => links.map(() => ({ score: 0.5, evidence: {} })),
    }
  },
})
