import { type Name, RENOWN_OF_COUNTRIES } from './candidates.ts'
import {
  BODIES,
  BODIES_OF,
  COMPASS,
  DESCRIBED,
  DIRECTIONAL,
  DISEASES,
  KINDS_AFTER,
  KINDS_BEFORE,
  LOCATIVE,
  NEVER,
  OFFICES,
  PERIODICALS,
  SPEECH,
  STREETS,
  TITLES,
  TOWN_WORDS,
  UNIT_WORDS,
} from './cues.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import type { Reading, Span } from './matcher.ts'
import { hashKey } from './name-key.ts'
import { ALL_CAPS, CAPITAL, CASELESS, COMMA, DASH, DOT, HYPHEN, OTHER, RUN, SENTENCE } from './tokens.ts'

/** What the words around a span say about it. Scores are log-odds in spirit: above zero it is a place. */
export interface Judgement {
  readonly score: number
  /** The context alone shows a person: the same name later in the text means that person. */
  readonly person: boolean
  /** The context alone shows a place: the same name elsewhere in the text is one too. */
  readonly sure: boolean
}

const NO: Judgement = { score: -10, person: false, sure: false }
const PERSON: Judgement = { score: -6, person: true, sure: false }

export class Recogniser {
  readonly #file: GazetteerFile

  constructor(file: GazetteerFile) {
    this.#file = file
  }

  /** `within`: the text goes on with a unit that holds a bearer of the name. */
  judge(reading: Reading, span: Span, name: Name, within: boolean): Judgement {
    if (name.candidates.length === 0) return NO
    if (reading.bits(span.first) & RUN) return this.#judgeRun(reading, span, name)
    if (reading.bits(span.first) & CASELESS) return this.#judgeCaseless(name, within)
    const surface = reading.text.slice(span.start, span.end)
    const before = reading.word(span.first - 1)
    const after = reading.word(span.last + 1)
    const single = span.first === span.last
    const shouting = this.#isShouting(reading, span)
    const dateline = this.#isDateline(reading, span)
    if (NEVER.has(reading.word(span.first)) && !within) return NO
    if (single && surface.length <= 2) return NO
    if (single && name.commonWord && COMPASS.has(reading.word(span.first)) && !within) return NO
    if (
      single &&
      reading.bits(span.first) & ALL_CAPS &&
      !shouting &&
      !dateline &&
      !within &&
      surface.length <= 5
    )
      return NO
    const initial = (reading.gap(span.first) & SENTENCE) !== 0
    const adjoins = !initial && reading.follows(span.first)
    const followed = reading.follows(span.last + 1)
    const nextCapital = followed && (reading.bits(span.last + 1) & CAPITAL) !== 0 && !shouting
    const nextStreet =
      followed &&
      STREETS.has(after) &&
      (nextCapital || after.length < 4) &&
      !(name.isUnit && after === 'highway')
    if (nextStreet && !within) return NO
    const person = this.#looksLikePerson(reading, span, name, nextCapital, after, before)
    if (person && !within) return PERSON

    let score = name.renown - 4.2
    if (name.isUnit) score += 1
    if (!single) score += 1
    if (!name.isOwn) score -= 0.8
    if (single && name.commonWord) {
      const doubtful = initial || shouting || nextCapital
      if (name.renown >= RENOWN_OF_COUNTRIES) score -= doubtful ? 2 : 1
      else score -= doubtful ? 4.5 : 3
    }
    if (single && name.personName) score -= 1
    if (initial) score -= 0.3
    if (shouting) score -= 0.7
    let cue = 0
    if (LOCATIVE.has(before) && reading.follows(span.first)) cue = 2
    else if (DIRECTIONAL.has(before) && reading.follows(span.first)) cue = 0.8
    if (before === 'of' && BODIES_OF.has(reading.word(span.first - 2))) cue = -1.5
    if (before === 'of' && KINDS_BEFORE.has(reading.word(span.first - 2))) cue = 3
    if (KINDS_BEFORE.has(before) && reading.follows(span.first)) cue = Math.max(cue, 1.5)
    if (followed && KINDS_AFTER.has(after)) cue += 1.5
    if (followed && DESCRIBED.has(after)) cue += 1.5
    if (dateline) cue += 3
    if (within) cue += 5
    if (reading.gap(span.last + 1) & HYPHEN && after === 'based') cue += 3
    score += cue
    if (nextCapital) {
      if (PERIODICALS.has(after)) score -= 6
      else if (BODIES.has(after)) score -= name.isUnit ? 1 : 2.5
      else if (OFFICES.has(after)) score += 0.5
      else score -= 1.2
    }
    if (followed && DISEASES.has(after)) score -= 4
    if (followed && SPEECH.has(after) && !name.isUnit) score -= 1.5
    const previousCapital = adjoins && (reading.bits(span.first - 1) & CAPITAL) !== 0 && !shouting
    if (previousCapital && !KINDS_BEFORE.has(before)) {
      const known = this.#file.isCommonWord(hashKey(before)) || this.#isPlaceKey(before)
      if (!known && name.personName && single && cue < 2) return PERSON
      score -= known ? 1.5 : 2.5
    }
    return { score, person: false, sure: within || dateline || cue >= 2 }
  }

