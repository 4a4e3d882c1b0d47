import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { defineStrategy } from '../definition.ts'
import { LINK_THRESHOLD, withLinkThreshold } from '../features/link-threshold.ts'
import { PARENT_SHARE } from '../features/parent-share.ts'
import { createEventModelJudge, JUDGE_OPTIONS } from './event-model/judge.ts'
import { createLinkParts } from './event-model/link-parts.ts'
import { weightedMean } from './event-model/odds.ts'

const linkWeight = (value: number) => z.number().min(0).max(1).default(value)

export const eventModelOptions = JUDGE_OPTIONS.extend({
  linkTopic: linkWeight(0.3).describe("weight of the topic in a link's own score"),
  linkPlace: linkWeight(0.345).describe("weight of the place in a link's own score"),
  linkDate: linkWeight(0.355).describe("weight of the date in a link's own score"),
  parent: PARENT_SHARE,
  ...LINK_THRESHOLD,
})

/** Combines topic, place, date and who as log-odds that a page is about the event; unknown parts hardly change them. */
export const eventModel = defineStrategy({
  summary:
    'topic, place, date and who together; links by the same parts of URL and anchor, and by their parent',
  from: 'EV eq. 1-4 and 4.2.3, PN eq. 12-14, with a sum of log-odds',
  options: eventModelOptions,
  create({ event }, given) {
    const linkParts = createLinkParts(event, given)

    /** What the link itself shows of topic, place and date, and its parent (EV 4.2.3). */
    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const parts = linkParts(link, from.page)
      const own = weightedMean(parts, {
        topic: parts.topic.weight,
        place: parts.place.weight,
        date: parts.date.weight,
      })
      const parent = { value: from.verdict.relevance, weight: given.parent, because: [from.page.url] }
      const score = (1 - given.parent) * own + given.parent * parent.value
      return withLinkThreshold({ score, evidence: { ...parts, parent } }, given.linkThreshold)
    }

    return {
      name: 'event-model',
      judge: createEventModelJudge(event, given),
      score: (links, from) => links.map((link) => scoreLink(link, from)),
    }
  },
})
