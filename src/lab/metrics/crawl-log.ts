import type { Observation } from '../../model/crawl.ts'
import type { GroundTruth } from '../web/web.ts'

/** One fetched page: its label, and the verdict of the crawler. */
export interface LoggedPage {
  /** By the labels; null is not counted. */
  readonly relevant: boolean | null
  /** Whether this is the first crawled URL of a relevant page. */
  readonly firstOfPage: boolean
  /** Whether this is the first crawled version of a relevant story. */
  readonly firstOfStory: boolean
  readonly source: string
  /** By words, see `truth/word-relevance.ts`. */
  readonly relevance: number
  readonly believed: { readonly relevance: number; readonly relevant: boolean }
}

/** A crawl in order of its pages, with the totals it is measured against. */
export interface CrawlLog {
  readonly pages: readonly LoggedPage[]
  /** Relevant pages of the web, reachable or not; null without labels. */
  readonly relevantPages: number | null
  /** Their stories, except those of the seeds; null without labels. */
  readonly targets: number | null
}

/** Combines the crawled pages with the labels. */
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
  const ofSeeds = stories.size
  const isNew = (set: Set<string>, key: string) => {
    const before = set.size
    return set.add(key).size > before
  }
  const log = observations.map(({ url, source, relevance, relevant }): LoggedPage => {
    const label = truth ? truth.label(url) : { relevant: null, page: url, story: url }
    return {
      // A response without a label is not a page, such as an error page with status 200.
      relevant: label ? label.relevant : false,
      firstOfPage: label?.relevant === true && isNew(pages, label.page),
      firstOfStory: label?.relevant === true && isNew(stories, label.story),
      source,
      relevance: relevanceOf(url),
      believed: { relevance, relevant },
    }
  })
  const targets = truth && new Set(truth.relevant.values()).size - ofSeeds
  return { pages: log, relevantPages: truth?.relevant.size ?? null, targets }
}
