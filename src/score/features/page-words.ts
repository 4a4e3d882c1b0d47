import { backgroundTerms } from '../../event/background.ts'
import type { PageReading } from '../../model/page.ts'
import {
  arePair,
  type Informativeness,
  informativenessOf,
  positionWeight,
  type TextInformativeness,
} from '../../text/informativeness.ts'
import { bothTermsOf, type TextTerms } from '../../text/terms.ts'

/** If the main text is shorter, the whole visible text is judged instead. */
const MIN_MAIN_TEXT_LENGTH = 200

/** Characters judged, about 500 terms: what follows has a fiftieth of the weight of the beginning. Bounds the work. */
const MAX_TEXT_LENGTH = 6_000

export interface PageWords extends TextTerms {
  readonly text: string
  /** Informativeness of each term, by rarity and as a name. */
  readonly informativeness: TextInformativeness
  /** Norm of the vector of all terms and pairs, weighted by informativeness and position. */
  readonly norm: number
}

const known = new WeakMap<PageReading, PageWords>()

/** The terms of title and main text, up to a length. Computed once per page, for any number of events. */
export function pageWords(page: PageReading): PageWords {
  let words = known.get(page)
  if (!words) {
    const body = page.mainText.length < MIN_MAIN_TEXT_LENGTH ? page.text : page.mainText
    const text = `${page.title}\n${body}`.slice(0, MAX_TEXT_LENGTH)
    words = wordsOf(text, page.language)
    known.set(page, words)
  }
  return words
}

function wordsOf(text: string, language: string): PageWords {
  const { terms, stems } = bothTermsOf(text, language)
  const informativeness = informativenessOf(text, terms, language, backgroundTerms(language))
  const { inOrder } = informativeness
  // The square of a damped weight is the weight itself, so every position adds its own share.
  let squares = 0
  let before: Informativeness | undefined
  for (let position = 0; position < inOrder.length; position++) {
    const own = inOrder[position] as Informativeness
    if (own.kind !== 'background') {
      const pair = before && arePair(before, own) ? before.value : 0
      squares += positionWeight(position) * own.value * (own.value + pair)
    }
    before = own
  }
  return { text, terms, stems, informativeness, norm: Math.sqrt(squares) }
}
