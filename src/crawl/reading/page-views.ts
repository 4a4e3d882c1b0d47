import type { FetchResult } from '../../fetch/fetcher.ts'
import type { ResourceCapture } from '../../model/crawl.ts'
import type { Conversion, Exchange } from '../../model/exchange.ts'
import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { combineDirectives } from '../../page/robots-directives.ts'
import { watched } from '../../process/watchdog.ts'
import { isPoorer, needsBrowser } from '../../render/need.ts'
import type { DrawnPage, PageRenderer, RenderProblem } from '../../render/rendering.ts'
import type { CrawlStats } from '../loop/stats.ts'
import type { CrawlParts } from '../parts.ts'
import { AddressBusy } from '../politeness/address-pace.ts'
import type { RobotsGate } from '../politeness/robots-gate.ts'

/** How pages are rendered, and which. */
export interface Rendering {
  readonly renderer: PageRenderer
  /** `auto`: pages without text in their HTML; `always`: every HTML page. */
  readonly when: 'auto' | 'always'
}

/** A page as it is read and judged. */
export interface PageView {
  readonly page: PageReading
  /** The rendered page, for the archive; absent when no browser was used. */
  readonly conversion?: Conversion
  /** What it requested while it was rendered. */
  readonly resources: readonly Exchange[]
  /** `plain`: no browser was needed; `drawn`: rendered; or why rendering failed. */
  readonly shown: 'plain' | 'drawn' | RenderProblem
  /** How long rendering took. */
  readonly tookMs: number
}

const HTML = /html/i
const DRAWN_TYPE = 'text/html; charset=utf-8'

/** Reads pages, after rendering those that need a browser. */
export class PageViews {
  readonly #parts: CrawlParts
  readonly #robots: RobotsGate
  readonly #stats: CrawlStats
  readonly #learning = new Map<string, Promise<unknown>>()

  constructor(parts: CrawlParts, robots: RobotsGate, stats: CrawlStats) {
    this.#parts = parts
    this.#robots = robots
    this.#stats = stats
  }

  /** Rejects only with the signal's reason. `drawing` is called before a page is rendered. */
  async of(
    input: PageInput,
    result: FetchResult,
    signal: AbortSignal,
    drawing?: () => void,
  ): Promise<PageView> {
    const { rendering, clock, watchdog } = this.#parts
    // Without processes that read, the page is read here.
    const begin = (page: PageInput) => watched(watchdog, `Reading ${page.url}`, () => this.#parts.read(page))
    const read = (page: PageInput) => unlessAborted(begin(page), signal)
    const plain = await read(input)
    if (!rendering || !this.#needsBrowser(plain, input, rendering.when))
      return { page: plain, resources: [], shown: 'plain', tookMs: 0 }
    drawing?.()
    const began = clock.now()
    const { drawn, problem, resources } = await rendering.renderer.render(
      { url: input.url, result, permits: (url, stop) => this.#permits(url, stop) },
      signal,
    )
    const tookMs = clock.now() - began
    if (!drawn) return this.#counted({ page: plain, resources, shown: problem ?? 'unshown', tookMs })
    const body = Buffer.from(drawn.html)
    const shown = await read({ ...input, body, contentType: DRAWN_TYPE })
    const page = withLead({ ...shown, robots: combineDirectives(plain.robots, shown.robots) }, drawn)
    if (isPoorer(page, plain))
      return this.#counted({ page: withLead(plain, drawn), resources, shown: 'poorer', tookMs })
    const conversion = { contentType: DRAWN_TYPE, body, madeAt: drawn.drawnAt }
    return this.#counted({ page, conversion, resources, shown: 'drawn', tookMs })
  }

  /** Archives what the page requested. */
  async preserve({ resources }: PageView): Promise<ResourceCapture[]> {
    const { archive } = this.#parts
    const archived = async (exchange: Exchange) => {
      const { url, status, startedAt: fetchedAt } = exchange
      return { url, status, fetchedAt, capture: await archive.append(exchange) }
    }
    return Promise.all(resources.map(archived))
  }

  #needsBrowser(plain: PageReading, { contentType, body }: PageInput, when: Rendering['when']): boolean {
    if (plain.form !== 'page' || (contentType !== '' && !HTML.test(contentType))) return false
    return when === 'always' || needsBrowser(plain, body)
  }

  #counted(view: PageView): PageView {
    const { rendered } = this.#stats
    rendered.set(view.shown, (rendered.get(view.shown) ?? 0) + 1)
    for (const { body } of view.resources) this.#stats.bytes += body.length
    return view
  }

  /** The resources of a page are fetched like pages: only if robots.txt allows it, and never from a denied host. */
  async #permits(url: string, signal: AbortSignal): Promise<boolean> {
    const { origin, host } = new URL(url)
    if (this.#parts.scope.fence(host) === 'host-denied') return false
    await (this.#learning.get(origin) ?? this.#learn(origin, signal)).catch(() => {})
    const decision = await this.#robots.decide(url, this.#parts.clock.now(), signal).catch(nothingIfBusy)
    return decision?.kind === 'allowed'
  }

  /** The resources of a page are requested at once; the robots.txt of their host is fetched once. */
  #learn(origin: string, signal: AbortSignal): Promise<unknown> {
    const learning = this.#robots
      .decide(`${origin}/`, this.#parts.clock.now(), signal)
      .finally(() => this.#learning.delete(origin))
    this.#learning.set(origin, learning)
    return learning
  }
}

/** A page that takes too long to read does not delay a run that is to end. */
async function unlessAborted<T>(reading: T | Promise<T>, signal: AbortSignal): Promise<T> {
  if (!(reading instanceof Promise)) return reading
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([reading, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Resources that cannot be fetched in time are omitted. */
function nothingIfBusy(error: unknown): null {
  if (error instanceof AddressBusy) return null
  throw error
}

/** A navigation started by a script counts as a redirect of the page. */
function withLead(page: PageReading, { leadsTo }: DrawnPage): PageReading {
  const isWeb = leadsTo !== null && /^https?:/.test(leadsTo)
  return isWeb && page.refresh === null ? { ...page, refresh: leadsTo } : page
}
