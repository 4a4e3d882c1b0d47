import { SPAN } from './calendar.ts'
import type { NewsTopic } from './news-topics.ts'
import { unitOf } from './random.ts'
import type { Site } from './sites.ts'

/** One site's articles about one news topic, in order of time. */
export interface Track {
  readonly newsTopic: NewsTopic
  readonly articles: number
  /** Rounds the curve to whole articles, differently on each site. */
  readonly shift: number
}

/** An article: the k-th of its track. Everything else about it is computed from this. */
export interface ArticleId {
  readonly site: Site
  readonly track: Track
  readonly k: number
  readonly day: number
}

/** How many articles of a track are published before a day. */
export function publishedBefore(track: Track, day: number): number {
  if (day <= 0) return 0
  if (day >= SPAN) return track.articles
  return Math.floor(track.articles * track.newsTopic.curve[day]! + track.shift)
}

/**
 * The last day with `before(day) <= position`: the day on which the article at that position was published.
 */
function dayAt(position: number, before: (day: number) => number): number {
  let low = 0
  let high = SPAN - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (before(middle) <= position) low = middle
    else high = middle - 1
  }
  return low
}

export function articleOf(site: Site, track: Track, k: number): ArticleId {
  return { site, track, k, day: dayAt(k, (day) => publishedBefore(track, day)) }
}

/** Several tracks of one site merged in order of time: a section, a tag, an archive, the whole site. */
export interface Listing {
  readonly total: number
  before(day: number): number
  at(position: number): ArticleId
  positionOf(article: ArticleId): number
}

/**
 * Listings of this many tracks cache their daily counts: a few kilobytes each, for any number of articles.
 */
const REMEMBERED_TRACKS = 4

export function createListing(site: Site, tracks: readonly Track[]): Listing {
  const total = tracks.reduce((sum, track) => sum + track.articles, 0)
  const count = (day: number): number => {
    let sum = 0
    for (const track of tracks) sum += publishedBefore(track, day)
    return sum
  }
  let known: Uint32Array | undefined
  const before = (day: number): number => {
    if (tracks.length < REMEMBERED_TRACKS) return count(day)
    known ??= Uint32Array.from({ length: SPAN + 1 }, (_, each) => count(each))
    return known[Math.max(0, Math.min(SPAN, day))]!
  }
  return {
    total,
    before,
    at: (position) => {
      const day = dayAt(position, before)
      let left = position - before(day)
      for (const track of tracks) {
        const first = publishedBefore(track, day)
        const today = publishedBefore(track, day + 1) - first
        if (left < today) return { site, track, k: first + left, day }
        left -= today
      }
      throw new RangeError(`no article at ${position} of ${total}`)
    },
    positionOf: ({ track, k, day }) => {
      let position = before(day)
      for (const other of tracks) {
        if (other === track) return position + k - publishedBefore(track, day)
        position += publishedBefore(other, day + 1) - publishedBefore(other, day)
      }
      throw new RangeError('the article is not in this listing')
    },
  }
}

/** How likely a site is to report on a news topic, before its size is taken into account. */
function interest(seed: number, site: Site, newsTopic: NewsTopic): number {
  const { relation, subject, area } = newsTopic
  const whim = Math.exp(2.4 * (unitOf(seed, 600, site.index, newsTopic.index) - 0.5))
  if (site.role === 'sport') return subject === 'sport' ? 14 * whim : subject === 'culture' ? 1 : 0.02
  if (area === null) return site.role === 'wire' || site.role === 'weather' ? 0.35 * whim : whim
  if (site.role === 'local') return area.id === 'ph-samar' ? 30 * whim : 0.02
  if (site.role === 'weather') return subject === 'storm' ? 7 * whim : subject === 'flood' ? 3 : 0.05
  if (relation === 'target' && site.role === 'aloof') return 0
  const near = area.code === site.country
  if (relation === 'same-place') return near ? 4 * whim : site.role === 'wire' ? 0.4 : 0.06
  // Most papers do not cover most distant events at all.
  const skips = !near && site.role === 'general' && unitOf(seed, 601, site.index, newsTopic.index) < 0.35
  if (skips) return 0
  // Chinese-language papers follow their neighbours across the sea closely.
  if (site.language === 'zh' && area.code === 'PH') return 3 * whim
  const reach = site.role === 'international' || site.role === 'wire' ? 2 : 0.7
  return (near ? 4 : reach) * whim
}

/**
 * Which sites cover what: the tracks of each site, and the sites of each news topic. Its size depends on sites
 * and news topics, not on pages.
 */
export interface Coverage {
  tracks(site: Site): readonly Track[]
  track(site: Site, newsTopic: NewsTopic): Track | undefined
  /** Sites with at least one article about it, in order of their index. */
  covering(newsTopic: NewsTopic): readonly Site[]
}

export function createCoverage(
  seed: number,
  sites: readonly Site[],
  newsTopics: readonly NewsTopic[],
): Coverage {
  const bySite: Track[][] = sites.map(() => [])
  const byPair = new Map<number, Track>()
  const byHappening = newsTopics.map((newsTopic) => {
    const shares = sites.map((site) => site.weight * interest(seed, site, newsTopic))
    const sum = shares.reduce((total, share) => total + share, 0)
    return sites.filter((site) => {
      const expected = (newsTopic.articles * shares[site.index]!) / sum
      const articles = Math.floor(expected + unitOf(seed, 602, site.index, newsTopic.index))
      if (articles === 0) return false
      const track = { newsTopic, articles, shift: unitOf(seed, 603, site.index, newsTopic.index) }
      bySite[site.index]!.push(track)
      byPair.set(site.index * newsTopics.length + newsTopic.index, track)
      return true
    })
  })
  return {
    tracks: (site) => bySite[site.index] ?? [],
    track: (site, newsTopic) => byPair.get(site.index * newsTopics.length + newsTopic.index),
    covering: (newsTopic) => byHappening[newsTopic.index] ?? [],
  }
}
