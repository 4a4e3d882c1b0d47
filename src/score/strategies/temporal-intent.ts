import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import type { EvidencePart, LinkScore, Verdict } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { dayNumber } from '../../time/day.ts'
import { defineStrategy } from '../definition.ts'
import { linkDay } from '../features/link-day.ts'
import { LINK_THRESHOLD, withLinkThreshold } from '../features/link-threshold.ts'
import { textTopic } from '../features/topic.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'
import { createInterest } from './temporal-intent/interest.ts'

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  ...LINK_THRESHOLD,
  theta: z
    .number()
    .min(0)
    .max(1)
    .default(0.4)
    .describe("share of the parent in a link's priority; the rest is its anchor"),
  delta: z
    .number()
    .min(0)
    .max(1)
    .default(0.4)
    .describe('only links of at least this priority are boosted by the interest on their day'),
  tolerance: z
    .number()
    .int()
    .min(0)
    .default(1)
    .describe('days before the start that still count as the start'),
  span: z
    .number()
    .int()
    .min(0)
    .default(30)
    .describe(
      'days of full interest from the start, for an event without an interest series or an end; 0: none',
    ),
})

/** Rejects pages from before the start, and prefers links of days with high public interest (TI). */
export const temporalIntent = defineStrategy({
  summary: 'rejects pages from before the start; links boosted by the public interest on their day',
  from: 'TI eq. 11-16: P = 0.4 parent + 0.6 anchor, times exp(lambda / max lambda) from delta on',
  options,
  create({ event }, given) {
    const { theta, delta, tolerance } = given
    const counter = createTermCounter(event.what)
    const topicOf = createTopicJudge(counter, given)
    const interest = createInterest(event.when, given.span)

    /** Null if the page or the event has no date; the page then passes. */
    const startGate = (page: PageReading): EvidencePart => {
      const day = page.published === null ? null : dayNumber(page.published)
      if (day === null || interest.start === null) return { value: null, weight: 0, because: [] }
      const open = day >= interest.start - tolerance
      return {
        value: open ? 1 : 0,
        weight: 0,
        because: [`${page.published}${open ? '' : ', before the start'}`],
      }
    }

    const judge = (page: PageReading): Verdict => {
      const { relevance, relevant, evidence } = topicOf(page)
      const start = startGate(page)
      const tooEarly = start.value === 0
      return {
        relevance: tooEarly ? 0 : relevance,
        relevant: relevant && !tooEarly,
        evidence: { ...evidence, start },
      }
    }

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const anchor = textTopic(link.anchor, from.page.language, counter, 1 - theta)
      const parent = { value: from.verdict.relevance, weight: theta, because: [from.page.url] }
      const priority = theta * parent.value + (1 - theta) * (anchor.value ?? 0)
      const day = linkDay(link, from.page)
      const value = interest.at(day)
      const raised = priority >= delta
      // Divided by the largest possible boost, which keeps the order and all scores within 0..1.
      const score = Math.min(1, raised ? Math.exp(value - 1) * priority : Math.exp(-1) * priority)
      const dayInterest = {
        value: day === null ? null : value,
        weight: raised ? 1 : 0,
        because: day === null ? [] : [day],
      }
      const evidence = { anchor, parent, interest: dayInterest }
      return withLinkThreshold({ score, evidence }, given.linkThreshold)
    }

    return {
      name: 'temporal-intent',
      judge,
      score: (links, from) => links.map((link) => scoreLink(link, from)),
    }
  },
})
