/**
 * Weights of the recogniser. One unit is about a power of ten of population: that is the scale of a name's prominence, and what a cue must
 * outweigh. Chosen on the development halves of the test sets in steps of a half; none is sharp.
 */

/** Evidence for a place. */
export const CUES = {
  /** A country, province or region bears the name. */
  unit: 1,
  /** Two words rarely match a place name by chance. */
  severalWords: 1,
  /** `in X`, `near X`. */
  locative: 2,
  /** `from X`, `of X`: people and things follow these too. */
  directional: 0.8,
  /** `northern X`, `X county`. */
  kind: 1.5,
  /** `the city of X`. */
  kindOf: 3,
  /** `X man`, `X police`. */
  described: 1.5,
  dateline: 3,
  /** `X-based`. */
  based: 3,
  /** `X, Unit` where the unit contains an X. */
  within: 5,
  /** `X City Council`. */
  office: 0.5,
} as const

/** Evidence against a place. */
export const DOUBTS = {
  /** Prominence at which a name without context is a place half of the time: a town of fifteen thousand. */
  anyName: 4.2,
  /** The same in scripts without capitals: a town of a hundred thousand. */
  caseless: 5,
  /** Only a foreign name, a former name or a nickname has this spelling. */
  foreignName: 0.8,
  personName: 1,
  commonWord: 2.5,
  /** A common word where the capital is not evidence or starts a longer name. */
  commonWordInitial: 4.5,
  countryWord: 1,
  countryWordInitial: 2,
  initial: 0.3,
  amongCapitals: 0.7,
  /** In languages that capitalise every noun. */
  noun: 1,
  /** The next word is capitalised and not an office: the place is part of a longer name. */
  longerName: 1.2,
  organisation: 2.5,
  organisationOfUnit: 1,
  organisationOf: 1.5,
  periodical: 6,
  disease: 4,
  speech: 1.5,
  government: 2,
  partOfName: 1.5,
  partOfUnknownName: 2.5,
} as const

/** For Han and other unspaced scripts, on the same scale. */
export const RUN_CUES = {
  /** A city of three hundred thousand is recognised from two letters. */
  anyName: 5.5,
  /** Each further letter makes a chance match less likely. */
  letter: 0.9,
  unit: 2,
  placeWord: 3,
  commonWord: 5,
} as const
