import type { Fetcher } from '../fetch/fetcher.ts'
import { BrowserWindow, type WindowSettings } from './browser-window.ts'
import { findChromium, noChromium } from './chromium.ts'
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from './limits.ts'
import type { PageRenderer, Rendering, RenderProblem, RenderRequest } from './rendering.ts'
import { ResourceCache } from './resource-cache.ts'
import { Slots } from './slots.ts'

export interface RendererOptions {
  /** Makes every request of a page. Not closed by the renderer. */
  readonly fetcher: Fetcher
  /** The User-Agent. */
  readonly agent: string
  /** Preferred first. */
  readonly languages?: readonly string[]
  /** Path of Chromium. Default: the first one found on the path. */
  readonly chromium?: string
  readonly limits?: Partial<RenderLimits>
  /** Also isolate the browser in a network namespace, if the kernel permits. Default: true. */
  readonly ownNetwork?: boolean
  /** Called once when no browser is available. */
  readonly notice?: (text: string) => void
  readonly now?: () => number
}

/** Consecutive failed starts after which Chromium is not tried again in this run. */
const MAX_FAILED_STARTS = 3

/** Renders pages in Chromium, which is started for the first page that needs it. */
export function createRenderer(options: RendererOptions): PageRenderer {
  return new ChromiumRenderer(options)
}

class ChromiumRenderer implements PageRenderer {
  readonly #options: RendererOptions
  readonly #limits: RenderLimits
  readonly #cache: ResourceCache
  readonly #slots: Slots
  readonly #resting: BrowserWindow[] = []
  readonly #open = new Set<BrowserWindow>()
  #failedStarts = 0
  #noticed = false
  #closed = false

  constructor(options: RendererOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_RENDER_LIMITS, ...options.limits }
    this.#cache = new ResourceCache(this.#limits.cacheBytes, options.now ?? Date.now)
    this.#slots = new Slots(this.#limits.browsers)
  }

  async render(request: RenderRequest, signal: AbortSignal): Promise<Rendering> {
    if (this.#closed || this.#failedStarts >= MAX_FAILED_STARTS) return plain('no-browser')
    if (!(await this.#slots.acquire(this.#limits.queueMs, signal))) return plain('busy')
    try {
      const window = this.#resting.pop() ?? (await this.#start())
      if (!window) return plain('no-browser')
      try {
        return await window.show(request, signal)
      } finally {
        await this.#rest(window)
      }
    } finally {
      this.#slots.release()
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
      this.#tell(`Pages are not rendered: ${noChromium(chromium).message}`)
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
      this.#tell(`${executable} does not start; pages are not rendered (${why})`)
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
