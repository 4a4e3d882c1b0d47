import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { LINK_THRESHOLD, withLinkThreshold } from '../features/link-threshold.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'
import { createDivisionShare } from './link-score/division-share.ts'

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  combine: z
    .enum(['product', 'sum'])
    .default('product')
    .describe('multiply division and parents (LS, text), or take half their sum (LS, step 11)'),
  division: z
    .enum(['blocks', 'div'])
    .default('blocks')
    .describe(
      'what counts as the division of a link: the smallest enclosing block element, or the smallest div (LS)',
    ),
  ...LINK_THRESHOLD,
})

/** Scores a link by the share of the event's terms in its division, times the relevance of its parents (LS). */
export const linkScore = defineStrategy({
  summary: "links by the event's terms in the block around them, and the mean of their parents",
  from: 'LS 4.3: score = division score * average relevance of the known parents',
  options,
  create({ event }, given) {
    const counter = createTermCounter(event.what)
    const divisionOf = createDivisionShare(counter, given.division)

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const division = { ...divisionOf(link, from.page), weight: 1 }
      const parent = { value: from.verdict.relevance, weight: 1, because: [from.page.url] }
      const score =
        given.combine === 'product' ? division.value * parent.value : (division.value + parent.value) / 2
      return withLinkThreshold({ score, evidence: { division, parent } }, given.linkThreshold)
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
