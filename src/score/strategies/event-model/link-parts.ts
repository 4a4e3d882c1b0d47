import type { EventModel } from '../../../model/event.ts'
import type { LinkReading, PageReading } from '../../../model/page.ts'
import type { EvidencePart } from '../../../model/verdict.ts'
import { createTermCounter } from '../../../text/term-counter.ts'
import { linkDay } from '../../features/link-day.ts'
import { told } from '../../features/told.ts'
import { urlTokens } from '../../features/url-tokens.ts'
import type { DateMatch } from './date-match.ts'

export type LinkParts = Readonly<Record<'topic' | 'place' | 'date', EvidencePart>>

/** EV 6.1.1, for addresses: dates tell more in them than places. */
const WEIGHTS = { topic: 0.3, place: 0.345, date: 0.355 }

/** Words of an anchor are few: a longer text is cut. */
const MAX_ANCHOR_LENGTH = 1_000

/** The event's `<topic, place, date>` as far as an address and its anchor show it (EV 4.2.3). */
export function createLinkParts(
  event: EventModel,
  dateOf: (day: string | null) => DateMatch,
): (link: LinkReading, page: PageReading) => LinkParts {
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
        weight: WEIGHTS.topic,
        because: told(topic.terms, found, topic.weights),
      },
      place: {
        // An anchor that names no place is the rule: it says nothing.
        value: named.some((count) => count > 0) ? atLeastOne(named, places.weights) : null,
        weight: WEIGHTS.place,
        because: told(places.terms, named, places.weights),
      },
      date: { ...dateOf(linkDay(link, page)), weight: WEIGHTS.date },
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
