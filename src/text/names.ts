import type { NameCount } from '../model/page.ts'
import { calendarNames } from './calendar-names.ts'
import { jieba } from './libraries.ts'
import { ARTICLES, LINKING_WORDS, ORGANISATION_WORDS, THING_WORDS, TITLES } from './name-words.ts'
import { termsOf } from './terms.ts'

export interface NamesOptions {
  /** Lower-case place names to exclude. */
  readonly places?: ReadonlySet<string>
  /** Maximum number of characters read; important names appear early and often. */
  readonly maxLength?: number
}

/** Enough for the longest articles; bounds the work. */
const MAX_TEXT_LENGTH = 60_000
/** Longer runs of capitalised words are headlines and lists. */
const MAX_WORDS = 6
/** Minimum share of capitalised long words in a title-case headline; a German sentence has about half. */
const HEADLINE_SHARE = 0.7

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu
const CAPITAL = /^\p{Lu}/u
const ACRONYM = /^\p{Lu}{2,6}$/u
const INITIAL = /^\p{Lu}$/u
const SENTENCE_END = /[.!?。]["”’')]?$/u
const HAN = /\p{Script=Han}/u

interface Word {
  readonly text: string
  readonly lower: string
  readonly capital: boolean
  /** First in its sentence or line, where a capital is not evidence of a name. */
  readonly initial: boolean
  /** Separated from the previous word only by a space or the full stop of an abbreviation. */
  readonly joined: boolean
  /** Followed by a comma and a number: "Sims, 20,". */
  readonly aged: boolean
  readonly headline: boolean
}

interface Run {
  readonly words: readonly Word[]
  readonly titled: boolean
}

interface Found {
  name: string
  words: string[]
  kind: NameCount['kind']
  count: number
}

/**
 * People, organisations and other named things in a text, most frequent first. Uses capitals, titles and typical words;
 * in Chinese, dictionary tags. Other scripts without capitals yield no names.
 */
export function namesOf(text: string, language: string, options: NamesOptions = {}): NameCount[] {
  const read = text.slice(0, options.maxLength ?? MAX_TEXT_LENGTH)
  const found = language === 'zh' ? chineseNames(read) : capitalNames(read, language, options.places)
  return found
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ name, kind, count }) => ({ name, kind, count }))
}

function capitalNames(text: string, language: string, places: ReadonlySet<string> = new Set()): Found[] {
  const words = wordsOf(text)
  const lowerCase = new Set(words.filter((word) => !word.capital).map((word) => word.lower))
  const calendar = new Set(calendarNames(language).map((name) => name.toLowerCase().replace(/\.$/, '')))
  const isEmpty = (word: Word) => calendar.has(word.lower) || termsOf(word.lower, language).length === 0
  const known = new Map<string, Found>()
  const single: Run[] = []
  for (const run of runsOf(words, (word) => calendar.has(word.lower))) {
    const trimmed = trim(run, lowerCase, isEmpty)
    if (!trimmed) continue
    if (trimmed.words.length === 1 && !ACRONYM.test(trimmed.words[0]?.text ?? '')) single.push(trimmed)
    else add(known, trimmed, places)
  }
  addSingles(known, single, lowerCase, places)
  return [...known.values()]
}

/** ASCII fast path: nearly all words start with an ASCII letter, and a Unicode test is several times slower. */
function isCapital(word: string): boolean {
  const first = word.charCodeAt(0)
  return first < 128 ? first >= 65 && first <= 90 : CAPITAL.test(word)
}

function withoutGenitive(word: string): string {
  return word.includes("'") || word.includes('’') ? word.replace(/['’](?:s|S)?$/u, '') : word
}

/** A loop, because a pattern ending in `+$` is quadratic on a long run of joiners. */
function withoutJoiners(word: string): string {
  let end = word.length
  while (end > 0 && (word[end - 1] === '-' || word[end - 1] === '&')) end -= 1
  return word.slice(0, end)
}

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const line of text.split('\n')) {
    const matches = [...line.matchAll(WORD)]
    const headline = !SENTENCE_END.test(line.slice(-3)) && isHeadline(matches.map(([word]) => word))
    let end = -1
    for (const match of matches) {
      const written = withoutJoiners(withoutGenitive(match[0]))
      const before = words.at(-1)
      const gap = end < 0 ? '\n' : line.slice(end, match.index)
      const abbreviated =
        before !== undefined && gap === '. ' && (INITIAL.test(before.text) || TITLES.has(before.lower))
      const after = match.index + match[0].length
      words.push({
        text: written,
        lower: written.toLowerCase(),
        capital: isCapital(written),
        initial: gap !== ' ' && !abbreviated && /[\n.!?:;"“”«»„•|–—]/u.test(gap),
        joined: gap === ' ' || gap === '\u00a0' || abbreviated,
        aged: line.startsWith(', ', after) && /^\d{1,2}\b/.test(line.slice(after + 2, after + 6)),
        headline,
      })
      end = after
    }
  }
  return words
}

function isHeadline(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length > 3)
  if (long.length < 4) return false
  return long.filter(isCapital).length / long.length >= HEADLINE_SHARE
}

