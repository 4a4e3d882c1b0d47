import type { Name } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Span } from './matcher.ts'
import type { Asked, PlaceResolver } from './place-resolver.ts'
import type { Judgement } from './recogniser.ts'

/** A span spelt like a place, with the evidence for and against it. */
export interface Suspect {
  readonly span: Span
  readonly name: Name
  /** Written as an abbreviation. */
  readonly short: boolean
  /** Kind of place that the adjacent words indicate. */
  readonly wanted: 'unit' | 'town' | undefined
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
export interface Found {
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

/** Decides between the suspects of a text: one place per name and text, consistent with its neighbours. */
export function decide(
  gazetteer: Gazetteer,
  resolver: PlaceResolver,
  suspects: readonly Suspect[],
  demonyms: readonly Found[],
): Found[] {
  const groups = groupSuspects(suspects)
  const scores = new Map<Suspect, number>()
  for (const group of groups.values()) weighGroup(group, scores)
  const peoples = [...new Set(demonyms.map((demonym) => demonym.row))].slice(0, MAX_PEOPLES)
  const tentative = askFor(groups, scores, HOPELESS)
  const supported = resolver.resolve([...tentative.values()], peoples)
  const keys = [...tentative.keys()]
  supported.forEach(({ support }, i) => {
    for (const suspect of groups.get(keys[i] ?? 0) ?? []) {
      if (suspect.name.commonWord && suspect.name.words === 1) continue
      scores.set(suspect, (scores.get(suspect) ?? 0) + Math.min(SUPPORT_MOST, SUPPORT_WORTH * support))
    }
  })
  const accepted = askFor(groups, scores, 0)
  const answers = resolver.resolve([...accepted.values()], peoples)
  const rows = new Map([...accepted.keys()].map((key, i) => [key, answers[i]?.row ?? -1]))
  return suspects
    .filter((suspect) => (scores.get(suspect) ?? 0) > 0)
    .map((suspect) => ({
      start: suspect.span.start,
      end: suspect.span.end,
      row: ownKind(suspect, ownUnit(gazetteer, suspect, rows.get(groupOf(suspect)) ?? -1)),
      kind: 'name',
      apart: false,
    }))
}

/** Mentions with one spelling form a group; its short form is a separate group. */
function groupOf(suspect: Suspect): number {
  return suspect.short ? -1 - suspect.name.key : suspect.name.key
}

function groupSuspects(suspects: readonly Suspect[]): Map<number, Suspect[]> {
  const groups = new Map<number, Suspect[]>()
  for (const suspect of suspects) {
    const group = groups.get(groupOf(suspect))
    if (group) group.push(suspect)
    else groups.set(groupOf(suspect), [suspect])
  }
  return groups
}

function weighGroup(group: readonly Suspect[], scores: Map<Suspect, number>): void {
  const anySure = group.some(({ judgement }) => judgement.sure)
  const anyPerson = group.some(({ judgement }) => judgement.person)
  for (const suspect of group) {
    const { score, sure, person } = suspect.judgement
    let others = 0
    if (!sure && !person && anySure && score > RULED_OUT) others = SAME_NAME_SURE
    else if (!sure && !person && anyPerson) others = SAME_NAME_PERSON
    scores.set(suspect, score + others)
  }
}

/** Names with a mention that scores above `least`, as resolver queries. */
function askFor(
  groups: ReadonlyMap<number, readonly Suspect[]>,
  scores: ReadonlyMap<Suspect, number>,
  least: number,
): Map<number, Asked> {
  const asked = new Map<number, Asked>()
  for (const [key, group] of groups) {
    const alive = group.filter((suspect) => (scores.get(suspect) ?? 0) > least)
    const [first] = alive
    if (!first) continue
    const top = alive.reduce((most, suspect) => Math.max(most, scores.get(suspect) ?? 0), least)
    asked.set(key, {
      name: first.name,
      weight: (1 + Math.log(alive.length) / 2) / (1 + Math.exp(-top)),
      within: [...new Set(alive.flatMap((suspect) => suspect.within))],
    })
  }
  return asked
}

/** A mention followed by a unit uses that unit, whatever the other mentions mean. */
function ownUnit(gazetteer: Gazetteer, suspect: Suspect, row: number): number {
  const { within, name } = suspect
  if (within.length === 0 || within.some((unit) => gazetteer.holds(unit, row))) return row
  const inside = name.candidates.find((candidate) =>
    within.some((unit) => unit !== candidate.row && gazetteer.holds(unit, candidate.row)),
  )
  return inside?.row ?? row
}

/** A mention that indicates a unit or a town gets the most likely place of that kind, if any. */
function ownKind({ wanted, name }: Suspect, row: number): number {
  if (!wanted) return row
  const fits = name.candidates.filter((candidate) => candidate.unit === (wanted === 'unit'))
  if (fits.length === 0 || fits.some((candidate) => candidate.row === row)) return row
  return fits.reduce((best, candidate) => (candidate.prior > best.prior ? candidate : best)).row
}
