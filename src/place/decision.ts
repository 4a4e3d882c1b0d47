import type { Name } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Span } from './matcher.ts'
import type { Asked, PlaceResolver } from './place-resolver.ts'
import type { Judgement } from './recogniser.ts'

/** A span that is spelt like a place, with what speaks for and against it. */
export interface Suspect {
  readonly span: Span
  readonly name: Name
  /** Written as an abbreviation. */
  readonly short: boolean
  /** Which kind of place the words beside it ask for. */
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

/** A mention that was accepted. */
export interface Found {
  readonly start: number
  readonly end: number
  /** The place meant; of a local name, the place around it. -1 when no place of the gazetteer is. */
  readonly row: number
  readonly kind: MentionKind
  /** A local name that does not stand beside the name of the place around it. */
  readonly apart: boolean
}

/** What another sure mention, or a mention as a person, of the same name in the same text is worth. */
const SAME_NAME_SURE = 2.5
const SAME_NAME_PERSON = -3
/** A place whose neighbours are named too is likelier to be meant; capped, so that support alone never decides. */
const SUPPORT_WORTH = 1.6
const SUPPORT_MOST = 2.4
/** Below this no support can make a place of it: not worth resolving. */
const HOPELESS = -5
/** Judgements this low are not about this mention but about its form: other mentions do not change them. */
const RULED_OUT = -9
const MAX_PEOPLES = 20

/** Weighs the suspects of a text against each other: one sense per name and text, and places that agree with their neighbours. */
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

/** Mentions of one spelling are one name in a text; its short form is another. */
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

/** The names that some mention above `least` keeps alive, as questions to the resolver. */
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

/** A mention that names its own unit goes by that, whatever the other mentions of the name mean. */
function ownUnit(gazetteer: Gazetteer, suspect: Suspect, row: number): number {
  const { within, name } = suspect
  if (within.length === 0 || within.some((unit) => gazetteer.holds(unit, row))) return row
  const inside = name.candidates.find((candidate) =>
    within.some((unit) => unit !== candidate.row && gazetteer.holds(unit, candidate.row)),
  )
  return inside?.row ?? row
}

/** A mention that asks for a unit or a town gets the likeliest one of its kind, if the name has one. */
function ownKind({ wanted, name }: Suspect, row: number): number {
  if (!wanted) return row
  const fits = name.candidates.filter((candidate) => candidate.unit === (wanted === 'unit'))
  if (fits.length === 0 || fits.some((candidate) => candidate.row === row)) return row
  return fits.reduce((best, candidate) => (candidate.prior > best.prior ? candidate : best)).row
}