function runsOf(words: readonly Word[], breaks: (word: Word) => boolean): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (!first?.capital || first.headline || breaks(first)) continue
    let end = at + 1
    while (end < words.length) {
      const next = linkEnd(words, end)
      const word = words[next]
      if (!word?.joined || !word.capital || breaks(word)) break
      end = next + 1
    }
    const before = words[at - 1]
    const titled = before !== undefined && first.joined && TITLES.has(before.lower)
    runs.push({ words: words.slice(at, end), titled })
    at = end - 1
  }
  return runs
}

/** Skips up to two linking words such as "of the". */
function linkEnd(words: readonly Word[], at: number): number {
  let next = at
  while (next < at + 2 && words[next]?.joined && LINKING_WORDS.has(words[next]?.text ?? '')) next++
  return next
}

/** Removes leading titles and a first word that is capitalised only because it starts a sentence. */
function trim(run: Run, lowerCase: ReadonlySet<string>, isEmpty: (word: Word) => boolean): Run | null {
  if (run.words.length > 2 * MAX_WORDS) return null
  let words = run.words
  let titled = run.titled
  while (words[0]) {
    const [first] = words
    if (TITLES.has(first.lower) && words.length > 1) titled = true
    else if (!isPadding(first, words.length, lowerCase, isEmpty)) break
    words = words.slice(1)
    while (words[0] && LINKING_WORDS.has(words[0].text)) words = words.slice(1)
  }
  return words.length === 0 || words.length > MAX_WORDS ? null : { words, titled }
}

/** "New" and "Old" are stop words, but capitalised inside a sentence they are part of a name. */
function isPadding(
  word: Word,
  length: number,
  lowerCase: ReadonlySet<string>,
  isEmpty: (word: Word) => boolean,
): boolean {
  if (word.initial && lowerCase.has(word.lower)) return true
  return isEmpty(word) && (word.initial || length === 1 || ARTICLES.has(word.lower))
}

function add(known: Map<string, Found>, run: Run, places: ReadonlySet<string>): void {
  const written = run.words.map((word) => word.text)
  const name = written.map((word) => (INITIAL.test(word) && written.length > 1 ? `${word}.` : word)).join(' ')
  if (places.has(name.toLowerCase())) return
  // "Julian L. Sims" and "Julian Sims" are the same person.
  const spoken = written.filter((word) => !INITIAL.test(word))
  const key = (spoken.length > 0 ? spoken : written).join(' ').toLowerCase()
  const found = known.get(key)
  if (found) {
    found.count++
    if (name.length > found.name.length) found.name = name
  } else {
    known.set(key, { name, words: spoken.map((word) => word.toLowerCase()), kind: kindOf(run), count: 1 })
  }
}

function kindOf({ words, titled }: Run): NameCount['kind'] {
  const last = words.at(-1)
  if (words.length === 1 && last && ACRONYM.test(last.text)) return 'organisation'
  if (words.some((word) => ORGANISATION_WORDS.has(word.lower))) return 'organisation'
  if (last && THING_WORDS.has(last.lower)) return 'other'
  if (titled || last?.aged) return 'person'
  const plain = words.every((word) => word.capital && !ACRONYM.test(word.text) && !/\d/.test(word.text))
  return words.length >= 2 && words.length <= 4 && plain ? 'person' : 'other'
}

/** A single word refers to the person whose name it starts or ends; otherwise it is a separate name if never in lower case. */
function addSingles(
  known: Map<string, Found>,
  runs: readonly Run[],
  lowerCase: ReadonlySet<string>,
  places: ReadonlySet<string>,
): void {
  const people = new Map<string, Found>()
  const ranked = [...known.values()].filter(({ kind }) => kind === 'person').sort((a, b) => b.count - a.count)
  for (const person of ranked)
    for (const part of [person.words.at(-1), person.words[0]])
      if (part !== undefined && !people.has(part)) people.set(part, person)
  const alone = new Set(
    runs.filter(({ words }) => words[0] && !words[0].initial).map(({ words }) => words[0]?.lower),
  )
  for (const run of runs) {
    const lower = run.words[0]?.lower ?? ''
    const person = people.get(lower)
    if (person) person.count++
    else if (run.titled || (alone.has(lower) && !lowerCase.has(lower))) add(known, run, places)
  }
}

/** The dictionary tags people (`nr`) and organisations (`nt`). */
function chineseNames(text: string): Found[] {
  const known = new Map<string, Found>()
  for (const { word, tag } of jieba().tag(text, true)) {
    const kind = tag === 'nr' ? 'person' : tag === 'nt' ? 'organisation' : null
    if (!kind || word.length < 2 || !HAN.test(word)) continue
    const found = known.get(word)
    if (found) found.count++
    else known.set(word, { name: word, words: [word], kind, count: 1 })
  }
  return [...known.values()]
}
