import { articleUrl } from './example-web/addresses.ts'
import { articleOf, publishedBefore } from './example-web/coverage.ts'
import { eventText } from './example-web/event-text.ts'
import { createPress, type Press } from './example-web/press.ts'
import { respondTo } from './example-web/respond.ts'
import { archivePages, archiveUrl, hasLive, listPageCount, listPageUrl } from './example-web/route.ts'
import type { Site } from './example-web/sites.ts'
import { truthOf } from './example-web/truth.ts'
import type { SimulatedWeb } from './web.ts'

export interface ExampleWebOptions {
  /** Another seed gives another web of the same kind. */
  readonly seed?: number
  /** Approximate number of articles and lists; memory does not depend on it. */
  readonly pages?: number
  /** Share of pages about the target event. */
  readonly relevantShare?: number
}

/** Small enough to crawl in seconds, large enough for every kind of page and look-alike. */
const DEFAULT_PAGES = 3000
/** The share in a broad news crawl during a large event is 2 to 5 %. */
const DEFAULT_RELEVANT_SHARE = 0.05
const SEED_SITES = 8

/** A realistic news web in which every page is a pure function of the seed, the size and its URL. */
export function createExampleWeb(options: ExampleWebOptions = {}): SimulatedWeb {
  const { seed = 1, pages = DEFAULT_PAGES, relevantShare = DEFAULT_RELEVANT_SHARE } = options
  const press = createPress({ seed, pages, relevantShare })
  const seeds = seedsOf(press)
  return {
    seeds,
    event: eventText(press.target, seeds),
    size: pages,
    respond: (url) => withParsed(url, (parsed) => respondTo(press, parsed)),
    truth: (url) => withParsed(url, (parsed) => truthOf(press, parsed)),
    pages: () => pagesOf(press),
  }
}

function withParsed<T>(url: string, use: (url: URL) => T | null): T | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' || parsed.port !== '') return null
  parsed.hash = ''
  return use(parsed)
}

/** The seeds a journalist would choose: one story of several papers, one special-coverage page and one front page. */
function seedsOf(press: Press): string[] {
  const { target, coverage } = press
  const usable = coverage
    .covering(target)
    .filter(({ isolated, quirks }) => !isolated && !quirks.has('flaky') && !quirks.has('robots-503'))
  const stories = usable.slice(0, SEED_SITES).flatMap((site) => {
    const track = coverage.track(site, target)
    if (!track) return []
    const first = Math.min(track.articles - 1, publishedBefore(track, target.peak))
    return [articleUrl(press, articleOf(site, track, first))]
  })
  const withHub = usable.find((site) => press.structure(site).hubOf(target))
  const hub = withHub && press.structure(withHub).hubOf(target)
  if (withHub && hub) stories.push(listPageUrl(withHub, 'hub', hub.slug))
  const front = press.sites[0]
  if (front) stories.push(`http://${front.host}/`)
  return stories
}

function* pagesOf(press: Press): Generator<string> {
  for (const site of press.sites) {
    yield `http://${site.host}/`
    yield* listsOf(press, site)
    const { all } = press.structure(site)
    for (let position = 0; position < all.total; position++) yield articleUrl(press, all.at(position))
  }
}

function* listsOf(press: Press, site: Site): Generator<string> {
  const structure = press.structure(site)
  const listPages = { section: structure.sections, tag: structure.tags, hub: structure.hubs } as const
  for (const kind of ['section', 'tag', 'hub'] as const) {
    for (const listPage of listPages[kind].values()) {
      for (let page = 1; page <= listPageCount(kind, listPage); page++)
        yield listPageUrl(site, kind, listPage.slug, page)
      if (kind === 'hub' && hasLive(site, listPage)) yield listPageUrl(site, 'live', listPage.slug)
    }
  }
  yield archiveUrl(site, null)
  for (const period of structure.periods) {
    for (let page = 1; page <= archivePages(structure, period); page++) yield archiveUrl(site, period, page)
  }
}
