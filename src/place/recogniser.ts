import { COUNTRY_PROMINENCE, type Name } from './candidates.ts'
import {
  COMPASS,
  DIRECTIONAL,
  DISEASES,
  GOVERNMENTS,
  KINDS_AFTER,
  KINDS_BEFORE,
  LOCATIVE,
  NEVER_PLACES,
  OFFICES,
  ORGANISATIONS,
  ORGANISATIONS_OF,
  PERIODICALS,
  RESIDENTS,
  SPEECH,
  STREETS,
  TITLES,
} from './cues.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import type { Reading, Span } from './matcher.ts'
import { hashKey } from './name-key.ts'
import { isStreetName, UNIT_LETTERS } from './run-matcher.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'
import { CASELESS, DOT, RUN } from './tokens.ts'
import { CUES, DOUBTS, RUN_CUES } from './weights.ts'

/** Evidence from the words around a span. Scores resemble log-odds: above zero it is a place. */
export interface Judgement {
  readonly score: number
  /** The context shows a person: the same name later in the text means that person. */
  readonly person: boolean
  /** The context shows a place: the same name elsewhere in the text is one too. */
  readonly sure: boolean
}

const NO: Judgement = { score: -10, person: false, sure: false }
const PERSON: Judgement = { score: -6, person: true, sure: false }
/** A cue this strong decides for the whole text. */
const SURE = 2
/** Maximum length of an acronym, unless the text is in capitals. */
const ACRONYM = 5
/** A city of a hundred thousand is more likely than a noun of the same spelling. */
const RENOWN_OF_CITIES = 5
/** Languages that capitalise every noun, so that a capital is weaker evidence. */
const NOUNS_IN_CAPITALS: ReadonlySet<string> = new Set(['de', 'lb'])

export class Recogniser {
  readonly #file: GazetteerFile

  constructor(file: GazetteerFile) {
    this.#file = file
  }

