import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import type { EvidencePart, LinkScore, Verdict } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { LINK_THRESHOLD, withLinkThreshold } from '../features/link-threshold.ts'
import { PARENT_SHARE } from '../features/parent-share.ts'
import { SPATIAL_OPTIONS, spatialFactors } from '../features/spatial-options.ts'
import { textTopic } from '../features/topic.ts'
import { createTopicJudge, TOPIC_OPTIONS } from '../features/topic-judge.ts'
import { urlTokens } from '../features/url-tokens.ts'
import { createSpatialCosine } from './place-names/spatial-cosine.ts'

const options = z.strictObject({
  ...TOPIC_OPTIONS,
  threshold: z.number().min(0).max(1).default(0.5).describe('first gate: minimum keyword similarity'),
  placeThreshold: z.number().min(0).max(1).default(0.5).describe('second gate: minimum place similarity'),
  unplaced: z
    .enum(['reject', 'pass'])
    .default('reject')
    .describe('what the second gate does with a page that names no place'),
  ...SPATIAL_OPTIONS,
  parent: PARENT_SHARE,
  ...LINK_THRESHOLD,
})

/** Two gates, keywords and then places; places within, around or overlapping those of the event count in part (PN). */
export const placeNames = defineStrategy({
  summary: 'a gate for keywords and one for places, which count by their spatial relation to the event',
  from: 'PN 3.3, eq. 11-15',
  options,
  create({ event }, given) {
    const counter = createTermCounter(event.what)
    const topicOf = createTopicJudge(counter, given)
    const spatialOf = createSpatialCosine(event.where, spatialFactors(given))

    /** Null if the event has no place, or the page has none and `unplaced` is `pass`. */
    const placeOf = (page: PageReading): EvidencePart => {
      const unknown = event.where.length === 0 || (page.places.length === 0 && given.unplaced === 'pass')
      return unknown ? { value: null, weight: 0, because: [] } : { ...spatialOf(page), weight: 1 }
    }

    const judge = (page: PageReading): Verdict => {
      const { relevance: topic, relevant, evidence } = topicOf(page)
      const place = placeOf(page)
      return {
        // The lower of the two: with equal thresholds both gates are passed exactly from that value on.
        relevance: Math.min(topic, place.value ?? 1),
        relevant: relevant && (place.value ?? 1) >= given.placeThreshold,
        evidence: { ...evidence, place },
      }
    }

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const words = `${urlTokens(link.url).join(' ')} ${link.anchor}`
      const anchor = textTopic(words, from.page.language, counter, 1 - given.parent)
      const { topic, place } = from.verdict.evidence
      const values = [topic?.value, place?.value].filter((value) => typeof value === 'number')
      const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
      const parent = { value: mean, weight: given.parent, because: [from.page.url] }
      const score = (1 - given.parent) * (anchor.value ?? 0) + given.parent * mean
      return withLinkThreshold({ score, evidence: { anchor, parent } }, given.linkThreshold)
    }

    return { name: 'place-names', judge, score: (links, from) => links.map((link) => scoreLink(link, from)) }
  },
})
