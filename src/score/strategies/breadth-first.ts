import { defineStrategy } from '../definition.ts'
import { bestFirst } from './best-first.ts'

/** First found, first fetched: the baseline every other strategy has to beat. Pages are judged as by best-first. */
export const breadthFirst = defineStrategy({
  summary: 'links in the order in which they were found; pages judged as by best-first',
  from: 'baseline of EV, TI and OA',
  options: bestFirst.options,
  create(context, options) {
    const { judge } = bestFirst.create(context, options)
    return {
      name: 'breadth-first',
      judge,
      // Equal scores: among equals the frontier takes the earliest found.
      score: (links) => links.map(() => ({ score: 0.5, evidence: {} })),
    }
  },
})
