/**
 * The public library API of Eventide. Every name is documented in docs/library-api.md, with what is promised about its stability.
 * Importing it starts nothing: it reads no arguments, prints nothing and opens no file.
 */

import manifest from '../package.json' with { type: 'json' }

/** The version of this package. */
export const VERSION: string = manifest.version

/** Schemas for the options of strategies. */
export { z } from 'zod'
/** Why a crawl ended. */
export type { CrawlEnd } from './crawl/loop/crawl-end.ts'
/** Words, places and dates that describe an event. */
export type { EventWords } from './event/draft-event.ts'
/** Gets one response to one request; the options of a fetch, and its result. */
export type { Fetcher, FetchOptions, FetchResult } from './fetch/fetcher.ts'
/** A scope rule decides which links are followed. */
export type { Decision, ScopeItem, ScopeRule } from './frontier/scope/rule.ts'
/** The results of a comparison. */
export type { LabReport } from './lab/report/report.ts'
/** An export format writes pages to a file. */
export type {
  ExportFormat,
  ExportOptions,
  ExportPieces,
  ExportReport,
} from './library/export/export-format.ts'
/** Writes one page after the other, and counts them: the body of most export formats. */
export { pageByPage } from './library/export/export-format.ts'
/** The names of all export formats; adds one. */
export { exportFormatNames, registerExportFormat } from './library/export/formats.ts'
/** The pages that an export writes. */
export type { ExportSelection, SelectedPage } from './library/export/selection.ts'
/** A search result, and all results of a search. */
export type { Hit } from './library/hits.ts'
/** A page as `judge` and `export` give it; the line of a page in an export format. */
export { lineOfRecord, type PageLine } from './library/page-line.ts'
export type { SearchReply } from './library/search.ts'
/** A query with filters beside the words. */
export type { SearchQuery } from './library/search-query.ts'
/** A log file. */
export type { LogTarget } from './log/open-log.ts'
/** The pages and links that a strategy receives. */
export type { Candidate, JudgedPage, Observation } from './model/crawl.ts'
/** The options of a crawl, by name. */
export type { CrawlSpecification } from './model/crawl-options.ts'
/** The error of everything that a caller can act on; its `code` is stable. */
export { EventideError } from './model/errors.ts'
/** An event as used by the program. */
export type { EventModel } from './model/event.ts'
/** Data that can be written as JSON. */
export type { Json } from './model/json.ts'
/** A page, and a link on it, as they were read. */
export type { LinkReading, PageReading } from './model/page.ts'
/** The verdict on a page and the score of a link, with their evidence. */
export type { Evidence, LinkScore, Verdict } from './model/verdict.ts'
/** Imports modules that register strategies or export formats, here and in the processes that this one starts. */
export { loadPlugins } from './plugins/load-plugins.ts'
/** Opens, searches and exports collections. */
export {
  type ExportPagesOptions,
  exportPages,
  type OpenCollection,
  openCollection,
  type SearchOptions,
  search,
} from './public/collection.ts'
/** Crawls, with progress and an AbortSignal. */
export {
  type CrawledPage,
  type CrawlProgress,
  type CrawlRequest,
  type CrawlResult,
  crawl,
} from './public/crawl.ts'
/** Reads and builds events. */
export {
  type BuildEventOptions,
  type BuiltEvent,
  buildEvent,
  parseEvent,
  readEvent,
} from './public/events.ts'
/** Compares strategies, and creates the example web. */
export {
  type ComparisonProgress,
  type ComparisonRequest,
  compareStrategies,
  createExampleWeb,
  type ExampleWeb,
  type ExampleWebOptions,
} from './public/lab.ts'
/** Reads and judges pages without crawling. */
export {
  createJudge,
  type Judge,
  type JudgeOptions,
  type PageSource,
  type ReadPageOptions,
  readPage,
} from './public/pages.ts'
/** Defines a strategy; what it is made from. */
export { defineStrategy, type StrategyContext, type StrategyDefinition } from './score/definition.ts'
/** The names of all strategies; adds one. */
export { registerStrategy, strategyNames } from './score/registry.ts'
/** Judges pages and scores links. */
export type { Strategy } from './score/strategy.ts'
