import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { pageTopic, textTopic } from '../features/topic.ts'
import { urlTokens } from '../features/url-tokens.ts'

const options = z.strictObject({
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.45)
    .describe('a page is relevant from this topic similarity on'),
  space: z
    .enum(['event', 'page'])
    .default('event')
    .describe('compare over the terms of the event or of the page'),
})

/** Topic similarity decides about pages; links are worth the mean of their own words and their parent (EV 3.2). */
export const bestFirst = defineStrategy({
  summary: 'topic similarity of the page; links by their words and their parent',
  from: 'EV 3.2: score = (cos(event, URL and anchor words) + parent score) / 2',
  options,
  create({ event }, { threshold, space }) {
    const counter = createTermCounter(event.what)

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const words = `${urlTokens(link.url).join(' ')} ${link.anchor}`
      const anchor = textTopic(words, from.page.language, counter, 0.5)
      const parent = { value: from.verdict.relevance, weight: 0.5, because: [from.page.url] }
      return { score: (anchor.value! + parent.value) / 2, evidence: { anchor, parent } }
    }

    return {
      name: 'best-first',
      judge(page) {
        const topic = pageTopic(page, counter, space, 1)
        const relevance = topic.value!
        return { relevance, relevant: relevance >= threshold, evidence: { topic } }
      },
      score: (links, from) => links.map((link) => scoreLink(link, from)),
    }
  },
})
