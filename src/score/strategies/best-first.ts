import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { LINK_THRESHOLD, withLinkThreshold } from '../features/link-threshold.ts'
import { textTopic } from '../features/topic.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'
import { urlTokens } from '../features/url-tokens.ts'

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  ...LINK_THRESHOLD,
  parent: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      "share of the parent's score in a link's score; the rest comes from the link's own words (TI eq. 13: 0.4)",
    ),
  words: z
    .enum(['address', 'anchor'])
    .default('address')
    .describe("where a link's own words come from: URL and anchor (address, EV) or the anchor alone (TI)"),
})

/** Judges pages by topic similarity, and scores links by their own words and their parent (EV 3.2). */
export const bestFirst = defineStrategy({
  summary: 'topic similarity of the page; links by their words and their parent',
  from: 'EV 3.2: score = (cos(event, URL and anchor words) + parent score) / 2; TI eq. 13 by its options',
  options,
  create({ event }, given) {
    const counter = createTermCounter(event.what)

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const words = given.words === 'anchor' ? link.anchor : `${urlTokens(link.url).join(' ')} ${link.anchor}`
      const anchor = textTopic(words, from.page.language, counter, 1 - given.parent)
      const parent = { value: from.verdict.relevance, weight: given.parent, because: [from.page.url] }
      const score = given.parent * parent.value + (1 - given.parent) * (anchor.value ?? 0)
      return withLinkThreshold({ score, evidence: { anchor, parent } }, given.linkThreshold)
    }

    return {
      name: 'best-first',
      judge: createTopicJudge(counter, given),
      score: (links, from) => links.map((link) => scoreLink(link, from)),
    }
  },
})
