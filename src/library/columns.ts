import { EventideError } from '../model/errors.ts'
import type { Place } from '../model/place.ts'
import type { Catalogue, CatalogueVersion, NamedPlace, PageFacts } from '../store/catalogue.ts'
import { PAGE_KINDS } from '../store/records.ts'
import { dayNumber } from '../time/day.ts'
import type { IndexTotals } from './bm25.ts'
import { NameList } from './name-list.ts'
import { grown, NumberRuns } from './number-runs.ts'
import { foldName } from './person-name.ts'

/** Finds a place of the gazetteer by id. */
export interface PlaceFinder {
  resolve(nameOrId: string): Place | undefined
}

/** Rows per batch: a few milliseconds, after which other tasks can run. */
const SLICE = 2_000
const FIRST_SIZE = 1024
/** Value in `days` for a page without a date. */
export const NO_DAY = -2_147_483_648

/** Bits of `flags`. */
export const FLAG = {
  there: 1,
  kept: 2,
  copy: 4,
  accepted: 8,
  rejected: 16,
  hasCopies: 32,
  /** In the full-text index. */
  indexed: 64,
} as const

/**
 * The values that pages are filtered and counted by, in typed arrays indexed by fetch order: about a hundred bytes per page. Read
 * from the store once and then updated, also while a crawl is running.
 */
export class Columns {
  /** Highest order known. */
  pages = 0
  flags = new Uint8Array(FIRST_SIZE)
  ids = new Uint32Array(FIRST_SIZE)
  hosts = new Uint32Array(FIRST_SIZE)
  languages = new Uint32Array(FIRST_SIZE)
  kinds = new Uint8Array(FIRST_SIZE)
  days = new Int32Array(FIRST_SIZE)
  relevances = new Float32Array(FIRST_SIZE)
  /** Number of terms in the full-text index. */
  terms = new Uint32Array(FIRST_SIZE)
  /** Of the pages in each full-text index. */
  readonly totals: IndexTotals = { kept: { pages: 0, terms: 0 }, rejected: { pages: 0, terms: 0 } }
  /** Places that each page names, as indices into `placeList`. */
  readonly places = new NumberRuns()
  /** These places and all places that contain them, as indices into `areaNames`. */
  readonly areas = new NumberRuns()
  readonly who = new NumberRuns()

  readonly hostNames = new NameList()
  readonly sourceNames = new NameList()
  /** Index of the source of each host. */
  sourceOfHost = new Uint32Array(FIRST_SIZE)
  readonly languageNames = new NameList()
  readonly placeList: (NamedPlace | undefined)[] = []
  readonly areaNames = new NameList()
  readonly areaPlaces: (Pick<Place, 'name' | 'level'> | undefined)[] = []
  readonly whoNames: string[] = []
  /** The names in folded form. */
  readonly whoFolded: string[] = []
  /** Fetch orders of the copies of each page. */
  readonly copies = new Map<number, number[]>()

  readonly #catalogue: Catalogue
  readonly #finder: PlaceFinder
  readonly #hostOfNumber = new Map<number, number>()
  readonly #areasOfPlace: (readonly number[])[] = []
  readonly #copyOf = new Map<number, number>()
  #changes = 0
  #following: Promise<CatalogueVersion> | null = null

  constructor(catalogue: Catalogue, finder: PlaceFinder) {
    this.#catalogue = catalogue
    this.#finder = finder
  }

