import { openPageReader, type PageReader } from '../crawl/reading/page-reader.ts'
import { lineOf, type PageToJudge, withSource } from '../library/judge-page.ts'
import type { PageLine } from '../library/page-line.ts'
import { EventideError, FetchFailure } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { Json } from '../model/json.ts'
import type { PageReading } from '../model/page.ts'
import { gazetteerPath } from '../place/gazetteer-path.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { createStrategy } from '../score/registry.ts'
import { strategyOf } from '../score/strategy-spec.ts'

/** A page to read: its URL, and its HTML or plain text. */
export interface PageSource {
  readonly url: string
  /** HTML as text, or its bytes as a server sent them. */
  readonly html?: string | Uint8Array
  /** Plain text, if there is no HTML. */
  readonly text?: string
  /** The Content-Type header that came with bytes. Default: `text/html`. */
  readonly contentType?: string
  /** The title, if the page has none. */
  readonly title?: string
  /** The publication day as YYYY-MM-DD, if it is known from elsewhere. */
  readonly date?: string
}

export interface ReadPageOptions {
  /** Names of places are ambiguous: those of the event are preferred. */
  readonly event?: EventModel
  /** Maximum time in milliseconds. Default: 30 s. */
  readonly timeout?: number
}

/**
 * Reads a page as a crawl does: title, main text, language, links, places and publication day. Pages are read in other processes, which start
 * with the first page; one that takes longer than `timeout` is refused.
 */
export async function readPage(page: PageSource, options: ReadPageOptions = {}): Promise<PageReading> {
  return reading(inputOf(page), options)
}

export interface JudgeOptions {
  /** Default: the strategy of the event, or `adaptive`. */
  readonly strategy?: string
  /** Options of the strategy. Default: those of the event if it names the same strategy, or the defaults. */
  readonly options?: Readonly<Record<string, Json>>
  /** Seed of the random number generator. Default: 1. */
  readonly randomSeed?: number
  /** Maximum time of reading a page, in milliseconds. Default: 30 s. */
  readonly timeout?: number
}

/** Judges pages one by one, without crawling. */
export interface Judge {
  /** The verdict with its evidence: what `eventide judge` writes for a page. Pages are read as by `readPage`. */
  judge(page: PageSource): Promise<PageLine>
}

/** Creates the judge of an event. */
export function createJudge(event: EventModel, options: JudgeOptions = {}): Judge {
  const { name, options: own } = strategyOf(event, { name: options.strategy, options: options.options })
  const strategy = createStrategy(name, { event, random: seededRandom(options.randomSeed ?? 1) }, own)
  return {
    async judge(page) {
      const given = inputOf(page)
      return lineOf(await reading(given, { event, timeout: options.timeout }), given, strategy)
    },
  }
}

/** Shared by all calls. Its processes end when there has been no page for a while, and with this one. */
let reader: PageReader | undefined

async function reading(given: PageToJudge, { event, timeout }: ReadPageOptions): Promise<PageReading> {
  reader ??= openPageReader({ gazetteer: gazetteerPath(), favour: [] }, { onDemand: true })
  const favour = event?.where.map(({ place }) => place) ?? []
  try {
    return withSource(await reader.read(given.input, { favour, deadlineMs: timeout }), given)
  } catch (error) {
    if (error instanceof EventideError) reader = undefined
    if (!(error instanceof FetchFailure)) throw error
    const url = given.input.url.slice(0, 200)
    throw new EventideError('page-unreadable', `Cannot use ${url}: ${error.message}`, { cause: error })
  }
}

function inputOf({ url, html, text, contentType, title, date }: PageSource): PageToJudge {
  if (!URL.canParse(url)) throw new EventideError('bad-url', `"${url.slice(0, 200)}" is not a URL`)
  const content = html ?? text
  if (content === undefined) throw new EventideError('no-page', `The page ${url} needs html or text`)
  const isText = typeof content === 'string'
  const kind = html === undefined ? 'text/plain' : 'text/html'
  return {
    input: {
      url,
      body: isText ? new TextEncoder().encode(content) : content,
      contentType: isText ? `${kind}; charset=utf-8` : (contentType ?? kind),
    },
    title,
    date,
  }
}
