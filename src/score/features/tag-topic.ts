import { z } from 'zod'
import { type PageReading, TAG_GROUPS, type TagGroup } from '../../model/page.ts'
import { type Topic, topicCosine, type Vocabulary, wordCounts, wordEvidence } from './topic-words.ts'

const weight = (value: number) => z.number().min(0).max(100).default(value)

/** The options of every strategy that weights words by the element they are in (OA table 2). */
export const TAG_OPTIONS = {
  sigma: z.number().min(0).max(1).default(0.7).describe('pages above this topic relevance are relevant'),
  head: weight(2).describe('weight of title, meta keywords, meta description and h1'),
  heading: weight(1.5).describe('weight of h2 and h3'),
  emphasis: weight(1.2).describe('weight of h4, h5, h6, strong and b'),
  body: weight(1).describe('weight of p, td and li'),
  other: weight(0.2).describe('weight of all other elements'),
}

export type TagWeights = Readonly<Record<TagGroup, number>>

export interface TagTopic {
  readonly value: number
  readonly because: readonly string[]
}

/** Counts the words of a vocabulary in pages, once per page. */
export class TagReader {
  readonly #vocabulary: Vocabulary
  readonly #weights: TagWeights
  /** By tag group, how often each word occurs. */
  readonly #read = new WeakMap<PageReading, readonly (readonly number[])[]>()

  constructor(vocabulary: Vocabulary, weights: TagWeights) {
    this.#vocabulary = vocabulary
    this.#weights = weights
  }

  /**
   * Topic relevance of a page with words weighted by tag group (OA eq. 4 and 6): `w_i = sum_j TF_ij / max_j TF_ij * w_j` over the tag
   * groups j, then the cosine with the weights of the topic.
   */
  relevance(page: PageReading, topic: Topic): TagTopic {
    const groups = this.#groupsOf(page)
    const maxCounts = topic.weights.map((_, word) => Math.max(...groups.map((found) => found[word] ?? 0)))
    const value = topicCosine(topic, wordCounts(maxCounts), (word, largest) =>
      groups.reduce((sum, found, j) => sum + ((found[word] ?? 0) / largest) * this.#weightOf(j), 0),
    )
    return { value, because: wordEvidence(this.#vocabulary, topic, wordCounts(totals(groups))) }
  }

  /** The words that occur in the page. */
  held(page: PageReading): number[] {
    return [...wordCounts(totals(this.#groupsOf(page))).keys()]
  }

  #weightOf(group: number): number {
    return this.#weights[TAG_GROUPS[group] ?? 'other']
  }

  #groupsOf(page: PageReading): readonly (readonly number[])[] {
    let groups = this.#read.get(page)
    if (!groups) {
      const { counter } = this.#vocabulary
      groups = TAG_GROUPS.map((group) => counter.count(page.groups[group], page.language))
      this.#read.set(page, groups)
    }
    return groups
  }
}

function totals(groups: readonly (readonly number[])[]): number[] {
  return (groups[0] ?? []).map((_, word) => groups.reduce((sum, found) => sum + (found[word] ?? 0), 0))
}