  /** Reads new and changed pages from the store; returns its version. */
  follow(): Promise<CatalogueVersion> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = null
    })
    return this.#following
  }

  /** Fetch orders of the copies of a page. */
  copiesOf(order: number): readonly number[] {
    return this.copies.get(order) ?? []
  }

  async #follow(): Promise<CatalogueVersion> {
    const version = await this.#catalogue.version()
    while (this.pages < version.pages) {
      const before = this.pages
      const facts = await this.#catalogue.facts(before, SLICE)
      await this.#readLists(facts)
      for (const page of facts) this.#set(page)
      if (facts.length === 0) break
      requireProgress(before, this.pages)
      await yieldToEventLoop()
    }
    if (this.#changes < version.changes) {
      const changed = await this.#catalogue.changed(this.#changes)
      const orders = changed.filter((order) => order > 0 && order <= this.pages)
      for (let at = 0; at < orders.length; at += SLICE) {
        const facts = await this.#catalogue.factsOf(orders.slice(at, at + SLICE))
        await this.#readLists(facts)
        for (const page of facts) this.#set(page)
        await yieldToEventLoop()
      }
      this.#changes = version.changes
    }
    return version
  }

  /** Names are read after the pages that refer to them, so that none is missing. */
  async #readLists(facts: readonly PageFacts[]): Promise<void> {
    const numbers = new Set(facts.map((page) => page.host).filter((host) => !this.#hostOfNumber.has(host)))
    for (const { number, host, source } of await this.#catalogue.hosts([...numbers])) {
      const at = this.hostNames.numberOf(host)
      this.#hostOfNumber.set(number, at)
      if (at >= this.sourceOfHost.length) this.sourceOfHost = grown(this.sourceOfHost, at)
      this.sourceOfHost[at] = this.sourceNames.numberOf(source)
    }
    for (let last = SLICE; last === SLICE; ) {
      const before = this.placeList.length
      const places = await this.#catalogue.places(Math.max(0, before - 1), SLICE)
      for (const place of places) {
        this.placeList[place.number] = place
        this.#areasOfPlace[place.number] = this.#areasAround(place)
      }
      last = places.length
      if (last === SLICE) requireProgress(before, this.placeList.length)
    }
    for (let last = SLICE; last === SLICE; ) {
      const before = this.whoNames.length
      const names = await this.#catalogue.who(Math.max(0, before - 1), SLICE)
      for (const { number, name } of names) {
        this.whoNames[number] = name
        this.whoFolded[number] = foldName(name)
      }
      last = names.length
      if (last === SLICE) requireProgress(before, this.whoNames.length)
    }
  }

  /** The place and all places that contain it. */
  #areasAround({ id, name }: NamedPlace): number[] {
    const known = this.#finder.resolve(id)
    const own = this.areaNames.numberOf(id)
    this.areaPlaces[own] ??= { name, level: known?.level ?? 'town' }
    const areas = [own]
    for (const parent of known?.id === id ? known.parents : []) {
      const area = this.areaNames.numberOf(parent)
      if (!this.areaPlaces[area]) this.areaPlaces[area] = this.#finder.resolve(parent)
      areas.push(area)
    }
    return areas
  }

  #set(page: PageFacts): void {
    const { order } = page
    if (order >= this.flags.length) this.#grow(order)
    this.pages = Math.max(this.pages, order)
    this.#setCopy(order, page.copyOf)
    this.#count(order, -1)
    this.terms[order] = page.terms ?? 0
    this.flags[order] =
      FLAG.there |
      (page.kept ? FLAG.kept : 0) |
      (page.copyOf === null ? 0 : FLAG.copy) |
      (page.curated === 'accepted' ? FLAG.accepted : page.curated === 'rejected' ? FLAG.rejected : 0) |
      (this.copies.has(order) ? FLAG.hasCopies : 0) |
      (page.terms === null ? 0 : FLAG.indexed)
    this.#count(order, 1)
    this.ids[order] = page.id
    this.hosts[order] = this.#hostOfNumber.get(page.host) ?? 0
    this.languages[order] = this.languageNames.numberOf(page.language)
    this.kinds[order] = Math.max(0, PAGE_KINDS.indexOf(page.kind))
    this.days[order] = (page.published === null ? null : dayNumber(page.published)) ?? NO_DAY
    this.relevances[order] = page.relevance
    this.places.set(order, page.places)
    const areas = new Set<number>()
    for (const place of page.places) for (const area of this.#areasOfPlace[place] ?? []) areas.add(area)
    this.areas.set(order, areas)
    this.who.set(order, page.who)
  }

  /** Adds a page to the totals of its index, or takes it out. */
  #count(order: number, sign: 1 | -1): void {
    const flags = this.flags[order] ?? 0
    if ((flags & FLAG.indexed) === 0) return
    const totals = (flags & FLAG.kept) === 0 ? this.totals.rejected : this.totals.kept
    totals.pages += sign
    totals.terms += sign * (this.terms[order] ?? 0)
  }

  #setCopy(order: number, original: number | null): void {
    const before = this.#copyOf.get(order) ?? null
    if (before === original) return
    if (before !== null) {
      const left = this.copiesOf(before).filter((one) => one !== order)
      if (left.length > 0) this.copies.set(before, left)
      else {
        this.copies.delete(before)
        this.flags[before] = (this.flags[before] ?? 0) & ~FLAG.hasCopies
      }
      this.#copyOf.delete(order)
    }
    if (original === null) return
    this.#copyOf.set(order, original)
    const copies = this.copies.get(original)
    if (copies) copies.push(order)
    else this.copies.set(original, [order])
    if (original < this.flags.length) this.flags[original] = (this.flags[original] ?? 0) | FLAG.hasCopies
  }

  #grow(order: number): void {
    this.flags = grown(this.flags, order)
    this.ids = grown(this.ids, order)
    this.hosts = grown(this.hosts, order)
    this.languages = grown(this.languages, order)
    this.kinds = grown(this.kinds, order)
    this.days = grown(this.days, order)
    this.relevances = grown(this.relevances, order)
    this.terms = grown(this.terms, order)
  }
}

/** In a damaged database numbers may go back, and reading on from the last one would never end. */
function requireProgress(before: number, after: number): void {
  if (after > before) return
  throw new EventideError(
    'store-damaged',
    'The database is damaged: its rows are out of order. Make it again from the archived pages: eventide recover <collection> --rebuild',
    { exit: 'store' },
  )
}

/** Lets other tasks run between two batches. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
