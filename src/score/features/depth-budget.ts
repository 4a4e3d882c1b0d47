import type { JudgedPage } from '../../model/crawl.ts'
import type { EvidencePart } from '../../model/verdict.ts'
import { linkPart } from './link-part.ts'

/** The steps that lie before a page's links. */
export interface DepthBudget {
  readonly left: number
  /** To be put into the evidence of each link as `depth`, where its page finds it again. */
  readonly part: EvidencePart
}

/**
 * How far the search may still go past this page (De Bra 1994): the whole `depth` behind a relevant page, one step less
 * than its own link had behind any other. A page that no link of ours led to, a seed, starts with the whole depth; a feed or
 * sitemap is a signpost and takes no step.
 */
export function depthBudget(from: JudgedPage, depth: number): DepthBudget {
  const own = linkPart(from, 'depth')
  const step = from.page.form === 'page' ? 1 : 0
  const left = from.verdict.relevant ? depth : Math.max(0, Math.round((own ?? 1) * depth) - step)
  return { left, part: { value: left / depth, weight: 0, because: [`${left} of ${depth} steps left`] } }
}
