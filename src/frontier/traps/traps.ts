import { BoundedMap } from '../../cache/bounded-map.ts'
import type { Visit } from '../../model/crawl.ts'
import {
  credited,
  isNovel,
  NO_PAGES,
  type PatternPage,
  type PatternRecord,
  withPage,
} from './pattern-record.ts'
import { SourceHosts, type SourceHostsOptions } from './source-hosts.ts'
import { type UrlPattern, urlPattern } from './url-pattern.ts'
import { type DaySpan, urlSpan } from './url-span.ts'

export interface TrapOptions extends SourceHostsOptions {
  /** Consecutive pages of one URL pattern without yield before it is closed. Default: 30. */
  readonly barrenPages?: number
  /** The days of the event: calendar pages near them are fetched even when the calendar is closed. */
  readonly eventDays?: DaySpan
}

/** Codes of links that a trap excludes; docs/frontier.md explains them. */
export const TRAP_CODES = ['no-yield', 'same-content', 'soft-404', 'source-hosts'] as const
export type TrapCode = (typeof TRAP_CODES)[number]

export interface ClosedPattern {
  readonly pattern: string
  readonly code: TrapCode
  readonly because: string
}

interface SavedTraps {
  readonly records: [key: string, record: PatternRecord][]
  readonly sources: ReturnType<SourceHosts['snapshot']>
}

const BARREN_PAGES = 30
/** Folders and hosts hold pages of several kinds, so that more of them must be seen before they are closed. */
const FOLDER_FACTOR = 2
const HOST_FACTOR = 3
/** Maximum number of records, of about a kilobyte each; the one updated least recently is evicted first. */
const MAX_RECORDS = 4_096
/** Days around the event whose calendar pages stay open, and how many of those pages may yield nothing. */
const DAYS_AROUND = 62
const MAX_EXEMPT = 150

/**
 * Detects crawler traps: URL patterns whose pages yield nothing new, and sources that generate hosts. Learns from visits alone, in
 * their order: the same visits give the same state. Memory is bounded whatever a site does.
 */
