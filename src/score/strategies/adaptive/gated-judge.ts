import type { EventModel } from '../../../model/event.ts'
import type { PageReading } from '../../../model/page.ts'
import type { EvidencePart, Verdict } from '../../../model/verdict.ts'

/** A cosine of 5 %: the page mentions the subject of the event. */
const TOPIC_GATE = 0.35
/** Above the factor of every place that only shares a country with the event's (PN's steps are fifths). */
const PLACE_GATE = 0.3

/**
 * In bytes, since a Chinese character carries as much information as three letters. Shorter texts are
 * headlines and leads, which omit details.
 */
const FULL_TEXT = 400

const ALL_MATCH = 'topic and place match, and the date does not rule it out'

type Gate = 'topic' | 'place' | 'date'

/**
 * An event written by hand means what, where and when together: a page must be about the subject, at the place, and not from before (the
 * gates of PN and TI). A page is kept if all three are known to hold and rejected if one is known not to. The odds of the event model order
 * the pages on either side, and decide alone if the place is unknown, if pages about the event are not published on such days (`isUnusual`:
 * another year's storm over the same towns), or if parts of the event were extracted from pages.
 */
export function createGatedJudge(
  event: EventModel,
  judge: (page: PageReading) => Verdict,
  threshold: number,
  isUnusual: (page: PageReading) => boolean = () => false,
): (page: PageReading) => Verdict {
  const written = event.learned === undefined && event.judge === undefined && event.where.length > 0
  if (!written) return judge
  return (page) => {
    const verdict = judge(page)
    if (Buffer.byteLength(page.mainText) < FULL_TEXT) return verdict
    const { topic, place, date } = verdict.evidence
    const failed: Gate[] = []
    if ((topic?.value ?? 0) < TOPIC_GATE) failed.push('topic')
    if (typeof place?.value === 'number' && place.value < PLACE_GATE && !onlyAround(place))
      failed.push('place')
    if (date?.value === 0) failed.push('date')
    if (failed.length === 0 && (place?.value == null || place.value < PLACE_GATE || isUnusual(page)))
      return verdict
    const relevant = failed.length === 0
    const relevance = relevant
      ? threshold + (1 - threshold) * verdict.relevance
      : Math.min(threshold * verdict.relevance, threshold * LAST_BELOW)
    const gates: EvidencePart = {
      value: relevant ? 1 : 0,
      weight: 0,
      because: relevant ? [ALL_MATCH] : failed.map((part) => `${part} does not match`),
    }
    return { relevance, relevant, evidence: { ...verdict.evidence, gates } }
  }
}

/**
 * News of a village may name only its province: a page whose places all contain those of the event is not
 * known to be about another place.
 */
function onlyAround({ because, elsewhere = false }: EvidencePart): boolean {
  return because.length > 0 && !elsewhere
}

/** Limits the relevance of a page that failed a gate to below the threshold, whatever its odds. */
const LAST_BELOW = 0.999
