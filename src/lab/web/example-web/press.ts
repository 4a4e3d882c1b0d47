import { articleSeed, repeatsWire, type Story } from './article.ts'
import { type ArticleId, articleOf, type Coverage, createCoverage, publishedBefore } from './coverage.ts'
import type { Link } from './links.ts'
import { createNewsTopics, type NewsTopic } from './news-topics.ts'
import { hashOf } from './random.ts'
import { createSiteStructure, type SiteStructure } from './site-structure.ts'
import { createSites, type Site } from './sites.ts'

/** All news sites of the example web. Memory depends on sites and events, not on pages. */
export interface Press extends Story {
  readonly sites: readonly Site[]
  readonly newsTopics: readonly NewsTopic[]
  readonly coverage: Coverage
  siteOf(host: string): Site | undefined
  structure(site: Site): SiteStructure
  /** Caches the boxes that are the same on every page of a site. */
  remembered(site: Site, box: string, make: () => readonly Link[]): readonly Link[]
}

export interface PressOptions {
  readonly seed: number
  readonly pages: number
  readonly relevantShare: number
}

/** Sites grow with the square root of the web: larger webs have both more and larger papers. */
function siteCount(pages: number): number {
  return Math.max(20, Math.min(400, Math.round(0.45 * Math.sqrt(pages))))
}

/** Front, section, tag and archive pages of any site, and the share that grows with its articles. */
const FIXED_INDEXES = 20
const INDEX_SHARE = 0.06
/** Share of articles among the relevant pages; the rest are coverage pages and live blogs of the event. */
const RELEVANT_ARTICLES = 0.9

export function createPress({ seed, pages, relevantShare }: PressOptions): Press {
  const sites = createSites(seed, siteCount(pages))
  const articles = Math.max(300, Math.round(pages * (1 - INDEX_SHARE) - sites.length * FIXED_INDEXES))
  const newsTopics = createNewsTopics(seed, articles, pages * relevantShare * RELEVANT_ARTICLES)
  const coverage = createCoverage(seed, sites, newsTopics)
  const hosts = new Map(sites.map((site) => [site.host, site]))
  const wires = new Map(sites.filter(({ role }) => role === 'wire').map((site) => [site.language, site]))
  const books = new Map<Site, SiteStructure>()
  const boxes = new Map<string, readonly Link[]>()
  return {
    seed,
    sites,
    newsTopics,
    coverage,
    target: newsTopics[0]!,
    siteOf: (host) => hosts.get(host),
    structure: (site) => {
      const known = books.get(site)
      if (known) return known
      const made = createSiteStructure(site, coverage.tracks(site))
      books.set(site, made)
      return made
    },
    remembered: (site, box, make) => {
      const key = `${site.index} ${box}`
      const known = boxes.get(key)
      if (known) return known
      const made = make()
      boxes.set(key, made)
      return made
    },
    wireSource: (article) => wireSource(seed, coverage, wires.get(article.site.language), article),
  }
}

function wireSource(
  seed: number,
  coverage: Coverage,
  agency: Site | undefined,
  article: ArticleId,
): ArticleId | null {
  if (!agency || !repeatsWire(seed, article)) return null
  const track = coverage.track(agency, article.track.newsTopic)
  if (!track) return null
  const soFar = publishedBefore(track, article.day + 1)
  if (soFar === 0) return null
  const k = soFar - 1 - (hashOf(articleSeed(seed, article), 5) % Math.min(2, soFar))
  return articleOf(agency, track, k)
}
