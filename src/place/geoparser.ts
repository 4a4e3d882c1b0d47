import { BoundedMap } from '../cache/bounded-map.ts'
import type { Place, PlaceCount } from '../model/place.ts'
import { type Name, readName } from './candidates.ts'
import { type AcceptedMention, decide, type MentionKind, type PossibleMention } from './decision.ts'
import type { Gazetteer } from './gazetteer.ts'
import { LEVELS } from './gazetteer-format.ts'
import { isEverydayWord } from './han-words.ts'
import { findLocalPlaces } from './local-names.ts'
import { findSpans, Reading, type Span } from './matcher.ts'
import { PlaceResolver } from './place-resolver.ts'
import { type Judgement, Recogniser } from './recogniser.ts'
import { isShortForm, requiredKindOf } from './short-forms.ts'
import { assignLocalNames } from './surrounding-place.ts'
import { APOSTROPHE, COMMA, OTHER, RUN, SENTENCE, Tokens } from './tokens.ts'

/** A place in a text, by UTF-16 offsets. */
interface Mention {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: MentionKind
  /** The place; for a local name, the surrounding place if the text gives one; null for a noun. */
  readonly place: Place | null
}

export interface GeoparserOptions {
  /** Places to prefer, usually those of the event. */
  readonly favour?: readonly Place[]
  /** Count adjectives and peoples (`French`, `Iraqis`) as mentions of their country. Default false. */
  readonly demonyms?: boolean
}

export interface Geoparser {
  mentions(text: string, language: string): Mention[]
  /** The places of a text, most frequent first. A separate local name counts for its surrounding place. */
  places(text: string, language: string): PlaceCount[]
}

export function createGeoparser(gazetteer: Gazetteer, options: GeoparserOptions = {}): Geoparser {
  const favour = (options.favour ?? [])
    .map((place) => gazetteer.file.placeRow(place.id))
    .filter((row) => row >= 0)
  const parser = new TextParser(gazetteer, favour, options)
  return {
    mentions: (text, language) =>
      parser.parse(text, language).map(({ start, end, row, kind }) => ({
        start,
        end,
        text: text.slice(start, end),
        kind,
        place: row < 0 ? null : gazetteer.at(row),
      })),
    places: (text, language) => countPlaces(gazetteer, parser.parse(text, language)),
  }
}

const UNJUDGED: Judgement = { score: 0, person: false, sure: false }
const SHORT_FORM: Judgement = { score: 4, person: false, sure: true }
const MAX_SHORT_FORM_LENGTH = 6
/** Below this prominence a name belongs to a town, and a demonym of the same spelling takes precedence (Canadian, Texas). */
const RENOWN_OF_UNITS = 6.4
const MAX_NAMES_KEPT = 20_000

const PROVINCE = LEVELS.indexOf('province')
const CHINESE = 'zh'

class TextParser {
  readonly #gazetteer: Gazetteer
  readonly #recogniser: Recogniser
  readonly #resolver: PlaceResolver
  readonly #options: GeoparserOptions
  readonly #names = new BoundedMap<number, Name>(MAX_NAMES_KEPT)
  readonly #tokens = new Tokens()

  constructor(gazetteer: Gazetteer, favour: readonly number[], options: GeoparserOptions) {
    this.#gazetteer = gazetteer
    this.#recogniser = new Recogniser(gazetteer.file)
    this.#resolver = new PlaceResolver(gazetteer, favour)
    this.#options = options
  }

