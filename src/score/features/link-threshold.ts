import { z } from 'zod'
import type { LinkScore } from '../../model/verdict.ts'

/** The option of every strategy that can exclude links with low scores (EV: 0.1 in large crawls). */
export const LINK_THRESHOLD = {
  linkThreshold: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('links below this score are recorded but not queued'),
}

/** The link, excluded if its score is below the threshold. */
export function withLinkThreshold(link: LinkScore, threshold: number): LinkScore {
  return link.score < threshold ? { ...link, excluded: 'low-score' } : link
}
