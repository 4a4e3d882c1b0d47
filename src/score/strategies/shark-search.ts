import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { EvidencePart, LinkScore } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { type DepthBudget, depthBudget } from '../features/depth-budget.ts'
import { linkPart } from '../features/link-part.ts'
import { textTopic } from '../features/topic.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'

const share = (value: number) => z.number().min(0).max(1).default(value)

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  depth: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe('maximum number of steps beyond a relevant page'),
  delta: share(0.5).describe('factor by which an inherited score falls with each step'),
  beta: share(0.8).describe("share of the anchor in a link's own score; the rest is the surrounding text"),
  gamma: share(0.5).describe("share of the inherited score in a link's score; the rest is its own"),
})

/** Links inherit a decreasing share of their parents' scores, plus the scores of their anchor and the surrounding text. */
export const sharkSearch = defineStrategy({
  summary: 'links inherit a decreasing share of their parent, plus their anchor and the surrounding text',
  from: 'Hersovici et al. 1998, as described in LS 2',
  options,
  create({ event }, given) {
    const { depth, delta, beta, gamma } = given
    const counter = createTermCounter(event.what)

    const inheritance = (from: JudgedPage): EvidencePart => {
      const own = from.verdict.relevant
        ? from.verdict.relevance
        : (linkPart(from, 'inherited') ?? clamped(from.link.score))
      return { value: delta * own, weight: gamma, because: [from.page.url] }
    }

    const scoreLink = (
      link: LinkReading,
      from: JudgedPage,
      inherited: EvidencePart,
      budget: DepthBudget,
    ): LinkScore => {
      const near = (1 - gamma) * (1 - beta)
      const anchor = textTopic(link.anchor, from.page.language, counter, (1 - gamma) * beta)
      const speaks = (anchor.value ?? 0) > 0
      // An anchor on the topic counts for the surrounding text too.
      const context = speaks
        ? { value: 1, weight: near, because: anchor.because }
        : textTopic(link.context, from.page.language, counter, near)
      const evidence = { inherited, anchor, context, depth: budget.part }
      if (budget.left === 0) return { score: 0, evidence, excluded: 'depth' }
      const score = [inherited, anchor, context].reduce(
        (sum, { value, weight }) => sum + weight * (value ?? 0),
        0,
      )
      return { score: clamped(score), evidence }
    }

    return {
      name: 'shark-search',
      merge: 'best',
      judge: createTopicJudge(counter, given),
      score(links, from) {
        const inherited = inheritance(from)
        const budget = depthBudget(from, depth)
        return links.map((link) => scoreLink(link, from, inherited, budget))
      },
    }
  },
})

/** Rounding can take sums slightly above 1. */
function clamped(score: number): number {
  return score > 0 ? Math.min(1, score) : 0
}
