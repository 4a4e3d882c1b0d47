import type { JudgedPage } from '../../model/crawl.ts'
import type { EvidencePart } from '../../model/verdict.ts'
import { linkPart } from './link-part.ts'

/** The steps left for the links of a page. */
export interface DepthBudget {
  readonly left: number
  /** Goes into the evidence of each link as `depth`, from which it is read when the link's page is judged. */
  readonly part: EvidencePart
}

/**
 * How far the search may continue beyond this page (De Bra 1994): the full `depth` after a relevant page, one step less than its own link
 * had after any other. Seeds start with the full depth; feeds and sitemaps do not cost a step.
 */
export function depthBudget(from: JudgedPage, depth: number): DepthBudget {
  const own = linkPart(from, 'depth')
  const step = from.page.form === 'page' ? 1 : 0
  const left = from.verdict.relevant ? depth : Math.max(0, Math.round((own ?? 1) * depth) - step)
  return { left, part: { value: left / depth, weight: 0, because: [`${left} of ${depth} steps left`] } }
}