  parse(text: string, language: string): AcceptedMention[] {
    const reading = new Reading(text, this.#tokens)
    const spans = findSpans(this.#gazetteer.file, reading)
    const possibleMentions: PossibleMention[] = []
    const demonyms: AcceptedMention[] = []
    let previous: PossibleMention | undefined
    const unknown: AcceptedMention[] = []
    for (const span of spans) {
      if (span.key < 0) {
        if (language !== CHINESE || !isEverydayWord(text.slice(span.start, span.end)))
          unknown.push({ ...mentionOf(span, -1), kind: 'local' })
        continue
      }
      const short = this.#shortForm(reading, span, previous)
      const name = short ?? this.#name(span.key, false)
      if (name.demonymOf >= 0 && name.prominence < RENOWN_OF_UNITS) {
        demonyms.push(mentionOf(span, name.demonymOf))
        continue
      }
      const requiredKind = short ? undefined : requiredKindOf(reading, span)
      previous = { span, name, short: short !== undefined, requiredKind, within: [], judgement: UNJUDGED }
      possibleMentions.push(previous)
    }
    this.#linkContainers(reading, possibleMentions)
    for (const possible of possibleMentions) {
      const { span, name, short, within } = possible
      possible.judgement = short
        ? SHORT_FORM
        : this.#recogniser.judge(reading, span, name, within.length > 0, language)
    }
    const found = decide(this.#gazetteer, this.#resolver, possibleMentions, demonyms)
      .concat(unknown, this.#options.demonyms ? demonyms : [])
      .sort(byStart)
    const all =
      language === CHINESE
        ? found.concat(findLocalPlaces(this.#gazetteer.file, text, found)).sort(byStart)
        : found
    return assignLocalNames(this.#gazetteer, text, all)
  }

  #name(key: number, short: boolean): Name {
    const slot = short ? -1 - key : key
    const known = this.#names.get(slot)
    if (known) return known
    const name = readName(this.#gazetteer.file, key, short)
    this.#names.set(slot, name)
    return name
  }

  /** The name that the span abbreviates, if it is written as an abbreviation. */
  #shortForm(reading: Reading, span: Span, previous: PossibleMention | undefined): Name | undefined {
    if (span.end - span.start > MAX_SHORT_FORM_LENGTH) return undefined
    const name = this.#name(span.key, true)
    if (name.candidates.length === 0) return undefined
    const afterTown =
      (reading.gap(span.first) & COMMA) !== 0 &&
      previous?.span.last === span.first - 1 &&
      name.candidates.some(({ row }) => this.#holdsAny(row, previous.name))
    return isShortForm(reading, span, afterTown) ? name : undefined
  }

  /** Links `Town, Unit` and `省县` when one contains a place with the other name: both are then places. */
  #linkContainers(reading: Reading, possibleMentions: readonly PossibleMention[]): void {
    for (let i = 0; i + 1 < possibleMentions.length; i++) {
      const [left, right] = [possibleMentions[i], possibleMentions[i + 1]]
      if (!left || !right) continue
      const joined = left.span.end === right.span.start && reading.bits(left.span.first) & RUN
      if (!joined && !isUnitAfter(reading, left.span, right.span)) continue
      const [inner, outer] = joined ? [right, left] : [left, right]
      const units = outer.name.candidates.filter(
        ({ row }) =>
          (this.#gazetteer.file.rows.level[row] ?? 0) <= PROVINCE + 2 && this.#holdsAny(row, inner.name),
      )
      if (units.length === 0) continue
      inner.within = units.map((unit) => unit.row)
    }
  }

  #holdsAny(unit: number, name: Name): boolean {
    return name.candidates.some(({ row }) => row !== unit && this.#gazetteer.holds(unit, row))
  }
}

function isUnitAfter(reading: Reading, town: Span, unit: Span): boolean {
  const gap = reading.gap(unit.first)
  return unit.first === town.last + 1 && (gap & COMMA) !== 0 && !(gap & (SENTENCE | OTHER | APOSTROPHE))
}

function mentionOf({ start, end }: Span, row: number): AcceptedMention {
  return { start, end, row, kind: 'name', apart: false }
}

function byStart(a: AcceptedMention, b: AcceptedMention): number {
  return a.start - b.start
}

function countPlaces(gazetteer: Gazetteer, found: readonly AcceptedMention[]): PlaceCount[] {
  const counts = new Map<number, number>()
  for (const { row, kind, apart } of found)
    if (row >= 0 && (kind === 'name' || apart)) counts.set(row, (counts.get(row) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([row, count]) => ({ ...gazetteer.pointAt(row), count }))
}
