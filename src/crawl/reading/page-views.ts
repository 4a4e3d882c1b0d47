import type { FetchResult } from '../../fetch/fetcher.ts'
import type { ResourceCapture } from '../../model/crawl.ts'
import type { Conversion, Exchange } from '../../model/exchange.ts'
import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { eitherAsks } from '../../page/robots-directives.ts'
import { isPoorer, needsBrowser } from '../../render/need.ts'
import type { DrawnPage, PageRenderer, RenderProblem } from '../../render/rendering.ts'
import type { CrawlStats } from '../loop/stats.ts'
import type { CrawlParts } from '../parts.ts'
import { AddressBusy } from '../politeness/address-pace.ts'
import type { RobotsGate } from '../politeness/robots-gate.ts'

/** How pages are shown in a browser, and which. */
export interface Rendering {
  readonly renderer: PageRenderer
  /** `auto`: pages that have no text of their own; `always`: every page of HTML. */
  readonly when: 'auto' | 'always'
}

/** A page as it is read and judged. */
export interface PageView {
  readonly page: PageReading
  /** The drawn page, for the archive; absent when it was read as it came. */
  readonly conversion?: Conversion
  /** What it requested while it was rendered. */
  readonly resources: readonly Exchange[]
  /** `plain`: no browser was needed; `drawn`; or why it was to be shown in one and is read as it came. */
  readonly shown: 'plain' | 'drawn' | RenderProblem
  /** How much longer the visit took for it. */
  readonly tookMs: number
}

const HTML = /html/i
const DRAWN_TYPE = 'text/html; charset=utf-8'

/** Reads each page as it came, and those that need one through a browser. */
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

  /** Rejects only with the signal's reason. `drawing` is called before a page is shown. */
  async of(
    input: PageInput,
    result: FetchResult,
    signal: AbortSignal,
    drawing?: () => void,
  ): Promise<PageView> {
    const { read, rendering, clock } = this.#parts
    const plain = await read(input)
    if (!rendering || !this.#isWanted(plain, input, rendering.when))
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
    const page = withLead({ ...shown, robots: eitherAsks(plain.robots, shown.robots) }, drawn)
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

  #isWanted(plain: PageReading, { contentType, body }: PageInput, when: Rendering['when']): boolean {
    if (plain.form !== 'page' || (contentType !== '' && !HTML.test(contentType))) return false
    return when === 'always' || needsBrowser(plain, body)
  }

  #counted(view: PageView): PageView {
    const { rendered } = this.#stats
    rendered.set(view.shown, (rendered.get(view.shown) ?? 0) + 1)
    for (const { body } of view.resources) this.#stats.bytes += body.length
    return view
  }

  /** The parts of a page are fetched as pages are: only where robots.txt allows it, and never from a denied host. */
  async #permits(url: string, signal: AbortSignal): Promise<boolean> {
    const { origin, host } = new URL(url)
    if (this.#parts.scope.fence(host) === 'host-denied') return false
    await (this.#learning.get(origin) ?? this.#learn(origin, signal)).catch(() => {})
    const decision = await this.#robots.decide(url, this.#parts.clock.now(), signal).catch(nothingIfBusy)
    return decision?.kind === 'allowed'
  }

  /** The parts of a page are requested at once; the robots.txt of their host is fetched once. */
  #learn(origin: string, signal: AbortSignal): Promise<unknown> {
    const learning = this.#robots
      .decide(`${origin}/`, this.#parts.clock.now(), signal)
      .finally(() => this.#learning.delete(origin))
    this.#learning.set(origin, learning)
    return learning
  }
}

/** What cannot be fetched in time is left out. */
function nothingIfBusy(error: unknown): null {
  if (error instanceof AddressBusy) return null
  throw error
}

/** A navigation started by a script counts as a redirect of the page. */
function withLead(page: PageReading, { leadsTo }: DrawnPage): PageReading {
  const isWeb = leadsTo !== null && /^https?:/.test(leadsTo)
  return isWeb && page.refresh === null ? { ...page, refresh: leadsTo } : page
}
