import { z } from 'zod'
import type { PageReading } from '../../model/page.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { TermCounter } from '../../text/term-counter.ts'
import { pageTopic, type TopicSpace } from './topic.ts'

/** The options of every strategy that judges pages by topic similarity. */
export const TOPIC_OPTIONS = {
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.45)
    .describe('pages of at least this topic similarity are relevant'),
  space: z
    .enum(['event', 'page'])
    .default('event')
    .describe('compare over the terms of the event (LS, PN, TI) or all terms of the page (EV)'),
}

/** Judges pages by a threshold on topic similarity, as all baselines do. */
export function createTopicJudge(
  counter: TermCounter,
  { threshold, space }: { readonly threshold: number; readonly space: TopicSpace },
): (page: PageReading) => Verdict {
  return (page) => {
    const topic = pageTopic(page, counter, space, 1)
    const relevance = topic.value ?? 0
    return { relevance, relevant: relevance >= threshold, evidence: { topic } }
  }
}
