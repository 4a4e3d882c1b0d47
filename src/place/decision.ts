import type { Name } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Span } from './matcher.ts'
import type { NameQuery, PlaceResolver } from './place-resolver.ts'
import type { Judgement } from './recogniser.ts'

/** A span spelt like a place, with the evidence for and against it. */
export interface PossibleMention {
  readonly span: Span
  readonly name: Name
  /** Written as an abbreviation. */
  readonly short: boolean
  /** Kind of place that the adjacent words indicate. */
  readonly requiredKind: 'unit' | 'town' | undefined
  /** Units that the text names right after it. */
  within: number[]
  judgement: Judgement
}

/**
 * `name`: a place of the gazetteer; `local`: a place that only a dictionary or the word for its kind (村, 路, 医院) shows to be one; `common`: a
 * noun for a place without a name.
 */
export type MentionKind = 'name' | 'local' | 'common'

/** An accepted mention. */
export interface AcceptedMention {
  readonly start: number
  readonly end: number
  /** Row of the place, or of the surrounding place for a local name; -1 if none. */
  readonly row: number
  readonly kind: MentionKind
  /** A local name that is not next to the name of its surrounding place. */
  readonly apart: boolean
}

/** Weight of another certain mention, or a mention as a person, of the same name in the text. */
const SAME_NAME_SURE = 2.5
const SAME_NAME_PERSON = -3
/** Weight of support by neighbouring places; capped so that support alone never decides. */
const SUPPORT_WORTH = 1.6
const SUPPORT_MOST = 2.4
/** Below this score no support is sufficient, so the name is not resolved. */
const HOPELESS = -5
/** Scores this low come from the form of the mention; other mentions do not change them. */
const RULED_OUT = -9
const MAX_PEOPLES = 20

/** Decides between the possibleMentions of a text: one place per name and text, consistent with its neighbours. */
export function decide(
  gazetteer: Gazetteer,
  resolver: PlaceResolver,
  possibleMentions: readonly PossibleMention[],
  demonyms: readonly AcceptedMention[],
): AcceptedMention[] {
  const groups = groupMentions(possibleMentions)
  const scores = new Map<PossibleMention, number>()
  for (const group of groups.values()) weighGroup(group, scores)
  const peoples = [...new Set(demonyms.map((demonym) => demonym.row))].slice(0, MAX_PEOPLES)
  const tentative = queriesOf(groups, scores, HOPELESS)
  const supported = resolver.resolve([...tentative.values()], peoples)
  const keys = [...tentative.keys()]
  supported.forEach(({ support }, i) => {
    for (const possible of groups.get(keys[i] ?? 0) ?? []) {
      if (possible.name.commonWord && possible.name.words === 1) continue
      scores.set(possible, (scores.get(possible) ?? 0) + Math.min(SUPPORT_MOST, SUPPORT_WORTH * support))
    }
  })
  const accepted = queriesOf(groups, scores, 0)
  const answers = resolver.resolve([...accepted.values()], peoples)
  const rows = new Map([...accepted.keys()].map((key, i) => [key, answers[i]?.row ?? -1]))
  return possibleMentions
    .filter((possible) => (scores.get(possible) ?? 0) > 0)
    .map((possible) => ({
      start: possible.span.start,
      end: possible.span.end,
      row: ownKind(possible, ownUnit(gazetteer, possible, rows.get(groupOf(possible)) ?? -1)),
      kind: 'name',
      apart: false,
    }))
}

/** Mentions with one spelling form a group; its short form is a separate group. */
function groupOf(possible: PossibleMention): number {
  return possible.short ? -1 - possible.name.key : possible.name.key
}

function groupMentions(possibleMentions: readonly PossibleMention[]): Map<number, PossibleMention[]> {
  const groups = new Map<number, PossibleMention[]>()
  for (const possible of possibleMentions) {
    const group = groups.get(groupOf(possible))
    if (group) group.push(possible)
    else groups.set(groupOf(possible), [possible])
  }
  return groups
}

function weighGroup(group: readonly PossibleMention[], scores: Map<PossibleMention, number>): void {
  const anySure = group.some(({ judgement }) => judgement.sure)
  const anyPerson = group.some(({ judgement }) => judgement.person)
  for (const possible of group) {
    const { score, sure, person } = possible.judgement
    let others = 0
    if (!sure && !person && anySure && score > RULED_OUT) others = SAME_NAME_SURE
    else if (!sure && !person && anyPerson) others = SAME_NAME_PERSON
    scores.set(possible, score + others)
  }
}

/** Names with a mention that scores above `minScore`, as resolver queries. */
function queriesOf(
  groups: ReadonlyMap<number, readonly PossibleMention[]>,
  scores: ReadonlyMap<PossibleMention, number>,
  minScore: number,
): Map<number, NameQuery> {
  const queries = new Map<number, NameQuery>()
  for (const [key, group] of groups) {
    const alive = group.filter((possible) => (scores.get(possible) ?? 0) > minScore)
    const [first] = alive
    if (!first) continue
    const top = alive.reduce((best, possible) => Math.max(best, scores.get(possible) ?? 0), minScore)
    queries.set(key, {
      name: first.name,
      weight: (1 + Math.log(alive.length) / 2) / (1 + Math.exp(-top)),
      within: [...new Set(alive.flatMap((possible) => possible.within))],
    })
  }
  return queries
}

/** A mention followed by a unit uses that unit, whatever the other mentions mean. */
function ownUnit(gazetteer: Gazetteer, possible: PossibleMention, row: number): number {
  const { within, name } = possible
  if (within.length === 0 || within.some((unit) => gazetteer.holds(unit, row))) return row
  const inside = name.candidates.find((candidate) =>
    within.some((unit) => unit !== candidate.row && gazetteer.holds(unit, candidate.row)),
  )
  return inside?.row ?? row
}

/** A mention that indicates a unit or a town gets the most likely place of that kind, if any. */
function ownKind({ requiredKind, name }: PossibleMention, row: number): number {
  if (!requiredKind) return row
  const fits = name.candidates.filter((candidate) => candidate.unit === (requiredKind === 'unit'))
  if (fits.length === 0 || fits.some((candidate) => candidate.row === row)) return row
  return fits.reduce((best, candidate) => (candidate.prior > best.prior ? candidate : best)).row
}
