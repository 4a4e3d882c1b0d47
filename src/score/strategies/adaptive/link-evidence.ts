import type { Evidence, EvidencePart } from '../../../model/verdict.ts'
import { dayNumber } from '../../../time/day.ts'
import { logOdds, rounded } from './odds-math.ts'
import type { TextWords, WordOdds } from './word-odds.ts'

/** What was known about a link when it was found. Everything else is looked up when links are chosen. */
export interface LinkFacts {
  readonly words: TextWords | null
  readonly around: TextWords | null
  readonly day: number | null
  readonly parentDay: number | null
  /** Relevance of the page it is on; null for seeds and redirects. */
  readonly parent: number | null
  /** Given by a person: fetched before anything else. */
  readonly seed: boolean
}

/** The words of a text as evidence. */
export function wordingEvidence(words: WordOdds, wording: TextWords): string[] {
  return [...words.evidence(wording), `of ${wording.length} ${wording.length === 1 ? 'word' : 'words'}`]
}

/** Facts by the evidence written in this run, which is faster than reading them from it. */
const known = new WeakMap<Evidence, LinkFacts>()

export function cacheFacts(evidence: Evidence, facts: LinkFacts): void {
  known.set(evidence, facts)
}

/** The facts behind the evidence of a link. Evidence of other strategies gives none. */
export function factsOf(evidence: Evidence, words: WordOdds): LinkFacts {
  return known.get(evidence) ?? readFacts(evidence, words)
}

function readFacts(evidence: Evidence, words: WordOdds): LinkFacts {
  const part = (name: string): EvidencePart | undefined =>
    Object.hasOwn(evidence, name) ? evidence[name] : undefined
  const day = (name: string) => dayNumber(String(part(name)?.because?.[0] ?? ''))
  const parent = part('parent')?.value
  return {
    words: wordingOf(part('words'), words, part('others')),
    around: wordingOf(part('around'), words),
    day: day('date'),
    parentDay: day('parentDate'),
    parent: typeof parent === 'number' && Number.isFinite(parent) ? parent : null,
    seed: part('seed') !== undefined,
  }
}

function wordingOf(part: EvidencePart | undefined, words: WordOdds, rest?: EvidencePart): TextWords | null {
  const because = part?.because
  if (!Array.isArray(because)) return null
  // Evidence stored by earlier versions has no length: it names at least as many words as it found.
  const length = typeof part?.length === 'number' ? part.length : because.length
  if (!(length > 0)) return null
  const found = because.flatMap((term) => {
    const index = words.indexOf(String(term))
    return index === undefined ? [] : [index]
  })
  const others = Array.isArray(rest?.because) ? rest.because.map(String) : []
  return { found, length, others }
}

/** Log-odds as a probability, for the evidence. */
export function asProbability(odds: number): number {
  return rounded(1 / (1 + Math.exp(-odds)))
}

/** A parent is most informative if it is clearly relevant or irrelevant, but a link is not its parent. */
export function parentOdds(relevance: number): number {
  return logOdds(Math.min(0.95, Math.max(0.05, relevance)))
}
