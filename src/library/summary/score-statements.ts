import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Day } from '../../model/event.ts'
import { positionWeight } from '../../text/informativeness.ts'
import type { Profile } from './profile.ts'
import { dayOfStatement, type Span } from './statement-day.ts'
import type { Statement } from './statements.ts'

/** A sentence that can be selected. */
export interface Candidate {
  readonly statement: Statement
  readonly score: number
  /** The day that the sentence is about. */
  readonly day: Day | null
  /** Weighted terms as a unit vector, by which two sentences are compared. */
  readonly vector: ReadonlyMap<string, number>
  /** Its figures and names: sentences that differ in one of them are different statements. */
  readonly facts: string
}

/** A sentence with more different words than this is scored between the sum (0) and the mean (1) of their weights. */
const USUAL_TERMS = 10
const LENGTH_DAMPING = 0.7
/** Factor for a sentence without words of the event, if others in its language have some. */
const UNTOPICAL = 0.5
/** Bonus for naming a place of the event, a day of it, or a figure, and for the relevance of the page. */
const PLACE_GAIN = 0.25
const DAY_GAIN = 0.25
const FIGURE_GAIN = 0.15
const RELEVANCE_SHARE = 0.25
/** Weight of the position in the page: articles start with what happened. */
const LEAD_SHARE = 0.25
/** Bonus for each doubling of the number of sources with the same statement. */
const AGREEMENT_GAIN = 0.2

/** Number of sentences whose days are determined: the best of all, and the best of each day of publication. */
const MAX_READ = 1_000
const MAX_OF_A_DAY = 12

const FIGURE = /\p{N}|[一二三四五六七八九十百千万两]{1,6}[人名死伤级]/u

export interface ScoreContext {
  readonly profiles: ReadonlyMap<string, Profile>
  /** Lower-case names of the event's places. */
  readonly places: readonly string[]
  readonly span: Span
}

/** The sentences to select from, best first. */
export async function scoreStatements(
  statements: readonly Statement[],
  context: ScoreContext,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const { statement: one, score } of shortlist(await rank(statements, context))) {
    const { day, named } = dayOfStatement(one.text, one.language, publishedOf(one), context.span)
    const worth = score * (1 + (named ? DAY_GAIN : 0))
    candidates.push({
      statement: one,
      score: worth,
      day,
      vector: vectorOf(one, context),
      facts: factsOf(one.text),
    })
    if (candidates.length % DAYS_AT_ONCE === 0) await nextTurn()
  }
  return candidates.sort(byScore)
}

/** Sentences per batch, after which other tasks can run. */
const DAYS_AT_ONCE = 50
const PAGES_PER_BATCH = 2_000

interface Ranked {
  readonly statement: Statement
  readonly score: number
}

async function rank(statements: readonly Statement[], { profiles, places }: ScoreContext): Promise<Ranked[]> {
  const pages = [...profiles.values()].reduce((sum, profile) => sum + profile.pages, 0)
  const most = new Map<string, number>()
  const central: number[] = []
  for (const one of statements) {
    const value = centrality(one, profiles.get(one.language))
    most.set(one.language, Math.max(most.get(one.language) ?? 0, value))
    central.push(value)
    if (central.length % PAGES_PER_BATCH === 0) await nextTurn()
  }
  const ranked: Ranked[] = []
  for (const [i, one] of statements.entries()) {
    // Scores are relative to the best sentence of each language; a language with few pages contributes few sentences.
    const share = Math.sqrt((profiles.get(one.language)?.pages ?? 0) / Math.max(1, pages))
    const score = ((central[i] ?? 0) / (most.get(one.language) || 1)) * share * worthOf(one, places)
    if (score > 0) ranked.push({ statement: one, score })
    if (i % PAGES_PER_BATCH === 0) await nextTurn()
  }
  return ranked.sort(byScore)
}

function centrality({ terms }: Statement, profile: Profile | undefined): number {
  if (!profile) return 0
  let sum = 0
  for (const term of terms) sum += profile.weightOf(term)
  const mean = sum / Math.max(USUAL_TERMS, terms.length) ** LENGTH_DAMPING
  return profile.isTopical(terms) ? mean : mean * UNTOPICAL
}

function worthOf({ text, pages, position }: Statement, places: readonly string[]): number {
  const lower = text.toLowerCase()
  const place = places.some((name) => lower.includes(name)) ? PLACE_GAIN : 0
  const figure = FIGURE.test(text) ? FIGURE_GAIN : 0
  const relevance = Math.max(...pages.map((page) => page.relevance))
  const sources = new Set(pages.map((page) => page.source)).size
  return (
    (1 + place + figure) *
    (1 - RELEVANCE_SHARE + RELEVANCE_SHARE * relevance) *
    (1 - LEAD_SHARE + LEAD_SHARE * positionWeight(position)) *
    (1 + AGREEMENT_GAIN * Math.log2(sources))
  )
}

function shortlist(ranked: readonly Ranked[]): Ranked[] {
  const ofDay = new Map<string, number>()
  return ranked.filter(({ statement }, i) => {
    const day = publishedOf(statement) ?? ''
    const count = (ofDay.get(day) ?? 0) + 1
    ofDay.set(day, count)
    return i < MAX_READ || count <= MAX_OF_A_DAY
  })
}

/** Day of its first publication. */
function publishedOf({ pages }: Statement): Day | null {
  let first: Day | null = null
  for (const { published } of pages)
    if (published !== null && (first === null || published < first)) first = published
  return first
}

function vectorOf({ terms, language }: Statement, { profiles }: ScoreContext): Map<string, number> {
  const profile = profiles.get(language)
  const weights = terms.map(
    (term) => [`${language} ${term}`, profile?.weightOf(term) || LONE_WEIGHT] as const,
  )
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight ** 2, 0)) || 1
  return new Map(weights.map(([term, weight]) => [term, weight / length]))
}

/** Weight of a word that no other page has: sentences that differ in several such words are different. */
const LONE_WEIGHT = 0.3

/** Ties are broken by the text, so that the same pages give the same summary. */
function byScore(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    (a.statement.text < b.statement.text ? -1 : a.statement.text > b.statement.text ? 1 : 0)
  )
}

/** Figures, and capitalised words inside the sentence: 55 dead are not 62, and one town is not another. */
const FACT = /\p{N}+(?:[.,:]\p{N}+)*|(?<=[\p{L}\p{N},;:] ["'“‘(]?)\p{Lu}[\p{L}\p{M}]*/gu

function factsOf(text: string): string {
  return [...new Set(text.match(FACT) ?? [])].sort().join(' ')
}
