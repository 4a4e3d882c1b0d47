import { backgroundTerms } from '../../event/background.ts'
import type { PageReading } from '../../model/page.ts'
import { arePair, leadWorth, type Telling, type TextTelling, tellingOf } from '../../text/telling.ts'
import { bothTermsOf, type TextTerms } from '../../text/terms.ts'

/** A main text shorter than this is no article; the whole visible text is judged instead. */
const MIN_MAIN_TEXT_LENGTH = 200

/** Characters judged: what stands after so many, some 500 terms, is worth a fiftieth by its place; the work stays bounded. */
const MAX_TEXT_LENGTH = 6_000

export interface PageWords extends TextTerms {
  readonly text: string
  /** How telling each term is here, by rarity and as a name. */
  readonly telling: TextTelling
  /** Length of the vector of all terms and pairs, each by what it tells and where it stands. */
  readonly norm: number
}

const known = new WeakMap<PageReading, PageWords>()

/** Title and main text, up to a length, as terms. Worked out once per page, however many events it is judged for. */
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
  const telling = tellingOf(text, terms, language, backgroundTerms(language))
  const { inOrder } = telling
  // The square of a damped worth is the worth itself: every place adds its own share.
  let squares = 0
  let before: Telling | undefined
  for (let position = 0; position < inOrder.length; position++) {
    const own = inOrder[position] as Telling
    if (own.kind !== 'background') {
      const pair = before && arePair(before, own) ? before.value : 0
      squares += leadWorth(position) * own.value * (own.value + pair)
    }
    before = own
  }
  return { text, terms, stems, telling, norm: Math.sqrt(squares) }
}
