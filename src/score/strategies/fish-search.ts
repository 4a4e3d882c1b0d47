import { z } from 'zod'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { depthBudget } from '../features/depth-budget.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'
import { linkRank } from './fish-search/link-rank.ts'

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  depth: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe('maximum number of steps beyond a relevant page'),
  width: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('number of links followed per page, in page order; null: all'),
  growth: z
    .number()
    .min(1)
    .max(100)
    .default(1.5)
    .describe('factor by which `width` is larger for relevant pages'),
})

/** Highest score of a link on an irrelevant page. */
const HALF = 0.5

/** Follows links of relevant pages first and far, other links only for a few steps (De Bra 1994). */
export const fishSearch = defineStrategy({
  summary: 'links on relevant pages first and far, others only for a few steps',
  from: 'De Bra and Post 1994, as described in LS 2: full depth after a relevant page, one step less after any other',
  options,
  create({ event }, given) {
    const { depth, width, growth } = given
    return {
      name: 'fish-search',
      merge: 'best',
      judge: createTopicJudge(createTermCounter(event.what), given),
      score(links, from) {
        const { relevant, relevance } = from.verdict
        const { left, part } = depthBudget(from, depth)
        // More steps left give a higher score, so the best of several links is also the one with the most steps.
        const score = relevant ? 1 : HALF * (left / depth)
        const parent = { value: relevance, weight: 1, because: [from.page.url] }
        const followed = width === null ? Number.POSITIVE_INFINITY : relevant ? growth * width : width
        return links.map((link) => {
          const evidence = { parent, depth: part }
          if (left === 0) return { score: 0, evidence, excluded: 'depth' }
          if (linkRank(from.page, link) >= followed) return { score: 0, evidence, excluded: 'width' }
          return { score, evidence }
        })
      },
    }
  },
})
