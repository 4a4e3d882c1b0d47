import { headerValues } from '../http/headers.ts'
import type { Exchange, HeaderField } from '../model/exchange.ts'
import type { MetaRobots } from '../model/page.ts'
import { ROBOTS_AGENT } from '../model/robots.ts'

/** A `<meta>` element that applies to this crawler: its name in lower case, and its content. */
export type RobotsMeta = readonly [name: string, content: string]

export const NO_DIRECTIVES: MetaRobots = { noindex: false, nofollow: false, noarchive: false, because: [] }

/** Maximum number of entries read per header or element; real ones have a handful. */
const MAX_ENTRIES = 100
/** Limits of what is recorded, for pages that repeat themselves. */
const MAX_REASONS = 10
const MAX_REASON_LENGTH = 100

/** Names of directives that apply to this crawler. */
const OUR_NAMES: ReadonlySet<string> = new Set(['robots', '*', ROBOTS_AGENT.toLowerCase()])

/** Directives with a value: the text before their colon is not the name of a robot. */
const VALUED: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
])

/** True for the `name` of a `<meta>` that applies to all robots or to this one. */
export function isRobotsMeta(name: string): boolean {
  return OUR_NAMES.has(name)
}

/** The directives of a page: those for every robot and those for this one, combined. */
export function directivesInMeta(metas: readonly RobotsMeta[], now: Date | undefined): MetaRobots {
  return metas.reduce(
    (robots, [name, content]) => stricter(robots, `meta ${name}`, entriesIn(content), now),
    NO_DIRECTIVES,
  )
}

/** Every X-Robots-Tag header of a response. */
export function robotsTagsOf(headers: readonly HeaderField[]): string[] {
  return headerValues(headers, 'x-robots-tag')
}

/** True for a response whose headers contain `noarchive`. */
export function forbidsArchiving({ responseHeaders, startedAt }: Exchange): boolean {
  return withHeaderDirectives(NO_DIRECTIVES, robotsTagsOf(responseHeaders), startedAt).noarchive
}

/**
 * Adds the directives of the `X-Robots-Tag` headers, each as received: `noarchive`, or `eventide: nofollow,
 * noarchive`.
 */
export function withHeaderDirectives(
  robots: MetaRobots,
  headers: readonly string[],
  now: Date | undefined,
): MetaRobots {
  return headers.reduce((before, header) => {
    // A name applies to the entries after it, up to the next name.
    let ours = true
    const entries = entriesIn(header).flatMap((entry) => {
      const [name, value] = splitEntry(entry)
      if (name === '' || VALUED.has(name)) return ours ? [entry] : []
      ours = OUR_NAMES.has(name)
      return ours && value !== '' ? [value] : []
    })
    return stricter(before, 'X-Robots-Tag', entries, now)
  }, robots)
}

/** The directives of both readings of one page: a script may have removed those of the fetched page. */
export function combineDirectives(one: MetaRobots, other: MetaRobots): MetaRobots {
  return {
    noindex: one.noindex || other.noindex,
    nofollow: one.nofollow || other.nofollow,
    noarchive: one.noarchive || other.noarchive,
    because: [...new Set([...one.because, ...other.because])].slice(0, MAX_REASONS),
  }
}

function stricter(
  robots: MetaRobots,
  source: string,
  entries: readonly string[],
  now: Date | undefined,
): MetaRobots {
  let { noindex, nofollow, noarchive } = robots
  const because = [...robots.because]
  for (const entry of entries) {
    const [name, value] = splitEntry(entry)
    const words = name === '' ? new Set(entry.toLowerCase().split(/\s/)) : new Set<string>()
    const gone = name === 'unavailable_after'
    if (!gone && !['none', 'noindex', 'nofollow', 'noarchive'].some((word) => words.has(word))) continue
    noindex ||= words.has('none') || words.has('noindex')
    nofollow ||= words.has('none') || words.has('nofollow')
    noarchive ||= words.has('noarchive') || (gone && hasPassed(value, now))
    if (because.length < MAX_REASONS) because.push(`${source}: ${entry}`.slice(0, MAX_REASON_LENGTH))
  }
  return { noindex, nofollow, noarchive, because }
}

/** A comma separates entries, and also a weekday from its date. */
function entriesIn(text: string): string[] {
  const entries: string[] = []
  for (const piece of text.split(/[,;]/, MAX_ENTRIES)) {
    const entry = piece.trim()
    const last = entries.at(-1)
    if (last !== undefined && /^\d/.test(entry) && /unavailable_after/i.test(last))
      entries[entries.length - 1] = `${last}, ${entry}`
    else if (entry !== '') entries.push(entry)
  }
  return entries
}

/** Name and value of `name: value`, the name in lower case; an empty name if there is none. */
function splitEntry(entry: string): readonly [name: string, value: string] {
  const [, name, value] = /^([A-Za-z*][\w-]*)\s*:(.*)$/s.exec(entry) ?? []
  return name === undefined || value === undefined ? ['', entry] : [name.toLowerCase(), value.trim()]
}

/** Longer than any date. */
const MAX_DATE_LENGTH = 64

/** Reads any common date format; without a time zone it is UTC. Anything else is ignored. */
function hasPassed(date: string, now: Date | undefined): boolean {
  if (now === undefined || date.length > MAX_DATE_LENGTH) return false
  return Date.parse(withZone(date)) < now.getTime()
}

function withZone(date: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(date) || /(?:[\d ](?:[A-Z]{2,4}|Z)|:\d\d ?[+-]\d\d:?\d\d)$/i.test(date))
    return date
  return /^\d{4}-\d\d-\d\dT/.test(date) ? `${date}Z` : `${date} UTC`
}
