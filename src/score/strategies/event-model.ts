import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import type { EvidencePart, LinkScore, Verdict } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { defineStrategy } from '../definition.ts'
import { createDateMatch } from './event-model/date-match.ts'
import { createLinkParts } from './event-model/link-parts.ts'
import { chanceOf, weightedMean } from './event-model/odds.ts'
import { pageDays } from './event-model/page-days.ts'
import { createPlaceMatch } from './event-model/place-match.ts'
import { createResemblance } from './event-model/resemblance.ts'
import { createWhoMatch } from './event-model/who-match.ts'

const weight = (logOdds: number) => z.number().min(0).max(100).default(logOdds)

export const eventModelOptions = z.strictObject({
  threshold: z.number().min(0).max(1).default(0.5).describe('a page is relevant from this relevance on'),
  topic: weight(9).describe('log-odds between no and full resemblance of the words'),
  place: weight(3).describe('log-odds between a page about elsewhere and one about the spot'),
  date: weight(6).describe('log-odds between a page from before the start and one of the first day'),
  who: weight(3).describe('log-odds between naming nobody and naming all who took part'),
  unknown: weight(0.1).describe('log-odds against a page for each part it leaves unknown'),
  horizon: z.number().min(1).default(3650).describe('days after which a page is as good as any later one'),
  tolerance: z.number().min(0).default(1).describe('days before the start that still count as the start'),
})

/** The value of each part that tells neither way; reasons in docs/judging.md. */
const NEUTRAL = { topic: 0.7, place: 0.5, date: 0.6, who: 0.2 }
const HALF = 0.5

/** Topic, place, date and who each move the odds that a page is about the event; unknown parts leave them almost as they are. */
export const eventModel = defineStrategy({
  summary: 'topic, place, date and who together; links by the same in address and anchor, and their parent',
  from: 'EV eq. 1-4 and 4.2.3, PN eq. 12-14; the weighted sum is read as log-odds',
  options: eventModelOptions,
  create({ event }, given) {
    const topicOf = createResemblance(createTermCounter(event.what))
    const placeOf = createPlaceMatch(event.where)
    const dateOf = createDateMatch(event.when, { ...given, learned: event.learned?.when !== undefined })
    const whoOf = createWhoMatch(event.who, event.languages[0] ?? 'en')
    const linkParts = createLinkParts(event, dateOf)
    const calibrated = event.judge?.weights
    const threshold = event.judge?.threshold ?? given.threshold
    const weightOf = (name: keyof typeof NEUTRAL, logOdds: number) => {
      if (!calibrated) return Math.max(0, logOdds)
      return Object.hasOwn(calibrated, name) ? (calibrated[name] ?? 0) : 0
    }
    const weights = {
      topic: weightOf('topic', given.topic),
      // One of several places is met by chance that many times as often.
      place: weightOf(
        'place',
        event.where.length > 0
          ? (given.place - Math.log(effectiveNumber(event.where))) * trust(event.learned?.where)
          : 0,
      ),
      date: weightOf('date', event.when.start === undefined ? 0 : given.date),
      who: weightOf('who', event.who.length > 0 ? given.who * trust(event.learned?.who) : 0),
    }

    const judge = (page: PageReading): Verdict => {
      const evidence = {
        topic: weighed(topicOf(page), weights.topic),
        place: weighed(placeOf(page), weights.place),
        date: weighed(dateOf(...pageDays(page)), weights.date),
        who: weighed(whoOf(page), weights.who),
      }
      const asked = (['topic', 'place', 'date', 'who'] as const).filter((name) => weights[name] > 0)
      const relevance = calibrated
        ? weightedMean(evidence, calibrated)
        : chanceOf(
            asked.map((name) => ({
              value: evidence[name].value,
              weight: weights[name],
              neutral: NEUTRAL[name],
            })),
            given.unknown,
          )
      return { relevance, relevant: relevance >= threshold, evidence }
    }

    /** The link's own triple over what it shows, and its parent, half each (EV 4.2.3). */
    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const parts = linkParts(link, from.page)
      const own = weightedMean(parts, {
        topic: parts.topic.weight,
        place: parts.place.weight,
        date: parts.date.weight,
      })
      const parent = { value: from.verdict.relevance, weight: HALF, because: [from.page.url] }
      return { score: HALF * own + HALF * parent.value, evidence: { ...parts, parent } }
    }

    return { name: 'event-model', judge, score: (links, from) => links.map((link) => scoreLink(link, from)) }
  },
})

function weighed({ value, because }: Omit<EvidencePart, 'weight'>, weight: number): EvidencePart {
  return { value, because, weight }
}

/** Pages it takes until what they say of place and people is half believed: a quarter of the 38 that EV's model is made of. */
const HALF_TRUST = 9

/** How far to believe a part: wholly when somebody gave it, less the fewer pages it was read off. */
function trust(pages: number | undefined): number {
  return pages === undefined ? 1 : pages / (pages + HALF_TRUST)
}

/** How many equal weights spread as these do: 1 for a single place, n for n places of one weight. */
function effectiveNumber(items: readonly { readonly weight: number }[]): number {
  const sum = items.reduce((total, { weight: one }) => total + one, 0)
  const squares = items.reduce((total, { weight: one }) => total + one * one, 0)
  return squares > 0 ? (sum * sum) / squares : 1
}
