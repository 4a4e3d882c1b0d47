import type { Candidate, JudgedPage, NewItem, Observation } from '../model/crawl.ts'
import type { PageReading } from '../model/page.ts'
import type { Strategy } from './strategy.ts'

const SEED = { seed: { value: 1, weight: 1, because: ['given as a seed'] } }

/** A page as the strategy itself judges it; a seed at depth 0 unless given otherwise. */
export function sampleJudged(
  strategy: Pick<Strategy, 'judge'>,
  page: PageReading,
  given: Partial<JudgedPage> = {},
): JudgedPage {
  return {
    id: 1,
    canonicalUrl: page.url,
    page,
    verdict: strategy.judge(page),
    depth: 0,
    source: 'news.example',
    link: { score: 1, evidence: SEED },
    ...given,
  }
}

/** A queued link on a separate host. */
export function sampleCandidate(id: number, given: Partial<Candidate> = {}): Candidate {
  return {
    id,
    url: `http://h${id}.example/`,
    host: `h${id}.example`,
    source: `h${id}.example`,
    score: 0.5,
    depth: 1,
    tunnel: 0,
    parents: 1,
    bestParent: 1,
    evidence: {},
    ...given,
  }
}

/** One fetched page of `news.example`, not relevant unless given otherwise. */
export function sampleObservation(order: number, given: Partial<Observation> = {}): Observation {
  return {
    order,
    id: order,
    url: `http://news.example/${order}`,
    canonicalUrl: `http://news.example/${order}`,
    source: 'news.example',
    host: 'news.example',
    depth: 1,
    score: 0.5,
    evidence: {},
    bestParent: order > 1 ? 1 : null,
    memo: null,
    relevance: 0,
    relevant: false,
    published: null,
    duplicateOf: null,
    ...given,
  }
}

/** A link of page 1 before it enters the frontier. */
export function sampleItem(url: string, given: Partial<NewItem> = {}): NewItem {
  return {
    url,
    canonicalUrl: url,
    host: 'news.example',
    source: 'news.example',
    score: 0.5,
    evidence: {},
    depth: 1,
    parent: 1,
    anchor: '',
    redirects: 0,
    tunnel: 0,
    ...given,
  }
}
