import type { EventModel, WeightedTerm } from '../../model/event.ts'
import { ontologyTerms } from '../../ontology/ontology-terms.ts'
import type { SimilarityOptions } from '../../ontology/similarity.ts'
import { createTermCounter, type TermCounter } from '../../text/term-counter.ts'
import { urlKey } from './url-key.ts'

/** How often words occur, by their number in the vocabulary. */
export type WordCounts = ReadonlyMap<number, number>

/** One set of topic words as weights over a vocabulary; 0 for words that are not of this topic. */
export interface Topic {
  readonly weights: readonly number[]
  /** Length of the vector of weights. */
  readonly norm: number
  /** Where the words come from, for the evidence. */
  readonly from: string
}

/** The words of several topics, each once, so that a text is read once for all of them. */
export interface Vocabulary {
  readonly counter: TermCounter
  /** In the order given; the first is what pages are judged by. */
  readonly topics: readonly [Topic, ...Topic[]]
  /** Changes with the words: counts made with other words must not be used with these. */
  readonly fingerprint: number
}

/** The event's own words: TK of OA. */
export function eventWords(event: EventModel): TopicWords {
  return { words: event.what, from: 'the words of `what`' }
}

/** The words of the global ontology, weighted by their similarity to its topic (OA eq. 2); the event's own words if there is none. */
export function globalWords(event: EventModel, similarity: SimilarityOptions): TopicWords {
  const words = event.concepts?.global ? ontologyTerms(event.concepts.global, similarity) : []
  if (words.length > 0) return { words, from: 'the global ontology' }
  return { words: event.what, from: 'the words of `what`: the event file has no global ontology' }
}

/** The words of each local ontology (OA eq. 3). */
export function localWords(event: EventModel, similarity: SimilarityOptions): TopicWords[] {
  return (event.concepts?.local ?? [])
    .map((ontology, i) => ({
      words: ontologyTerms(ontology, similarity),
      from: `the local ontology ${ontology.name ?? i + 1}`,
    }))
    .filter(({ words }) => words.length > 0)
}

export interface TopicWords {
  readonly words: readonly WeightedTerm[]
  readonly from: string
}

/** One vocabulary for all the topics; words that two of them share are counted once. */
export function createVocabulary(main: TopicWords, ...others: readonly TopicWords[]): Vocabulary {
  const given = [main, ...others]
  const merged = new Map<string, { term: string; weight: number; synonyms: Set<string> }>()
  const numbers = new Map<string, number>()
  for (const { words } of given) {
    for (const { term, weight, synonyms = [] } of words) {
      const name = term.toLowerCase()
      const known = merged.get(name)
      if (known) for (const synonym of synonyms) known.synonyms.add(synonym)
      else {
        numbers.set(name, merged.size)
        merged.set(name, { term, weight, synonyms: new Set(synonyms) })
      }
    }
  }
  const all = [...merged.values()].map(({ term, weight, synonyms }) => ({
    term,
    weight,
    synonyms: [...synonyms],
  }))
  const topicOf = ({ words, from }: TopicWords): Topic => {
    const weights = new Array<number>(all.length).fill(0)
    for (const { term, weight } of words) weights[numbers.get(term.toLowerCase()) ?? 0] = weight
    return { weights, norm: Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)), from }
  }
  const topics = [topicOf(main), ...others.map(topicOf)] as const
  return {
    counter: createTermCounter(all),
    topics: [...topics],
    fingerprint: urlKey(JSON.stringify(all)) >>> 0,
  }
}

/** The counts that are not zero. */
export function wordCounts(found: readonly number[]): WordCounts {
  const counts = new Map<number, number>()
  for (const [word, count] of found.entries()) if (count > 0) counts.set(word, count)
  return counts
}

/** Cosine of a topic with the words of a text; `value` may weight a count by its word. */
export function topicCosine(
  { weights, norm }: Topic,
  counts: WordCounts,
  value: (word: number, count: number) => number = (_, count) => count,
): number {
  let product = 0
  let squares = 0
  for (const [word, count] of counts) {
    const weight = weights[word] ?? 0
    if (weight === 0) continue
    const worth = value(word, count)
    product += weight * worth
    squares += worth * worth
  }
  const length = norm * Math.sqrt(squares)
  return length > 0 ? Math.min(1, product / length) : 0
}

/** `typhoon ×12`, largest weight first. */
export function wordEvidence({ counter }: Vocabulary, { weights }: Topic, counts: WordCounts): string[] {
  return [...counts]
    .filter(([word]) => (weights[word] ?? 0) > 0)
    .sort(([a, m], [b, n]) => n * (weights[b] ?? 0) - m * (weights[a] ?? 0) || a - b)
    .slice(0, MAX_WORDS)
    .map(([word, count]) => (count === 1 ? `${counter.terms[word]}` : `${counter.terms[word]} ×${count}`))
}

/** Words listed as evidence. */
const MAX_WORDS = 10
