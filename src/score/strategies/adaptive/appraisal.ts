import type { UrlId } from '../../../model/crawl.ts'
import type { UrlKind } from '../../features/url-kind.ts'
import type { Knowledge } from './knowledge.ts'
import { type LinkFacts, parentOdds } from './link-evidence.ts'
import { PART, PART_NAMES, type Parts } from './logistic-model.ts'
import { probabilityOfOdds } from './odds-math.ts'
import type { UrlFacts } from './url-facts.ts'

/** What is known about a link before its page is fetched. */
export interface Prospect {
  readonly source: string
  readonly facts: LinkFacts
  readonly urlFacts: UrlFacts
  readonly depth: number
  readonly parents: number
  readonly bestParent: UrlId | null
  readonly tunnel: number
}

export interface Appraisal {
  /** Valid until the next appraisal: a claim appraises hundreds of links, and mostly only their value is needed. */
  readonly parts: Parts
  /** Probability that the page is about the event. */
  readonly chance: number
  /** Probability that it leads to pages about the event that are not known yet. */
  readonly leads: number
  /** Value of fetching it, 0..1. */
  readonly value: number
}

/** Log-odds that a page of this kind is itself about the event, compared with an article. */
const KIND_ODDS: Readonly<Record<UrlKind, number>> = { article: 0, list: -1, archive: -2, feed: -3 }
/** An unknown list shows something new one time in fifteen. */
const LIST_START = -2.5
const LIST_WORDS = 0.5
const LIST_PARENT = 0.3
/** Highest value of a list: what it links to has still to be fetched. */
const MAX_LIST_VALUE = 0.6
/** Each irrelevant page on the path makes the next one a little less promising. */
const TUNNEL_FADING = 0.98
/** Factor for links beyond the budget of irrelevant pages. */
const BEYOND_TUNNEL = 0.01

/** Appraises a link by what is known now; `sourceOdds` may be a random draw. */
export function appraise(
  knowledge: Knowledge,
  prospect: Prospect,
  sourceOdds: number,
  tunnelBudget: number,
): Appraisal {
  const { facts, tunnel } = prospect
  readParts(knowledge, prospect, sourceOdds)
  const chance = probabilityOfOdds(knowledge.chances.odds(parts))
  const leads = leadsOf(knowledge, prospect)
  const worth = tunnel > tunnelBudget ? BEYOND_TUNNEL : TUNNEL_FADING ** tunnel
  const value = facts.seed
    ? 1
    : Math.max(chance * worth, tunnel > tunnelBudget ? BEYOND_TUNNEL * leads : leads)
  return { parts, chance, leads, value: Math.min(1, Math.max(0, value)) }
}

const parts = new Float64Array(PART_NAMES.length)

/** Writes into `parts`. */
function readParts(knowledge: Knowledge, prospect: Prospect, sourceOdds: number): void {
  const { facts, urlFacts, depth, parents, bestParent } = prospect
  const { words, others, days, serials, siblings, shapes, sources } = knowledge
  const { rate } = sources
  const day = facts.day ?? serials.day(urlFacts.shapeKey, urlFacts.serial)
  const time = days.time(day)
  parts.fill(0)
  if (facts.words) {
    parts[PART.words] = words.odds(facts.words, time) ?? 0
    parts[PART.others] = others.odds(facts.words.others, rate)
  }
  if (facts.around) parts[PART.around] = words.odds(facts.around, time) ?? 0
  if (day !== null) parts[PART.date] = days.odds(day) ?? 0
  else parts[PART.parentDate] = days.odds(facts.parentDay) ?? 0
  if (facts.parent !== null) parts[PART.parent] = parentOdds(facts.parent)
  if (bestParent !== null) parts[PART.siblings] = siblings.odds(bestParent, rate) ?? 0
  parts[PART.source] = sourceOdds
  parts[PART.shape] = shapes.odds(urlFacts.shapeKey, rate) ?? 0
  parts[PART.inLinks] = Math.log2(Math.max(1, parents))
  parts[PART.depth] = Math.log2(1 + Math.max(0, depth))
  parts[PART.kind] = KIND_ODDS[urlFacts.kind]
}

/** The probability of finding more pages: for lists by what they list, for articles by the list of their day. */
function leadsOf(knowledge: Knowledge, { facts, urlFacts, source }: Prospect): number {
  const { archives, yields, sources } = knowledge
  // The home page of an untried source shows whether it covers the event at all.
  if (urlFacts.isHomePage && sources.isUntried(source)) return MAX_LIST_VALUE * sources.coverage
  if (urlFacts.kind === 'article') return facts.day === null ? 0 : archives.dayListValue(source, facts.day)
  if (urlFacts.days && knowledge.days.start !== null) return archives.list(source, urlFacts.days)
  const odds =
    LIST_START +
    LIST_WORDS * (parts[PART.words] as number) +
    LIST_PARENT * (parts[PART.parent] as number) +
    (yields.odds(urlFacts.shapeKey, LIST_RATE) ?? 0) +
    (yields.odds(urlFacts.kind, LIST_RATE) ?? 0) / 2
  return MAX_LIST_VALUE * probabilityOfOdds(odds)
}

/** Prior share of lists that show something new. */
const LIST_RATE = 0.1
