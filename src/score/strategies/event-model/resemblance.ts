import type { PageReading } from '../../../model/page.ts'
import { rarityOf } from '../../../text/commonness.ts'
import { damped, geometricMean, positionWeight } from '../../../text/informativeness.ts'
import type { TermCounter } from '../../../text/term-counter.ts'
import { termsOf } from '../../../text/terms.ts'
import { pageWords } from '../../features/page-words.ts'
import { termEvidence } from '../../features/term-evidence.ts'

export interface Resemblance {
  /** 0..1, on a logarithmic scale. */
  readonly value: number
  readonly because: readonly string[]
}

/** A cosine of a hundredth is negligible: a common word of the event in a long page. */
const MIN_COSINE = 0.01

/**
 * `cos(T_event, T_page)` over all terms of title and main text (EV eq. 2, the space of the page), weighted by distinctiveness and position:
 * a page that is mostly about something else, or mentions the event only at its end, is less similar. Doubling the cosine is the same
 * amount of evidence anywhere, so the value is its logarithm: .01 gives 0, .1 one half, 1 gives 1.
 */
export function createResemblance(counter: TermCounter): (page: PageReading) => Resemblance {
  const eventNorm = Math.hypot(...counter.weights)
  const stems = new Map<string, readonly (readonly string[])[]>()
  const stemsIn = (language: string) => {
    let known = stems.get(language)
    if (!known) {
      known = counter.terms.map((term) => termsOf(term, language))
      stems.set(language, known)
    }
    return known
  }

  return (page) => {
    const words = pageWords(page)
    const { informativeness, norm } = words
    const found = counter.weigh(words, page.language, positionWeight)
    const termStems = stemsIn(page.language)
    let product = 0
    for (const [i, worth] of found.worths.entries()) {
      if (worth === 0) continue
      const values = (termStems[i] ?? []).map(
        (stem) => informativeness.of(stem)?.value ?? rarityOf(stem, page.language),
      )
      product += (counter.weights[i] ?? 0) * damped(worth) * geometricMean(values)
    }
    const length = eventNorm * norm
    const cosine = length > 0 ? Math.min(1, product / length) : 0
    return {
      value: Math.max(0, 1 - Math.log(Math.max(cosine, MIN_COSINE)) / Math.log(MIN_COSINE)),
      because: termEvidence(counter.terms, found.counts, counter.weights),
    }
  }
}
