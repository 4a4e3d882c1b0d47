import type { UrlId } from '../model/crawl.ts'
import type { PageKind, PageRecord, ResultRecord } from './records.ts'

/** What a page is filtered, counted and ordered by; places, names and hosts are numbers of their lists. */
export interface PageFacts {
  /** Counts fetched pages from 1, without gaps. */
  readonly order: number
  readonly id: UrlId
  readonly host: number
  /** By the crawler's verdict, or by a curator's decision against it. */
  readonly kept: boolean
  readonly curated: 'accepted' | 'rejected' | null
  readonly relevance: number
  readonly language: string
  readonly kind: PageKind
  readonly published: string | null
  /** Order of the page it is a copy of; null when it is none. */
  readonly copyOf: number | null
  /** Number of terms in the full-text index; null if the page is not in it, because it is a copy. */
  readonly terms: number | null
  /** Most often named first. */
  readonly places: readonly number[]
  readonly who: readonly number[]
}

export interface NamedPlace {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lon: number
}

export interface NamedHost {
  readonly number: number
  readonly host: string
  readonly source: string
}

export interface NamedWho {
  readonly number: number
  readonly name: string
  readonly kind: string
}

/** Grows as pages are added and changed. */
export interface CatalogueVersion {
  /** Order of the last page. */
  readonly pages: number
  /** Number of the last change of an existing page, or of a source. */
  readonly changes: number
}

/** Adjacent index terms (stems, segments); never raw user text. */
export interface TextRun {
  readonly terms: readonly string[]
  /** Match the last term as a prefix: `typh` finds `typhoon`. Default: false. */
  readonly startsWith?: boolean
  /** Look in titles only. Default: false. */
  readonly inTitle?: boolean
}

/** Words to look for. */
export interface TextQuery {
  /** Every group must match; a group matches when any of its runs does. */
  readonly must: readonly (readonly TextRun[])[]
  readonly not: readonly (readonly TextRun[])[]
}

/** Kept pages with their whole text, or rejected pages with title and summary. */
export type TextIndex = 'kept' | 'rejected'

/** Which pages contain a run of terms, and how often. The arrays are parallel. */
export interface Occurrences {
  /** Ascending. */
  readonly orders: Uint32Array
  /** Number of occurrences in the title and in the text. */
  readonly inTitle: Uint32Array
  readonly inText: Uint32Array
}

/** What search is built on: a few columns of every page, and the full-text index. Each call is short: lists are read in slices, and matching covers a range of orders. */
export interface Catalogue {
  version(): Promise<CatalogueVersion>
  /** Facts of up to `limit` pages after an order, ascending. */
  facts(afterOrder: number, limit: number): Promise<PageFacts[]>
  factsOf(orders: readonly number[]): Promise<PageFacts[]>
  /** Orders of the pages changed after a change, without duplicates; 0 stands for a decision on a source. */
  changed(afterChange: number): Promise<number[]>
  hosts(numbers: readonly number[]): Promise<NamedHost[]>
  /** New entries of the lists after a number. */
  places(afterNumber: number, limit: number): Promise<NamedPlace[]>
  who(afterNumber: number, limit: number): Promise<NamedWho[]>
  /** Orders of the matching pages from `from` to `to` inclusive, ascending. `inTitle`: match titles only. */
  matching(
    index: TextIndex,
    query: TextQuery,
    range: { readonly from: number; readonly to: number },
    inTitle?: boolean,
  ): Promise<Uint32Array>
  /**
   * All pages of an index that contain a run, if that can be read in one pass: runs of a single term that does not occur too often.
   * Otherwise null; `matching` and `occurrences` are faster then.
   */
  wordOccurrences(index: TextIndex, run: TextRun): Promise<Occurrences | null>
  /** How often the pages of a range contain a run, or those of them whose order is marked with 1 in `among`. */
  occurrences(
    index: TextIndex,
    run: TextRun,
    range: { readonly from: number; readonly to: number },
    among: Uint8Array | null,
  ): Promise<Occurrences>
  /** What a list of results shows, in the given order; missing pages are omitted. */
  results(orders: readonly number[]): Promise<ResultRecord[]>
  /** Whole pages, in the given order; missing ones are omitted. */
  pages(orders: readonly number[]): Promise<PageRecord[]>
}
