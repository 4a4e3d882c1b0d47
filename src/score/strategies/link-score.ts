import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'
import { createDivisionShare } from './link-score/division-share.ts'

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  combine: z
    .enum(['product', 'sum'])
    .default('product')
    .describe('division times parents, as LS says in its text, or half of their sum, as in its step 11'),
  linkThreshold: z.number().min(0).max(1).default(0).describe('links below this score are not followed'),
})

/** A link is worth the share of the event's terms in its division, times what its parents are worth (LS). */
export const linkScore = defineStrategy({
  summary: "links by the event's terms in the block around them, and the mean of their parents",
  from: 'LS 4.3: score = division score * average relevance of the known parents',
  options,
  create({ event }, given) {
    const counter = createTermCounter(event.what)
    const divisionOf = createDivisionShare(counter)

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const division = { ...divisionOf(link, from.page), weight: 1 }
      const parent = { value: from.verdict.relevance, weight: 1, because: [from.page.url] }
      const score =
        given.combine === 'product' ? division.value * parent.value : (division.value + parent.value) / 2
      const evidence = { division, parent }
      return score < given.linkThreshold ? { score, evidence, excluded: 'low-score' } : { score, evidence }
    }

    return {
      name: 'link-score',
      // The mean over all known parents is LS's average.
      merge: 'mean',
      judge: createTopicJudge(counter, given),
      score: (links, from) => links.map((link) => scoreLink(link, from)),
    }
  },
})
