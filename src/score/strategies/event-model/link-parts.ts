import type { EventModel } from '../../../model/event.ts'
import type { LinkReading, PageReading } from '../../../model/page.ts'
import type { EvidencePart } from '../../../model/verdict.ts'
import { createTermCounter } from '../../../text/term-counter.ts'
import { linkDay } from '../../features/link-day.ts'
import { termEvidence } from '../../features/term-evidence.ts'
import { urlTokens } from '../../features/url-tokens.ts'
import { createDateMatch, type DateOptions } from './date-match.ts'

export type LinkParts = Readonly<Record<'topic' | 'place' | 'date', EvidencePart>>

/** What each part counts; EV 6.1.1 has other weights for URLs than for pages, because dates tell more in them. */
export interface LinkOptions extends DateOptions {
  readonly linkTopic: number
  readonly linkPlace: number
  readonly linkDate: number
}

/** Words of an anchor are few: a longer text is cut. */
const MAX_ANCHOR_LENGTH = 1_000

/** The event's `<topic, place, date>` as far as a URL and its anchor show it (EV 4.2.3). */
export function createLinkParts(
  event: EventModel,
  options: LinkOptions,
): (link: LinkReading, page: PageReading) => LinkParts {
  const { linkTopic, linkPlace, linkDate } = options
  const dateOf = createDateMatch(event.when, { ...options, learned: event.learned?.when !== undefined })
  // Names of who took part are as good a promise as words of the topic.
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
        // An anchor that names no place is the rule: it says nothing.
        value: named.some((count) => count > 0) ? atLeastOne(named, places.weights) : null,
        weight: linkPlace,
        because: termEvidence(places.terms, named, places.weights),
      },
      date: { ...dateOf(linkDay(link, page)), weight: linkDate },
    }
  }
}

/** Each word found leaves less of the doubt: in so few words a cosine would punish the long event, not the wrong link. */
function atLeastOne(found: readonly number[], weights: readonly number[]): number {
  let doubt = 1
  for (const [i, count] of found.entries()) if (count > 0) doubt *= 1 - HALF * (weights[i] ?? 0)
  return 1 - doubt
}

/** One word of full weight is an even chance. */
const HALF = 0.5
