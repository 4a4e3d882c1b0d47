import { z } from 'zod'
import type { EventModel } from '../../../model/event.ts'
import type { PageReading } from '../../../model/page.ts'
import type { EvidencePart, Verdict } from '../../../model/verdict.ts'
import { createTermCounter } from '../../../text/term-counter.ts'
import { SPATIAL_OPTIONS, spatialFactors } from '../../features/spatial-options.ts'
import { createDateMatch } from './date-match.ts'
import { probabilityOf, weightedMean } from './odds.ts'
import { pageDays } from './page-days.ts'
import { createPlaceMatch } from './place-match.ts'
import { createResemblance } from './resemblance.ts'
import { createWhoMatch } from './who-match.ts'

const weight = (logOdds: number) => z.number().min(0).max(100).default(logOdds)

/** How pages are judged. */
export const JUDGE_OPTIONS = z.strictObject({
  threshold: z.number().min(0).max(1).default(0.5).describe('pages of at least this relevance are relevant'),
  topic: weight(9).describe('log-odds between no and full topic similarity'),
  place: weight(3).describe(
    'log-odds between a page about another place and one about the place of the event',
  ),
  date: weight(6).describe('log-odds between a page from before the event and one from its first day'),
  who: weight(3).describe('log-odds between naming no participant and naming all of them'),
  unknown: weight(0.1).describe('log-odds subtracted for each part that is unknown'),
  horizon: z
    .number()
    .min(1)
    .default(3650)
    .describe('days after the event beyond which the date no longer matters'),
  tolerance: z.number().min(0).default(1).describe('days before the start that still count as the start'),
  ...SPATIAL_OPTIONS,
})

export type EventModelJudgeOptions = z.infer<typeof JUDGE_OPTIONS>

/** The neutral value of each part; reasons in docs/judging.md. */
const NEUTRAL = { topic: 0.7, place: 0.5, date: 0.6, who: 0.2 }

/** Judges pages by topic, place, date and who, each as log-odds; unknown parts hardly change them. */
export function createEventModelJudge(
  event: EventModel,
  given: EventModelJudgeOptions,
): (page: PageReading) => Verdict {
  const topicOf = createResemblance(createTermCounter(event.what))
  const placeOf = createPlaceMatch(event.where, spatialFactors(given))
  const dateOf = createDateMatch(event.when, { ...given, learned: event.learned?.when !== undefined })
  const whoOf = createWhoMatch(event.who, event.languages[0] ?? 'en')
  const calibrated = event.judge?.weights
  const threshold = event.judge?.threshold ?? given.threshold
  const weightOf = (name: keyof typeof NEUTRAL, logOdds: number) => {
    if (!calibrated) return Math.max(0, logOdds)
    return Object.hasOwn(calibrated, name) ? (calibrated[name] ?? 0) : 0
  }
  const weights = {
    topic: weightOf('topic', given.topic),
    // With several places a chance match is that many times as likely.
    place: weightOf(
      'place',
      event.where.length > 0
        ? (given.place - Math.log(effectiveNumber(event.where))) * trust(event.learned?.where)
        : 0,
    ),
    date: weightOf('date', event.when.start === undefined ? 0 : given.date),
    who: weightOf('who', event.who.length > 0 ? given.who * trust(event.learned?.who) : 0),
  }

  return (page) => {
    const evidence = {
      topic: weighed(topicOf(page), weights.topic),
      place: weighed(placeOf(page), weights.place),
      date: weighed(dateOf(...pageDays(page)), weights.date),
      who: weighed(whoOf(page), weights.who),
    }
    const used = (['topic', 'place', 'date', 'who'] as const).filter((name) => weights[name] > 0)
    const relevance = calibrated
      ? weightedMean(evidence, calibrated)
      : probabilityOf(
          used.map((name) => ({
            value: evidence[name].value,
            weight: weights[name],
            neutral: NEUTRAL[name],
          })),
          given.unknown,
        )
    return { relevance, relevant: relevance >= threshold, evidence }
  }
}

function weighed(part: Omit<EvidencePart, 'weight'>, weight: number): EvidencePart {
  return { ...part, weight }
}

/** Number of model pages at which extracted places and people get half their weight: a quarter of EV's 38. */
const HALF_TRUST = 9

/** How much a part is trusted: fully if a person gave it, less the fewer pages it was extracted from. */
function trust(pages: number | undefined): number {
  return pages === undefined ? 1 : pages / (pages + HALF_TRUST)
}

/** Effective number of items: 1 for a single place, n for n places of equal weight. */
function effectiveNumber(items: readonly { readonly weight: number }[]): number {
  const sum = items.reduce((total, { weight: one }) => total + one, 0)
  const squares = items.reduce((total, { weight: one }) => total + one * one, 0)
  return squares > 0 ? (sum * sum) / squares : 1
}
