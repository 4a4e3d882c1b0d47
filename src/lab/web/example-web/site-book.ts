import { calendarDay, dayNumber, SPAN, twoDigits } from './calendar.ts'
import { createListing, type Listing, type Track } from './coverage.ts'
import { stormTitle } from './facts.ts'
import { type Happening, isCrisis } from './happenings.ts'
import { labelOf } from './labels.ts'
import type { Site } from './sites.ts'

/** A list of articles with an address of its own. */
export interface Shelf {
  readonly slug: string
  readonly label: string
  readonly listing: Listing
  /** Set on the pages a site devotes to one event. */
  readonly happening?: Happening
  /** The tracks on it, for choosing neighbours. */
  readonly tracks: readonly Track[]
}

/** A stretch of a site's archive: a month on large sites, a year on small ones. */
export interface Period {
  readonly slug: string
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** How one site files its articles. */
export interface SiteBook {
  readonly all: Listing
  readonly sections: ReadonlyMap<string, Shelf>
  /** Topic and place tags: they mix events of one kind, or everything in one province. */
  readonly tags: ReadonlyMap<string, Shelf>
  /** Special coverage: one event each. */
  readonly hubs: ReadonlyMap<string, Shelf>
  readonly periods: readonly Period[]
  sectionOf(happening: Happening): Shelf
  /** Tracks of the same kind or the same place: where a careless "related" link leads. */
  kin(happening: Happening): readonly Track[]
  hubOf(happening: Happening): Shelf | undefined
  /** The tags a story of this track carries. */
  tagsOf(track: Track): readonly Shelf[]
}

/** A site opens a page of its own for an event once it has this many stories about it. */
const HUB_ARTICLES = 4
/** Sites with fewer articles than this keep a yearly archive. */
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

export function sectionName(site: Site, happening: Happening): string {
  if (happening.area) return happening.area.code === site.country ? 'nation' : 'world'
  return SECTIONS.get(happening.subject) ?? 'nation'
}

function hubSlug(site: Site, happening: Happening): string {
  if (!happening.name) return happening.id
  return stormTitle(happening, 'en', site.homeNames).toLowerCase().replace(' ', '-')
}

function areaSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

export function createSiteBook(site: Site, tracks: readonly Track[]): SiteBook {
  const shelve = (
    slug: string,
    label: string,
    on: readonly Track[],
    happening?: Happening,
  ): [string, Shelf] => [slug, { slug, label, listing: createListing(site, on), tracks: on, happening }]
  const sections = new Map(
    [...grouped(tracks, ({ happening }) => sectionName(site, happening))].map(([name, on]) =>
      shelve(labelOf('section-slug', name, site.language), labelOf('section', name, site.language), on),
    ),
  )
  const events = tracks.filter(({ happening }) => happening.area !== null)
  const tags = new Map([
    ...[...grouped(events, ({ happening }) => (isCrisis(happening.subject) ? happening.subject : null))].map(
      ([subject, on]) => shelve(`${subject}s`, labelOf('subject', subject, site.language), on),
    ),
    ...[...grouped(events, ({ happening }) => happening.area?.id ?? null)]
      .filter(([, on]) => on.length > 1)
      .map(([, on]) => {
        const area = on[0]!.happening.area!
        return shelve(areaSlug(area.province), site.language === 'zh' ? area.zh.province : area.province, on)
      }),
  ])
  const hubs = new Map(
    events
      .filter(({ articles }) => articles >= HUB_ARTICLES)
      .map((track) => {
        const { happening } = track
        return shelve(hubSlug(site, happening), hubLabel(site, happening), [track], happening)
      }),
  )
  const tagged = new Map<Track, Shelf[]>()
  for (const shelf of tags.values()) {
    for (const track of shelf.tracks) tagged.set(track, [...(tagged.get(track) ?? []), shelf])
  }
  const all = createListing(site, tracks)
  return {
    all,
    sections,
    tags,
    hubs,
    periods: periodsOf(all),
    sectionOf: (happening) =>
      sections.get(labelOf('section-slug', sectionName(site, happening), site.language)) ??
      [...sections.values()][0]!,
    kin: ({ index, subject, area }) =>
      events.filter(
        ({ happening }) =>
          happening.index !== index && (happening.subject === subject || happening.area === area),
      ),
    tagsOf: (track) => tagged.get(track) ?? [],
    hubOf: (happening) => hubs.get(hubSlug(site, happening)),
  }
}

function hubLabel(site: Site, happening: Happening): string {
  const { name, zhName, subject, area } = happening
  const word = labelOf('subject', subject, site.language)
  if (site.language === 'zh') return name ? `“${zhName}”${word}` : `${area?.zh.province}${word}`
  return name ? stormTitle(happening, site.language, site.homeNames) : `${area?.province}: ${word}`
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
