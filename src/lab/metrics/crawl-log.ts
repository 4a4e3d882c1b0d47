import type { Observation } from '../../model/crawl.ts'
import type { GroundTruth } from '../web/web.ts'

/** One fetched page: what people say of it, and beside it what the crawler believed. */
export interface LoggedPage {
  /** By the labels; null counts neither right nor wrong. */
  readonly relevant: boolean | null
  /** A relevant page, and the first crawled address of it. */
  readonly firstOfPage: boolean
  /** A relevant page, and the first crawled version of its story. */
  readonly firstOfStory: boolean
  readonly source: string
  /** By the yardstick. */
  readonly relevance: number
  readonly believed: { readonly relevance: number; readonly relevant: boolean }
}

/** A crawl in the order of its pages, and how much there was to be found. */
export interface CrawlLog {
  readonly pages: readonly LoggedPage[]
  /** Relevant pages the web has, reachable or not. Null without labels. */
  readonly relevantPages: number | null
  /** Stories among them that no seed gives away. */
  readonly targets: number | null
}

/** Lays the labels beside what was crawled. */
export function logOf(
  observations: readonly Pick<Observation, 'url' | 'source' | 'relevance' | 'relevant'>[],
  truth: GroundTruth | null,
  relevanceOf: (url: string) => number,
  seeds: readonly string[],
): CrawlLog {
  const pages = new Set<string>()
  const stories = new Set<string>()
  for (const seed of seeds) {
    const label = truth?.label(seed)
    if (label?.relevant) stories.add(label.story)
  }
  const given = stories.size
  const isNew = (set: Set<string>, key: string) => {
    const before = set.size
    return set.add(key).size > before
  }
  const log = observations.map(({ url, source, relevance, relevant }): LoggedPage => {
    const label = truth ? truth.label(url) : { relevant: null, page: url, story: url }
    return {
      // An answer that is no page by the labels is not relevant: an error page served with a good conscience.
      relevant: label ? label.relevant : false,
      firstOfPage: label?.relevant === true && isNew(pages, label.page),
      firstOfStory: label?.relevant === true && isNew(stories, label.story),
      source,
      relevance: relevanceOf(url),
      believed: { relevance, relevant },
    }
  })
  const targets = truth && new Set(truth.relevant.values()).size - given
  return { pages: log, relevantPages: truth?.relevant.size ?? null, targets }
}
