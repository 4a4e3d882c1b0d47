import type { Day } from '../model/event.ts'
import type { LinkReading } from '../model/page.ts'
import { detectLanguage } from '../text/language.ts'
import { dayNumber, dayOfInstant } from '../time/day.ts'
import { numericOrder } from '../time/numeric-order.ts'
import { readFeedDate } from './feed-date.ts'
import { clip, phrase } from './fold.ts'
import type { ReadingLimits } from './limits.ts'
import type { LinkList, ListEntry } from './link-list.ts'
import { partsOfTexts, readGroups } from './tag-groups.ts'

/** Days of interest: if a list is too long, the entries nearest to them are kept. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

interface DatedEntry extends ListEntry {
  readonly url: string
  readonly day: Day | null
}

export interface ListOptions {
  readonly url: string
  /** Length of the document in characters. */
  readonly length: number
  readonly limits: ReadingLimits
  readonly near?: DayRange
  /** When the list was fetched: later dates are ignored. */
  readonly now?: Date
}

/**
 * Converts a feed or sitemap to a page reading: its entries are the links, each with its own division; titles
 * and summaries are the text.
 */
export function readList(list: LinkList, { url, length, limits, near, now }: ListOptions) {
  const { title, description } = list
  const entries = list.entries.filter((entry): entry is DatedEntry => entry.url !== null)
  const kept = mostUseful(
    dated(entries, list.language, url, now),
    Math.max(0, limits.links - list.pages.length),
    near,
  )
  const divisions = kept.map((entry) => phrase(`${entry.title} ${entry.summary}`, limits.division))
  const links = kept.map((entry, division) => linkOf(entry, division, length, limits))
  for (const { url: more, rel } of list.pages)
    links.push({ url: more, anchor: '', context: '', division: divisions.length, rel: [rel], position: 1 })
  if (list.pages.length > 0) divisions.push('')
  const lines = [title, description, ...kept.flatMap((entry) => [entry.title, entry.summary])]
  const whole = lines.filter((line) => line !== '').join('\n')
  const text = clip(whole, 0, limits.text)
  const language = detectLanguage(text, list.language)
  const joined = (part: (entry: ListEntry) => string) => clip(kept.map(part).join('\n'), 0, limits.text)
  const parts = partsOfTexts({
    head: [title, description].filter((line) => line !== '').join('\n'),
    heading: joined((entry) => entry.title),
    body: joined((entry) => entry.summary),
  })
  return {
    form: list.form,
    title,
    description,
    language,
    text,
    mainText: text,
    groups: readGroups(parts, text, language),
    links,
    divisions,
    truncated: list.truncated || kept.length < entries.length || text.length < whole.length,
  }
}

function linkOf(entry: DatedEntry, division: number, length: number, limits: ReadingLimits): LinkReading {
  const { url, title: anchor, day } = entry
  const context = phrase(entry.summary, limits.context * 2 + 1)
  const position = length > 0 ? Math.min(1, entry.at / length) : 0
  return { url, anchor, context, division, rel: [], position, ...(day !== null && { published: day }) }
}

function dated(
  entries: readonly DatedEntry[],
  language: string,
  url: string,
  now: Date | undefined,
): DatedEntry[] {
  const order = numericOrder(language, { url, language, hints: [], titleAt: null })
  // Clocks and time zones differ by at most one day.
  const latest = now && dayOfInstant(new Date(now.getTime() + MS_PER_DAY))
  const known = new Map<string, Day | null>()
  return entries.map((entry) => {
    // Sitemaps are long, and only the day of a timestamp is needed.
    const stated = ISO_DAY.test(entry.date) ? entry.date.slice(0, 10) : entry.date
    let day = known.get(stated)
    if (day === undefined) {
      day = stated === '' ? null : readFeedDate(stated, language, order)
      if (day !== null && latest && day > latest) day = null
      known.set(stated, day)
    }
    return { ...entry, day }
  })
}

const MS_PER_DAY = 86_400_000
const ISO_DAY = /^\d{4}-\d\d-\d\d/
/** Farther from the days of interest than any stated day. */
const UNDATED = 10_000_000
const TOO_EARLY = 2 * UNDATED

/**
 * The `count` most useful entries, in the order of the list. With days of interest: those nearest after their
 * start, then undated ones, then earlier ones, which cannot be about the event. Otherwise the newest.
 */
function mostUseful(entries: readonly DatedEntry[], count: number, near: DayRange | undefined): DatedEntry[] {
  if (entries.length <= count) return [...entries]
  const from = near ? dayNumber(near.from) : null
  const to = (near ? dayNumber(near.to) : null) ?? from
  const distance = ({ day }: DatedEntry): number => {
    const number = day === null ? null : dayNumber(day)
    if (number === null) return UNDATED
    if (from === null || to === null) return -number
    return number < from - 1 ? TOO_EARLY + from - number : Math.max(0, number - to)
  }
  return entries
    .map((entry, index) => ({ entry, index, distance: distance(entry) }))
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ entry }) => entry)
}