  #looksLikePerson(
    reading: Reading,
    span: Span,
    name: Name,
    nextCapital: boolean,
    after: string,
    before: string,
  ): boolean {
    if (this.#isTitleBefore(reading, span)) return true
    const adjoins = reading.follows(span.first) || (reading.gap(span.first) & DOT && before.length === 1)
    const single = span.first === span.last
    if (adjoins && (reading.bits(span.first - 1) & CAPITAL) !== 0) {
      if (before.length === 1 && reading.gap(span.first) & DOT) return true
      if (!KINDS_BEFORE.has(before) && this.#file.isGivenName(hashKey(before)) && !LOCATIVE.has(before))
        return single
    }
    if (!single || !nextCapital || !name.personName) return false
    if (!this.#file.isGivenName(hashKey(reading.word(span.first)))) return false
    return !OFFICES.has(after) && !BODIES.has(after) && !KINDS_AFTER.has(after) && !NEVER.has(after)
  }

  #isPlaceKey(word: string): boolean {
    return this.#file.keyRow(word, hashKey(word)) >= 0
  }

  #isTitleBefore(reading: Reading, span: Span): boolean {
    const before = reading.word(span.first - 1)
    const gap = reading.gap(span.first)
    if (!TITLES.has(before) || gap & (COMMA | OTHER | DASH | HYPHEN)) return false
    return (reading.bits(span.first - 1) & CAPITAL) !== 0
  }

  /** `Washington state` and `the city of New York`: which kind of place the words beside the name ask for. */
  kindWanted(reading: Reading, span: Span): 'unit' | 'town' | undefined {
    const after = reading.follows(span.last + 1) ? reading.word(span.last + 1) : ''
    const of = reading.word(span.first - 1) === 'of' ? reading.word(span.first - 2) : ''
    if (TOWN_WORDS.has(of)) return 'town'
    if (UNIT_WORDS.has(of)) return 'unit'
    const capitalNext = (reading.bits(span.last + 1) & CAPITAL) !== 0
    return UNIT_WORDS.has(after) && !capitalNext ? 'unit' : undefined
  }

  /** `Calif.`, `U.S.`, `CA`: as written by convention only, and two letters only after a town. */
  isShortForm(reading: Reading, span: Span, afterTown: boolean): boolean {
    const surface = reading.text.slice(span.start, span.end)
    if (span.first !== span.last || TITLES.has(reading.word(span.first))) return false
    if (surface.includes('.')) return true
    const party = (reading.gap(span.first) & HYPHEN) !== 0 && reading.word(span.first - 1).length === 1
    if (afterTown || party) return /^[A-Z]{2,4}$/.test(surface) || reading.text.charAt(span.end) === '.'
    if (!/^[A-Z]{2,4}$/.test(surface) || this.#isShouting(reading, span)) return false
    return COUNTRY_SHORT.has(surface) || (surface.length > 2 && !WORDS_IN_CAPS.has(surface))
  }

  /** Without spaces a name may be part of a longer word: the dictionary, the length and a word for the kind of unit decide. */
  #judgeRun(reading: Reading, span: Span, name: Name): Judgement {
    const length = span.end - span.start
    let score = name.renown - 5.5 + 0.9 * (length - 2)
    if (name.isUnit) score += 2
    if (UNIT_LETTERS.has(reading.text.charAt(span.end - 1)) && length > 2) score += 2
    if (name.placeWord) score += 3
    else if (name.commonWord) score -= 5
    return { score, person: false, sure: score > 2 }
  }

  /** Without capitals any word may be a hamlet's name: only well-known places count unless a unit follows. */
  #judgeCaseless(name: Name, within: boolean): Judgement {
    const score =
      name.renown -
      5 +
      (name.isUnit ? 1 : 0) +
      (name.words > 1 ? 1 : 0) -
      (name.commonWord ? 3 : 0) +
      (within ? 3 : 0)
    return { score, person: false, sure: within }
  }

  /** A headline in capitals: capitals say nothing there. */
  #isShouting(reading: Reading, span: Span): boolean {
    let words = 0
    let caps = 0
    for (let i = Math.max(0, span.first - 4); i <= Math.min(reading.tokens.count - 1, span.last + 4); i++) {
      if (i >= span.first && i <= span.last) continue
      if (!(reading.bits(i) & (CAPITAL | CASELESS)) && !/^[a-z]/.test(reading.raw(i))) continue
      words++
      if (reading.bits(i) & ALL_CAPS) caps++
    }
    return words > 2 && caps / words > 0.7
  }

  /** `KABUL, Afghanistan —`, `PARIS (Reuters) -`: in capitals, first in its line. */
  #isDateline(reading: Reading, span: Span): boolean {
    if (!(reading.gap(span.first) & SENTENCE) || !(reading.bits(span.first) & CAPITAL)) return false
    const caps = (reading.bits(span.first) & ALL_CAPS) !== 0
    const gap = reading.gap(span.last + 1)
    if (gap & DASH) return true
    if (!caps) return false
    return (gap & COMMA) !== 0 || (gap & OTHER) !== 0
  }
}

const UNIT_LETTERS: ReadonlySet<string> = new Set('省市县縣区區州镇鎮乡鄉村旗盟県都府道')
const COUNTRY_SHORT: ReadonlySet<string> = new Set(['US', 'UK'])
/** Short forms that are more often other abbreviations or words in capitals. */
const WORDS_IN_CAPS: ReadonlySet<string> = new Set(['CAR', 'ACT', 'PEI'])
