import type { Fetcher } from '../fetch/fetcher.ts'
import { BrowserWindow, type WindowSettings } from './browser-window.ts'
import { findChromium, noChromium } from './chromium.ts'
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from './limits.ts'
import { Places } from './places.ts'
import type { PageRenderer, Rendering, RenderProblem, RenderRequest } from './rendering.ts'
import { ResourceCache } from './resource-cache.ts'

export interface RendererOptions {
  /** Borrowed: whatever a page asks for is asked by it, and by nothing else. */
  readonly fetcher: Fetcher
  /** Who is looking, as in the User-Agent. */
  readonly agent: string
  /** Best first. */
  readonly languages?: readonly string[]
  /** Path of the Chromium to use; the first one found on the path without it. */
  readonly chromium?: string
  readonly limits?: Partial<RenderLimits>
  /** Also wall the browser in by the kernel, where that lets us; true by default. */
  readonly ownNetwork?: boolean
  /** Told once when there is no browser to be had. */
  readonly notice?: (text: string) => void
  readonly now?: () => number
}

/** A Chromium that would not start so often in a row is not tried again in this run. */
const MAX_FAILED_STARTS = 3

/** Shows pages in Chromium, which is started when the first page needs it. */
export function createRenderer(options: RendererOptions): PageRenderer {
  return new ChromiumRenderer(options)
}

class ChromiumRenderer implements PageRenderer {
  readonly #options: RendererOptions
  readonly #limits: RenderLimits
  readonly #cache: ResourceCache
  readonly #places: Places
  readonly #resting: BrowserWindow[] = []
  readonly #open = new Set<BrowserWindow>()
  #failedStarts = 0
  #noticed = false
  #closed = false

  constructor(options: RendererOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_RENDER_LIMITS, ...options.limits }
    this.#cache = new ResourceCache(this.#limits.cacheBytes, options.now ?? Date.now)
    this.#places = new Places(this.#limits.browsers)
  }

  async render(request: RenderRequest, signal: AbortSignal): Promise<Rendering> {
    if (this.#closed || this.#failedStarts >= MAX_FAILED_STARTS) return plain('no-browser')
    if (!(await this.#places.take(this.#limits.queueMs, signal))) return plain('busy')
    try {
      const window = this.#resting.pop() ?? (await this.#start())
      if (!window) return plain('no-browser')
      try {
        return await window.show(request, signal)
      } finally {
        await this.#rest(window)
      }
    } finally {
      this.#places.leave()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#open].map((window) => window.close()))
    this.#open.clear()
  }

  async #start(): Promise<BrowserWindow | null> {
    const { fetcher, agent, languages, chromium, ownNetwork = true } = this.#options
    const executable = findChromium(chromium)
    if (executable === null) {
      this.#failedStarts = MAX_FAILED_STARTS
      this.#tell(`pages that are drawn by scripts are read as they come: ${noChromium(chromium).message}`)
      return null
    }
    const settings: WindowSettings = {
      executable,
      ownNetwork,
      fetcher,
      agent,
      cache: this.#cache,
      limits: this.#limits,
      language: languages?.[0] ?? 'en',
    }
    try {
      const window = await BrowserWindow.open(settings)
      this.#open.add(window)
      this.#failedStarts = 0
      return window
    } catch (error) {
      this.#failedStarts++
      const why = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]
      this.#tell(`${executable} does not start, pages that need it are read as they come (${why})`)
      return null
    }
  }

  async #rest(window: BrowserWindow): Promise<void> {
    if (!window.worn && !this.#closed) {
      this.#resting.push(window)
      return
    }
    this.#open.delete(window)
    await window.close()
  }

  #tell(text: string): void {
    if (!this.#noticed) this.#options.notice?.(text)
    this.#noticed = true
  }
}

function plain(problem: RenderProblem): Rendering {
  return { drawn: null, problem, resources: [] }
}
