import type { EventModel } from '../../../model/event.ts'
import type { LinkReading, PageReading } from '../../../model/page.ts'
import type { EvidencePart } from '../../../model/verdict.ts'
import { createTermCounter } from '../../../text/term-counter.ts'
import { linkDay } from '../../features/link-day.ts'
import { termEvidence } from '../../features/term-evidence.ts'
import { urlTokens } from '../../features/url-tokens.ts'
import { createDateMatch, type DateOptions } from './date-match.ts'

export type LinkParts = Readonly<Record<'topic' | 'place' | 'date', EvidencePart>>

/**
 * Weights of the parts. EV 6.1.1 has other weights for URLs than for pages, because dates are more
 * informative in URLs.
 */
export interface LinkOptions extends DateOptions {
  readonly linkTopic: number
  readonly linkPlace: number
  readonly linkDate: number
}

/** Longer anchors are truncated. */
const MAX_ANCHOR_LENGTH = 1_000

/** Topic, place and date of the event as far as a URL and its anchor show them (EV 4.2.3). */
export function createLinkParts(
  event: EventModel,
  options: LinkOptions,
): (link: LinkReading, page: PageReading) => LinkParts {
  const { linkTopic, linkPlace, linkDate } = options
  const dateOf = createDateMatch(event.when, { ...options, learned: event.learned?.when !== undefined })
  // Names of participants count like words of the topic.
  const topic = createTermCounter([...event.what, ...event.who])
  const places = createTermCounter(
    event.where.map(({ name, place, weight }) => ({
      term: place.name,
      weight,
      synonyms: name === place.id ? [] : [name.split(',')[0] ?? name],
    })),
  )

  return (link, page) => {
    const words = `${urlTokens(link.url).join(' ')} ${link.anchor.slice(0, MAX_ANCHOR_LENGTH)}`
    const found = topic.countText(words, page.language)
    const named = places.countText(words, page.language)
    return {
      topic: {
        value: atLeastOne(found, topic.weights),
        weight: linkTopic,
        because: termEvidence(topic.terms, found, topic.weights),
      },
      place: {
        // Most anchors name no place, which is not evidence.
        value: named.some((count) => count > 0) ? atLeastOne(named, places.weights) : null,
        weight: linkPlace,
        because: termEvidence(places.terms, named, places.weights),
      },
      date: { ...dateOf(linkDay(link, page)), weight: linkDate },
    }
  }
}

/** Each word found reduces the doubt. In such short texts a cosine would penalise events with many words. */
function atLeastOne(found: readonly number[], weights: readonly number[]): number {
  let doubt = 1
  for (const [i, count] of found.entries()) if (count > 0) doubt *= 1 - HALF * (weights[i] ?? 0)
  return 1 - doubt
}

/** A word of full weight is a probability of one half. */
const HALF = 0.5
