import type { EventModel } from '../../model/event.ts'
import { type PageReading, TAG_GROUPS, type TagGroup } from '../../model/page.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { cosine } from '../../text/vector.ts'

/** OA table 2. */
const GROUP_WEIGHTS: Readonly<Record<TagGroup, number>> = {
  head: 2,
  heading: 1.5,
  emphasis: 1.2,
  body: 1,
  other: 0.2,
}

/**
 * Relevance of a page by the event's words, 0..1, by OA eq. 4 and 6. Average relevance and deviation are computed from it: the
 * same formula for every strategy, independent of their verdicts.
 */
export function createWordRelevance(event: EventModel): (page: PageReading) => number {
  const counter = createTermCounter(event.what)
  return (page) => {
    const counts = TAG_GROUPS.map((group) => counter.count(page.groups[group], page.language))
    const weights = counter.terms.map((_, i) => {
      const max = Math.max(...counts.map((found) => found[i] ?? 0))
      if (max === 0) return 0
      return TAG_GROUPS.reduce((sum, g, j) => sum + ((counts[j]?.[i] ?? 0) / max) * GROUP_WEIGHTS[g], 0)
    })
    return cosine(counter.weights, weights)
  }
}
