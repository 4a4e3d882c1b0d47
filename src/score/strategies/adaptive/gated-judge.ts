import type { EventModel } from '../../../model/event.ts'
import type { PageReading } from '../../../model/page.ts'
import type { EvidencePart, Verdict } from '../../../model/verdict.ts'

/** A cosine of 5 %: the page has the event's subject, if only in passing. */
const TOPIC_GATE = 0.35
/** Below it lies every place that only shares a country with the event's (PN's steps are fifths). */
const PLACE_GATE = 0.3

/** Bytes, since a Chinese character says as much as three letters. Shorter texts are headlines and leads: what they leave out may hold. */
const FULL_TEXT = 400

type Gate = 'topic' | 'place' | 'date'

/**
 * A person who writes down what, where and when means all three: a page has to be about the subject, at the place, and not from before
 * (PN's gates and TI's). Where all three are known to hold the page is kept, where one is known not to hold it is not; the odds of the event
 * model order the pages on either side, and decide alone where a place is unknown, where the day is none on which pages about the event
 * appear (`isUnusual`: another year's storm over the same towns), or where anything was learned from pages.
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
    const shut: Gate[] = []
    if ((topic?.value ?? 0) < TOPIC_GATE) shut.push('topic')
    if (typeof place?.value === 'number' && place.value < PLACE_GATE && !onlyAround(place)) shut.push('place')
    if (date?.value === 0) shut.push('date')
    if (shut.length === 0 && (place?.value == null || place.value < PLACE_GATE || isUnusual(page)))
      return verdict
    const relevant = shut.length === 0
    const relevance = relevant
      ? threshold + (1 - threshold) * verdict.relevance
      : Math.min(threshold * verdict.relevance, threshold * LAST_BELOW)
    const gates: EvidencePart = {
      value: relevant ? 1 : 0,
      weight: 0,
      because: shut.map((part) => `${part} does not fit`),
    }
    return { relevance, relevant, evidence: { ...verdict.evidence, gates } }
  }
}

/** News of a village names its province: a page whose places all hold the event's is not known to be elsewhere. */
function onlyAround({ because, elsewhere = false }: EvidencePart): boolean {
  return because.length > 0 && !elsewhere
}

/** Keeps a page that failed a gate below the threshold, however sure the odds are. */
const LAST_BELOW = 0.999
