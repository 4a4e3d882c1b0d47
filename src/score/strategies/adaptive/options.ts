import { z } from 'zod'
import { eventModelOptions } from '../event-model.ts'

/** The options of the judge it shares with `event-model`, and its own. */
export const adaptiveOptions = eventModelOptions.extend({
  sourceShare: z
    .number()
    .min(0.01)
    .max(1)
    .default(0.3)
    .describe('share of the kept pages beyond which a source goes behind others; 1 asks for no cap'),
  exploration: z
    .number()
    .min(1)
    .max(1000)
    .default(4)
    .describe('pages that must be known of a source before its own record counts for more than that of all'),
  learning: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('step of the online learner; 0 keeps the first weights'),
  tunnel: z
    .number()
    .int()
    .min(0)
    .default(60)
    .describe('irrelevant pages in a row that a path may lead through'),
  suggest: z
    .boolean()
    .default(true)
    .describe(
      'ask for the lists of other days under the address of a dated list, though no page links to them',
    ),
  patience: z
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('pages in a row not about the event before it may be called exhausted'),
})

export type AdaptiveOptions = z.infer<typeof adaptiveOptions>
