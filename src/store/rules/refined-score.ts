import type { NewItem } from '../../model/crawl.ts'
import { isSeed } from './seeds.ts'

/** What is known about a queued URL. */
interface Known {
  readonly score: number
  readonly depth: number
  /** Distinct parents so far. */
  readonly parents: number
}

/**
 * The score of a known URL once one more parent has found it: the mean over its distinct parents, or the best of them. A seed keeps
 * its score whoever links to it, and a link that is named as a seed takes the score of the seed.
 */
export function refinedScore(
  known: Known,
  item: Pick<NewItem, 'depth' | 'merge'> & { readonly score: number },
): number {
  if (isSeed(known)) return isSeed(item) ? Math.max(known.score, item.score) : known.score
  if (isSeed(item)) return item.score
  if (item.merge === 'best') return Math.max(known.score, item.score)
  return known.score + (item.score - known.score) / (known.parents + 1)
}
