import { z } from 'zod'
import type { JudgedPage, NewItem, Observation } from '../../../model/crawl.ts'
import type { Json } from '../../../model/json.ts'
import type { LinkReading, PageReading } from '../../../model/page.ts'
import type { LinkScore } from '../../../model/verdict.ts'
import {
  type Topic,
  topicCosine,
  type Vocabulary,
  type WordCounts,
  wordCounts,
  wordEvidence,
} from '../../features/topic-words.ts'
import { urlKey } from '../../features/url-key.ts'
import { urlTokens } from '../../features/url-tokens.ts'
import { decodeLinkMemo, encodeLinkMemo, type MemoLink } from './link-memo.ts'
import { TargetState, TargetWords } from './target-words.ts'
import { RarityState, TermRarity } from './term-rarity.ts'
import { PageRankState, TopicalPageRank } from './topical-pagerank.ts'

const share = (value: number) => z.number().min(0).max(1).default(value)

/** The options of every strategy that scores links by CPEM. */
export const CPEM_OPTIONS = {
  alpha: share(0.35).describe('weight of the anchor in the priority'),
  beta: share(0.35).describe('weight of the parents in the priority'),
  gamma: share(0.1).describe('weight of the PageRank of the target in the priority'),
  theta: share(0.2).describe('weight of what all known links reveal about the target'),
  damping: z.number().min(0).max(0.99).default(0.85).describe('damping factor d of PageRank'),
  omega: z.number().min(0).max(10).default(0.6).describe('extra PageRank that a relevant anchor passes on'),
  logBase: z
    .number()
    .min(1.01)
    .default(2)
    .describe('base s of the logarithm in the anchor weights (OA eq. 9); it cancels out in their cosine'),
  outLinks: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe('maximum number of links per page that pass on PageRank, best first'),
  graphLinks: z
    .number()
    .int()
    .min(0)
    .max(50_000_000)
    .default(5_000_000)
    .describe('maximum number of links in memory; later pages are ranked but pass nothing on'),
  rankWork: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(2048)
    .describe('links updated after each page to keep PageRank accurate; bounds the cost per page'),
  targets: z
    .number()
    .int()
    .min(0)
    .max(5_000_000)
    .default(200_000)
    .describe('maximum number of unvisited pages whose link words are kept; the oldest are dropped first'),
}

export interface CpemSettings {
  readonly alpha: number
  readonly beta: number
  readonly gamma: number
  readonly theta: number
  readonly damping: number
  readonly omega: number
  readonly logBase: number
  readonly outLinks: number
  readonly graphLinks: number
  readonly rankWork: number
  readonly targets: number
}

/** OA: the weights sum to 1. */
export const weightsSumToOne = ({ alpha, beta, gamma, theta }: CpemSettings): boolean =>
  Math.abs(alpha + beta + gamma + theta - 1) < 1e-6

/** Message of the check above. */
export const WEIGHTS_MUST_SUM_TO_ONE = { message: 'alpha, beta, gamma and theta must sum to 1' }

export interface LinkPriority extends LinkScore {
  /** What is known of the target's text, in topic words. */
  readonly words: WordCounts
}

const STATE = z.object({
  fingerprint: z.number(),
  rank: PageRankState,
  rarity: RarityState,
  targets: TargetState,
})

/** Longer texts around a link are about more than its target. */
const MAX_ANCHOR_LENGTH = 1_000
const MAX_CONTEXT_LENGTH = 500

interface LinkWords {
  readonly target: number
  readonly anchor: WordCounts
  /** Anchor, surrounding text and URL combined. */
  readonly words: WordCounts
}

/**
 * Comprehensive priority of a link (OA eq. 12): `alpha R(anchor) + beta R(parents) + gamma PR + theta R(target)`. The frontier takes the
 * mean over the parents by averaging the scores of a URL; PR is divided by the largest rank so far; R(target) is estimated from all known
 * links to it.
 */
export class Cpem {
  readonly #vocabulary: Vocabulary
  readonly #topic: Topic
  readonly #settings: CpemSettings
  readonly #canonical: (url: string) => string
  readonly #rank: TopicalPageRank
  readonly #rarity: TermRarity
  readonly #targets: TargetWords
  readonly #facts = new WeakMap<LinkReading, LinkWords>()
  readonly #outDegrees = new WeakMap<PageReading, number>()

  constructor(
    vocabulary: Vocabulary,
    topic: Topic,
    settings: CpemSettings,
    canonical: (url: string) => string = plainUrl,
  ) {
    this.#vocabulary = vocabulary
    this.#topic = topic
    this.#settings = settings
    this.#canonical = canonical
    const { damping, omega, rankWork, graphLinks, logBase, targets } = settings
    this.#rank = new TopicalPageRank({ damping, omega, work: rankWork, graphLinks })
    this.#rarity = new TermRarity(logBase)
    this.#targets = new TargetWords(targets)
  }

