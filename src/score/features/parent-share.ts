import { z } from 'zod'

/** Share of the parent page in the score of a link (EV 3.2 and 4.2.3: half). */
export const PARENT_SHARE = z
  .number()
  .min(0)
  .max(1)
  .default(0.5)
  .describe("share of the parent's score in a link's score; the rest comes from the link itself")