  /** `within`: the text continues with a unit that contains a place of this name. */
  judge(reading: Reading, span: Span, name: Name, within: boolean, language: string): Judgement {
    if (name.candidates.length === 0) return NO
    if (reading.bits(span.first) & RUN) return judgeRun(reading, span, name, within)
    if (reading.bits(span.first) & CASELESS) return judgeCaseless(name, within)
    const around = surroundingsOf(reading, span)
    if (!within) {
      if (isRuledOut(around, name)) return NO
      if (this.#isPerson(reading, span, around, name)) return PERSON
    }
    const cue = cueOf(around, within)
    if (!within && cue < SURE && this.#isSurname(around, name)) return PERSON
    let score = ownScore(around, name) + cue + afterScore(around, name)
    if (around.capitalBefore && !around.initialBefore && !KINDS_BEFORE.has(around.before))
      score -= this.#isKnown(around.before) ? DOUBTS.partOfName : DOUBTS.partOfUnknownName
    if (around.hyphenated && !this.#isKnown(around.hyphenated)) score -= DOUBTS.partOfUnknownName
    if (NOUNS_IN_CAPITALS.has(language) && cue === 0 && name.prominence < RENOWN_OF_CITIES)
      score -= DOUBTS.noun
    return { score, person: false, sure: within || around.dateline || cue >= SURE }
  }

  /** A title, an initial or a given name before it, or a surname after it. */
  #isPerson(reading: Reading, span: Span, around: Surroundings, name: Name): boolean {
    const before = reading.word(span.first - 1)
    if (isTitle(reading, span)) return true
    if (
      before.length === 1 &&
      (reading.gap(span.first) & DOT) !== 0 &&
      /\p{Lu}/u.test(reading.raw(span.first - 1))
    )
      return true
    if (!around.single) return false
    if (around.capitalBefore && !around.initial && !KINDS_BEFORE.has(before) && !LOCATIVE.has(before))
      if (this.#file.isGivenName(hashKey(before))) return true
    if (!around.capitalAfter || !name.personName || !this.#file.isGivenName(hashKey(around.word)))
      return false
    return !this.#continuesPlace(around.after, name)
  }

  /** True if an office or organisation follows, or a common word after a unit: `Florida Highway Patrol`. */
  #continuesPlace(after: string, name: Name): boolean {
    if (OFFICES.has(after) || ORGANISATIONS.has(after) || KINDS_AFTER.has(after) || NEVER_PLACES.has(after))
      return true
    if (!name.isUnit || this.#file.isPersonName(hashKey(after))) return false
    return this.#file.isCommonWord(hashKey(after))
  }

  /** After a capitalised word that is neither a common word nor a place, a personal name is a surname. */
  #isSurname(around: Surroundings, name: Name): boolean {
    if (!around.single || !name.personName || !around.capitalBefore || around.initial) return false
    return !KINDS_BEFORE.has(around.before) && !this.#isKnown(around.before)
  }

  #isKnown(word: string): boolean {
    const hash = hashKey(word)
    return this.#file.isCommonWord(hash) || this.#file.keyRow(word, hash) >= 0
  }
}

function isTitle(reading: Reading, span: Span): boolean {
  const before = reading.word(span.first - 1)
  if (!TITLES.has(before) || !/^\p{Lu}/u.test(reading.raw(span.first - 1))) return false
  return (
    reading.follows(span.first) ||
    /^\.\s/.test(reading.text.slice(reading.tokens.end[span.first - 1], span.start))
  )
}

/** Forms that are never a place, whatever the context. */
function isRuledOut(around: Surroundings, name: Name): boolean {
  if (NEVER_PLACES.has(around.word)) return true
  if (STREETS.has(around.after) && (around.capitalAfter || around.after.length < 4))
    if (!(name.isUnit && around.after === 'highway')) return true
  if (!around.single) return false
  if (around.length <= 2) return true
  if (name.commonWord && COMPASS.has(around.word)) return true
  return around.allCaps && !around.amongCapitals && !around.dateline && around.length <= ACRONYM
}

/** Score of the name itself, without context. */
function ownScore(around: Surroundings, name: Name): number {
  let score = name.prominence - DOUBTS.anyName
  if (name.isUnit) score += CUES.unit
  if (!around.single) score += CUES.severalWords
  if (!name.isOwn) score -= DOUBTS.foreignName
  if (around.initial) score -= DOUBTS.initial
  if (around.amongCapitals) score -= DOUBTS.amongCapitals
  if (!around.single) return score
  if (name.personName) score -= DOUBTS.personName
  if (!name.commonWord) return score
  const doubtful = around.initial || around.amongCapitals || around.capitalAfter
  if (name.prominence >= COUNTRY_PROMINENCE)
    return score - (doubtful ? DOUBTS.countryWordInitial : DOUBTS.countryWord)
  return score - (doubtful ? DOUBTS.commonWordInitial : DOUBTS.commonWord)
}

/** Evidence for a place. */
function cueOf(around: Surroundings, within: boolean): number {
  const { before, beforeThat, after } = around
  let cue = 0
  if (LOCATIVE.has(before)) cue = CUES.locative
  else if (DIRECTIONAL.has(before)) cue = CUES.directional
  if (before === 'of' && ORGANISATIONS_OF.has(beforeThat)) cue = -DOUBTS.organisationOf
  if (before === 'of' && KINDS_BEFORE.has(beforeThat)) cue = CUES.kindOf
  if (KINDS_BEFORE.has(before)) cue = Math.max(cue, CUES.kind)
  if (KINDS_AFTER.has(after)) cue += CUES.kind
  if (RESIDENTS.has(after)) cue += CUES.described
  if (around.dateline) cue += CUES.dateline
  if (around.suffix === 'based') cue += CUES.based
  if (within) cue += CUES.within
  return cue
}

/** Evidence from the next word. */
function afterScore({ after, capitalAfter }: Surroundings, name: Name): number {
  let score = 0
  if (DISEASES.has(after)) score -= DOUBTS.disease
  if (SPEECH.has(after) && !name.isUnit) score -= DOUBTS.speech
  if (GOVERNMENTS.has(after) && !name.isUnit) score -= DOUBTS.government
  if (!capitalAfter) return score
  if (PERIODICALS.has(after)) return score - DOUBTS.periodical
  if (ORGANISATIONS.has(after)) return score - (name.isUnit ? DOUBTS.organisationOfUnit : DOUBTS.organisation)
  return OFFICES.has(after) ? score + CUES.office : score - DOUBTS.longerName
}

/** In unspaced scripts a name may be part of a longer word: the dictionary, the length and a unit word decide. */
function judgeRun(reading: Reading, span: Span, name: Name, within: boolean): Judgement {
  if (isStreetName(reading.text, span.end)) return NO
  const length = span.end - span.start
  let score = name.prominence - RUN_CUES.anyName + RUN_CUES.letter * (length - 2)
  if (name.isUnit) score += RUN_CUES.unit
  if (UNIT_LETTERS.has(reading.text.charAt(span.end - 1)) && length > 2) score += RUN_CUES.unit
  if (name.placeWord) score += RUN_CUES.placeWord
  else if (name.commonWord) score -= RUN_CUES.commonWord
  if (within) score += CUES.within
  return { score, person: false, sure: within || score > SURE }
}

/** Without capitals any word may match a hamlet: only well-known places count unless a unit follows. */
function judgeCaseless(name: Name, within: boolean): Judgement {
  let score = name.prominence - DOUBTS.caseless
  if (name.isUnit) score += CUES.unit
  if (name.words > 1) score += CUES.severalWords
  if (name.commonWord) score -= DOUBTS.commonWord
  if (within) score += CUES.within
  return { score, person: false, sure: within }
}