  score(link: LinkReading, from: JudgedPage): LinkPriority {
    const { alpha, beta, gamma, theta } = this.#settings
    const { target, anchor, words } = this.#factsOf(link, from.page.language)
    const relevance = this.#rarity.relevance(this.#topic, anchor)
    const rank = this.#rank.rankThrough(
      urlKey(from.canonicalUrl),
      { target, relevance },
      this.#outDegreeOf(from.page),
    )
    const largest = Math.max(rank, this.#rank.largest)
    const known = this.#targets.with(target, words)
    const parts = {
      anchor: {
        value: relevance,
        weight: alpha,
        because: wordEvidence(this.#vocabulary, this.#topic, anchor),
      },
      parent: { value: from.verdict.relevance, weight: beta, because: [from.page.url] },
      rank: {
        value: rank / largest,
        weight: gamma,
        because: [`PageRank ${rank.toFixed(2)}, the largest so far ${largest.toFixed(2)}`],
      },
      target: {
        value: topicCosine(this.#topic, known),
        weight: theta,
        because: wordEvidence(this.#vocabulary, this.#topic, known),
      },
    }
    const score = Object.values(parts).reduce((sum, { value, weight }) => sum + value * weight, 0)
    return { score: Math.min(1, score), evidence: parts, words: known }
  }

  /** The page's words and best links, for a resumed crawl to replay. */
  remember({ page }: JudgedPage, held: readonly number[], found: readonly NewItem[]): Json {
    const byTarget = new Map<number, LinkWords>()
    for (const link of page.links) {
      const facts = this.#factsOf(link, page.language)
      if (!byTarget.has(facts.target)) byTarget.set(facts.target, facts)
    }
    const links = [...found]
      .sort((a, b) => Number(Boolean(a.excluded)) - Number(Boolean(b.excluded)) || b.score - a.score)
      .slice(0, this.#settings.outLinks)
      .map((item): MemoLink => {
        const target = urlKey(item.canonicalUrl)
        const { anchor, words } = byTarget.get(target) ?? this.#read(item.url, item.anchor, '', page.language)
        return { target, relevance: this.#rarity.relevance(this.#topic, anchor), words }
      })
    const { fingerprint } = this.#vocabulary
    return encodeLinkMemo({ fingerprint, held, outDegree: this.#outDegreeOf(page), links })
  }

  observe({ canonicalUrl, evidence, memo }: Observation): void {
    const known = decodeLinkMemo(memo)
    const sameWords = known?.fingerprint === this.#vocabulary.fingerprint
    const key = urlKey(canonicalUrl)
    this.#rank.add(key, known?.outDegree ?? 1, known?.links ?? [])
    const [origin] = evidence.redirect?.because ?? []
    if (origin !== undefined) this.#rank.redirect(urlKey(this.#canonical(origin)), key)
    this.#rarity.observe(sameWords ? known.held : [])
    this.#targets.delete(key)
    if (sameWords) for (const { target, words } of known.links) this.#targets.add(target, words)
  }

  snapshot(): Json {
    return {
      fingerprint: this.#vocabulary.fingerprint,
      rank: this.#rank.snapshot(),
      rarity: this.#rarity.snapshot(),
      targets: this.#targets.snapshot(),
    }
  }

  restore(state: unknown): void {
    const saved = STATE.safeParse(state).data
    if (!saved) return
    this.#rank.restore(saved.rank)
    // If the event file was edited, counts made with other words are useless; the link graph is not.
    if (saved.fingerprint !== this.#vocabulary.fingerprint) return
    this.#rarity.restore(saved.rarity)
    this.#targets.restore(saved.targets)
  }

  #factsOf(link: LinkReading, language: string): LinkWords {
    let facts = this.#facts.get(link)
    if (!facts) {
      facts = this.#read(link.url, link.anchor, link.context, language)
      this.#facts.set(link, facts)
    }
    return facts
  }

  #read(url: string, anchor: string, context: string, language: string): LinkWords {
    const { counter } = this.#vocabulary
    const own = counter.countText(anchor.slice(0, MAX_ANCHOR_LENGTH), language)
    const around = `${urlTokens(url).join(' ')}\n${context.slice(0, MAX_CONTEXT_LENGTH)}`
    const other = counter.countText(around, language)
    return {
      target: urlKey(this.#canonical(url)),
      anchor: wordCounts(own),
      words: wordCounts(own.map((count, word) => count + (other[word] ?? 0))),
    }
  }

  /** C of OA eq. 7: distinct links of a page. */
  #outDegreeOf(page: PageReading): number {
    let degree = this.#outDegrees.get(page)
    if (degree === undefined) {
      degree = Math.max(1, new Set(page.links.map(({ url }) => url)).size)
      this.#outDegrees.set(page, degree)
    }
    return degree
  }
}

/** The canonical form if none is given: the URL as a browser writes it, without its fragment. */
function plainUrl(url: string): string {
  try {
    const parsed = new URL(url)
    return `${parsed.protocol}//${parsed.host}${parsed.pathname}${parsed.search}`
  } catch {
    return url
  }
}
