import { z } from 'zod'
import { JUDGE_OPTIONS } from '../event-model/judge.ts'

/** The options of the judge, shared with `event-model`, and its own. */
export const adaptiveOptions = JUDGE_OPTIONS.extend({
  sourceShare: z
    .number()
    .min(0.01)
    .max(1)
    .default(0.3)
    .describe(
      'largest share of the kept pages that one source may have before others are preferred; 1 means no limit',
    ),
  exploration: z
    .number()
    .min(1)
    .max(1000)
    .default(4)
    .describe('pages of a source after which its own record outweighs the average over all sources'),
  learning: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('learning rate of the online learner; 0 keeps the initial weights'),
  tunnel: z
    .number()
    .int()
    .min(0)
    .default(60)
    .describe('maximum number of consecutive irrelevant pages on a path'),
  suggest: z
    .boolean()
    .default(true)
    .describe('request archive lists of neighbouring days even if no page links to them'),
  patience: z
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('consecutive irrelevant pages after which the event may be saturated'),
})

export type AdaptiveOptions = z.infer<typeof adaptiveOptions>