export class Traps {
  readonly #options: TrapOptions
  readonly #records = new BoundedMap<string, PatternRecord>(MAX_RECORDS, (key) =>
    this.#open(hostOfKey(key), key),
  )
  /** Closed patterns by host, so that links to other hosts cost one lookup. */
  readonly #closed = new Map<string, Set<string>>()
  readonly #sources: SourceHosts

  constructor(options: TrapOptions = {}) {
    this.#options = options
    this.#sources = new SourceHosts(options)
  }

  /** Learns from one fetched page. */
  count(visit: Visit): void {
    const pattern = urlPattern(visit.canonicalUrl)
    const relevant = visit.relevant && visit.duplicateOf === null
    const page = { sketch: visit.sketch, relevant, missing: visit.notFound, leadsNowhere: visit.fresh === 0 }
    const record = this.#records.get(pattern.shape) ?? NO_PAGES
    const yielded = relevant && isNovel(record, page, pattern.generated)
    // A constant body may link to ever new URLs; an archive page may look like the next and link to real pages.
    const onHost = { ...page, leadsNowhere: page.leadsNowhere || !pattern.generated }
    this.#count(pattern.host, hostKey(pattern), onHost, false)
    this.#count(pattern.host, folderKey(pattern), page, false)
    this.#count(pattern.host, pattern.shape, page, pattern.generated)
    this.#sources.count(visit.source, visit.host, yielded)
    if (yielded && visit.bestParent !== null) this.#credit(urlPattern(visit.bestParent))
  }

  /** Why a link is not followed, or undefined. Links of seeds, which people chose, are followed on a closed host too. */
  whyNot(item: {
    readonly canonicalUrl: string
    readonly host: string
    readonly source: string
    readonly depth: number
  }): TrapCode | undefined {
    if (this.#sources.isOneTooMany(item.source, item.host)) return 'source-hosts'
    const closed = this.#closed.get(hostOf(item.canonicalUrl))
    if (!closed) return undefined
    const pattern = urlPattern(item.canonicalUrl)
    for (const key of keysOf(pattern)) {
      if (!closed.has(key)) continue
      const record = this.#records.get(key) ?? NO_PAGES
      if (key === hostKey(pattern)) {
        if (item.depth > 1) return codeOf(record)
      } else if (!this.#isNearEvent(item.canonicalUrl, key, record)) return codeOf(record)
    }
    return undefined
  }

  /** The reason as a sentence. */
  because(item: { readonly canonicalUrl: string; readonly source: string }): string {
    const pattern = urlPattern(item.canonicalUrl)
    const closed = this.#closed.get(pattern.host)
    const key = keysOf(pattern).find((one) => closed?.has(one))
    if (key) return becauseOf(key, this.#records.get(key) ?? NO_PAGES)
    return hostsBecause(
      item.source,
      this.#sources.full().find(({ source }) => source === item.source)?.hosts ?? 0,
    )
  }

  /** Everything that is closed; patterns in the order of their last pages, as in a restored memory. */
  closedPatterns(): ClosedPattern[] {
    const patterns = [...this.#records].flatMap(([pattern, record]) => {
      if (!this.#closed.get(hostOfKey(pattern))?.has(pattern)) return []
      return [{ pattern, code: codeOf(record), because: becauseOf(pattern, record) }]
    })
    const sources = this.#sources.full().map(({ source, hosts }) => {
      return { pattern: `*.${source}`, code: 'source-hosts' as const, because: hostsBecause(source, hosts) }
    })
    return [...patterns, ...sources]
  }

  snapshot(): SavedTraps {
    return { records: [...this.#records], sources: this.#sources.snapshot() }
  }

  restore(saved: SavedTraps): void {
    this.#records.clear()
    this.#closed.clear()
    for (const [key, record] of saved.records) this.#put(hostOfKey(key), key, record)
    this.#sources.restore(saved.sources)
  }

  #count(host: string, key: string, page: PatternPage, generated: boolean): void {
    this.#put(host, key, withPage(this.#records.get(key) ?? NO_PAGES, page, generated))
  }

  #credit(pattern: UrlPattern): void {
    for (const key of keysOf(pattern)) {
      const record = this.#records.get(key)
      if (record) this.#put(pattern.host, key, credited(record))
    }
  }

  #put(host: string, key: string, record: PatternRecord): void {
    this.#records.set(key, record)
    if (record.run >= this.#limit(key) + record.yields) {
      const closed = this.#closed.get(host)
      if (closed) closed.add(key)
      else this.#closed.set(host, new Set([key]))
    } else this.#open(host, key)
  }

  #open(host: string, key: string): void {
    const closed = this.#closed.get(host)
    if (closed?.delete(key) && closed.size === 0) this.#closed.delete(host)
  }

  #limit(key: string): number {
    const barren = this.#options.barrenPages ?? BARREN_PAGES
    if (!key.endsWith('/**')) return barren
    return barren * (key.indexOf('/') === key.length - 3 ? HOST_FACTOR : FOLDER_FACTOR)
  }

  /** The event's days may be the only ones for which a calendar has content. */
  #isNearEvent(canonicalUrl: string, key: string, { run, yields }: PatternRecord): boolean {
    const { eventDays } = this.#options
    if (!eventDays || run >= this.#limit(key) + yields + MAX_EXEMPT) return false
    const span = urlSpan(canonicalUrl)
    return span !== null && span.to >= eventDays.from - DAYS_AROUND && span.from <= eventDays.to + DAYS_AROUND
  }
}

const hostKey = ({ host }: UrlPattern) => `${host}/**`
/** A page at the root has no folder: its key must differ from the host's. */
const folderKey = ({ host, folder }: UrlPattern) => (folder === `${host}/` ? `${host}/./**` : `${folder}/**`)
const keysOf = (pattern: UrlPattern) => [hostKey(pattern), folderKey(pattern), pattern.shape]
const hostOfKey = (key: string) => key.slice(0, key.indexOf('/'))

function hostOf(canonicalUrl: string): string {
  const start = canonicalUrl.indexOf('://') + 3
  const end = canonicalUrl.indexOf('/', start)
  return canonicalUrl.slice(start, end < 0 ? undefined : end)
}

function codeOf({ run, same, missing }: PatternRecord): TrapCode {
  if (missing * 2 > run) return 'soft-404'
  return same * 2 > run ? 'same-content' : 'no-yield'
}

const WHAT = new Map<TrapCode, string>([
  ['soft-404', 'were missing (soft 404)'],
  ['same-content', 'had the same content'],
  ['no-yield', 'yielded nothing new'],
])

function becauseOf(pattern: string, record: PatternRecord): string {
  const what = WHAT.get(codeOf(record)) ?? ''
  return `the last ${record.run} of ${record.pages} pages like ${pattern.slice(0, 200)} ${what}`
}

function hostsBecause(source: string, hosts: number): string {
  return `${hosts} hosts of ${source} were visited, and too few of them had a page that was kept`
}
