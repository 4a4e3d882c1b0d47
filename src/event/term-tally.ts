import type { PageReading } from '../model/page.ts'
import {
  arePair,
  geometricMean,
  type Informativeness,
  informativenessOf,
  positionWeight,
} from '../text/informativeness.ts'
import { termsOf } from '../text/terms.ts'
import { backgroundTerms } from './background.ts'

/** Statistics of a term, or of a pair of adjacent terms, in the pages. */
export interface TermTally {
  readonly stems: readonly string[]
  /** Its most frequent spelling. */
  readonly spelling: string
  readonly count: number
  readonly pages: number
  /** Weight by position in the pages: the beginning counts most. */
  readonly worth: number
  /** Its largest distinctiveness in one of the pages. */
  readonly informativeness: number
}

interface Open {
  readonly stems: readonly string[]
  readonly spellings: Map<string, number>
  count: number
  pages: number
  lastPage: number
  worth: number
  informativeness: number
}

interface Seen {
  readonly stem: string
  readonly spelling: string
  readonly informativeness: Informativeness
  readonly end: number
}

/** Words and numbers. */
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*|\p{N}{1,12}/gu
const YEAR = /^(?:19|20)\d\d$/
const HAN_OR_DIGIT = /[\p{Script=Han}\p{N}]/u
/** A sentence or a line ends here; the point of "5.6" does not. */
const BREAK = /[\n!?;:]|\.\s/
/** Written in one: "5.6", "9-14", "1,300". */
const JOINT = /^[.,\-–]$/

/** The terms and pairs of the pages by their stems, without background terms. */
export function tallyTerms(pages: readonly PageReading[]): Map<string, TermTally> {
  const tallies = new Map<string, Open>()
  for (const [index, page] of pages.entries()) tallyPage(tallies, page, index)
  return new Map([...tallies].map(([key, open]) => [key, { ...open, spelling: commonest(open.spellings) }]))
}

function tallyPage(
  tallies: Map<string, Open>,
  { title, mainText, language }: PageReading,
  index: number,
): void {
  const background = backgroundTerms(language)
  const text = `${title}\n${mainText}`
  const { byTerm } = informativenessOf(text, termsOf(text, language), language, background)
  let position = 0
  let before: Seen | undefined
  for (const match of text.matchAll(WORD)) {
    const lower = match[0].replace(/['’](?:s|S)?$/u, '').toLowerCase()
    // A run without spaces (Chinese, Thai) gives several terms, each with its own spelling; a word gives one or none.
    const terms = termsOf(lower, language)
    for (const stem of terms) {
      const worth = positionWeight(position++)
      const own = byTerm.get(stem)
      if (
        !own ||
        own.kind === 'background' ||
        YEAR.test(stem) ||
        (stem.length < 2 && !HAN_OR_DIGIT.test(stem))
      ) {
        before = undefined
        continue
      }
      const spelling = terms.length === 1 ? lower : stem
      count(tallies, [stem], spelling, worth, own.value, index)
      const gap = before && text.slice(before.end, match.index)
      if (before && gap !== undefined && !BREAK.test(gap) && arePair(before.informativeness, own)) {
        const written = `${before.spelling}${JOINT.test(gap) ? gap : ' '}${spelling}`
        const informativeness = geometricMean([before.informativeness.value, own.value])
        count(tallies, [before.stem, stem], written, worth, informativeness, index)
      }
      before = { stem, spelling, informativeness: own, end: match.index + match[0].length }
    }
  }
}

function count(
  tallies: Map<string, Open>,
  stems: readonly string[],
  spelling: string,
  worth: number,
  informativeness: number,
  page: number,
): void {
  const key = stems.join(' ')
  let tally = tallies.get(key)
  if (!tally) {
    tally = { stems, spellings: new Map(), count: 0, pages: 0, lastPage: -1, worth: 0, informativeness: 0 }
    tallies.set(key, tally)
  }
  tally.count++
  tally.worth += worth
  tally.informativeness = Math.max(tally.informativeness, informativeness)
  if (tally.lastPage !== page) {
    tally.pages++
    tally.lastPage = page
  }
  tally.spellings.set(spelling, (tally.spellings.get(spelling) ?? 0) + 1)
}

function commonest(spellings: ReadonlyMap<string, number>): string {
  const [first] = [...spellings].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)
  return first?.[0] ?? ''
}
