import { calendarDay, dayNumber, SPAN, twoDigits } from './calendar.ts'
import { createListing, type Listing, type Track } from './coverage.ts'
import { stormTitle } from './facts.ts'
import { labelOf } from './labels.ts'
import { isCrisis, type NewsTopic } from './news-topics.ts'
import type { Site } from './sites.ts'

/** A list of articles with its own URL. */
export interface ListPage {
  readonly slug: string
  readonly label: string
  readonly listing: Listing
  /** Set on the pages a site devotes to one event. */
  readonly newsTopic?: NewsTopic
  /** The tracks on it, for choosing neighbours. */
  readonly tracks: readonly Track[]
}

/** A period of a site's archive: a month on large sites, a year on small ones. */
export interface Period {
  readonly slug: string
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** How one site organises its articles. */
export interface SiteStructure {
  readonly all: Listing
  readonly sections: ReadonlyMap<string, ListPage>
  /** Topic and place tags: they mix events of one kind, or everything in one province. */
  readonly tags: ReadonlyMap<string, ListPage>
  /** Special coverage: one event each. */
  readonly hubs: ReadonlyMap<string, ListPage>
  readonly periods: readonly Period[]
  sectionOf(newsTopic: NewsTopic): ListPage
  /** Tracks of the same kind or the same place, used for careless "related" links. */
  relatedTracks(newsTopic: NewsTopic): readonly Track[]
  hubOf(newsTopic: NewsTopic): ListPage | undefined
  /** The tags of a story of this track. */
  tagsOf(track: Track): readonly ListPage[]
}

/** A site has a special-coverage page for an event once it has this many stories about it. */
const HUB_ARTICLES = 4
/** Sites with fewer articles than this have a yearly archive. */
const MONTHLY_ARTICLES = 1500

const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['politics', 'politics'],
  ['business', 'business'],
  ['sport', 'sport'],
  ['culture', 'life'],
  ['travel', 'life'],
  ['science', 'science'],
  ['weather', 'weather'],
  ['crime', 'nation'],
])

export function sectionName(site: Site, newsTopic: NewsTopic): string {
  if (newsTopic.area) return newsTopic.area.code === site.country ? 'nation' : 'world'
  return SECTIONS.get(newsTopic.subject) ?? 'nation'
}

function hubSlug(site: Site, newsTopic: NewsTopic): string {
  if (!newsTopic.name) return newsTopic.id
  return stormTitle(newsTopic, 'en', site.homeNames).toLowerCase().replace(' ', '-')
}

function areaSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

export function createSiteStructure(site: Site, tracks: readonly Track[]): SiteStructure {
  const listPageEntry = (
    slug: string,
    label: string,
    on: readonly Track[],
    newsTopic?: NewsTopic,
  ): [string, ListPage] => [slug, { slug, label, listing: createListing(site, on), tracks: on, newsTopic }]
  const sections = new Map(
    [...grouped(tracks, ({ newsTopic }) => sectionName(site, newsTopic))].map(([name, on]) =>
      listPageEntry(
        labelOf('section-slug', name, site.language),
        labelOf('section', name, site.language),
        on,
      ),
    ),
  )
  const events = tracks.filter(({ newsTopic }) => newsTopic.area !== null)
  const tags = new Map([
    ...[...grouped(events, ({ newsTopic }) => (isCrisis(newsTopic.subject) ? newsTopic.subject : null))].map(
      ([subject, on]) => listPageEntry(`${subject}s`, labelOf('subject', subject, site.language), on),
    ),
    ...[...grouped(events, ({ newsTopic }) => newsTopic.area?.id ?? null)]
      .filter(([, on]) => on.length > 1)
      .map(([, on]) => {
        const area = on[0]!.newsTopic.area!
        return listPageEntry(
          areaSlug(area.province),
          site.language === 'zh' ? area.zh.province : area.province,
          on,
        )
      }),
  ])
  const hubs = new Map(
    events
      .filter(({ articles }) => articles >= HUB_ARTICLES)
      .map((track) => {
        const { newsTopic } = track
        return listPageEntry(hubSlug(site, newsTopic), hubLabel(site, newsTopic), [track], newsTopic)
      }),
  )
  const tagged = new Map<Track, ListPage[]>()
  for (const listPage of tags.values()) {
    for (const track of listPage.tracks) tagged.set(track, [...(tagged.get(track) ?? []), listPage])
  }
  const all = createListing(site, tracks)
  return {
    all,
    sections,
    tags,
    hubs,
    periods: periodsOf(all),
    sectionOf: (newsTopic) =>
      sections.get(labelOf('section-slug', sectionName(site, newsTopic), site.language)) ??
      [...sections.values()][0]!,
    relatedTracks: ({ index, subject, area }) =>
      events.filter(
        ({ newsTopic }) =>
          newsTopic.index !== index && (newsTopic.subject === subject || newsTopic.area === area),
      ),
    tagsOf: (track) => tagged.get(track) ?? [],
    hubOf: (newsTopic) => hubs.get(hubSlug(site, newsTopic)),
  }
}

function hubLabel(site: Site, newsTopic: NewsTopic): string {
  const { name, zhName, subject, area } = newsTopic
  const word = labelOf('subject', subject, site.language)
  if (site.language === 'zh') return name ? `“${zhName}”${word}` : `${area?.zh.province}${word}`
  return name ? stormTitle(newsTopic, site.language, site.homeNames) : `${area?.province}: ${word}`
}

function grouped(tracks: readonly Track[], key: (track: Track) => string | null): Map<string, Track[]> {
  const groups = new Map<string, Track[]>()
  for (const track of tracks) {
    const name = key(track)
    if (name === null) continue
    const group = groups.get(name)
    if (group) group.push(track)
    else groups.set(name, [track])
  }
  return groups
}

function periodsOf(all: Listing): Period[] {
  const monthly = all.total >= MONTHLY_ARTICLES
  const periods: Period[] = []
  for (let first = 0; first < SPAN; ) {
    const { year, month } = calendarDay(first)
    const next = monthly && month < 12 ? `${year}-${twoDigits(month + 1)}-01` : `${year + 1}-01-01`
    const end = dayNumber(next)
    const slug = monthly ? `${year}/${twoDigits(month)}` : String(year)
    if (all.before(end) > all.before(first)) periods.push({ slug, first, end })
    first = end
  }
  return periods
}
