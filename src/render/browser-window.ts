import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import type { Fetcher } from '../fetch/fetcher.ts'
import { type Launch, type Launched, launchChromium } from './launch.ts'
import { tooMuchMemory } from './memory-watch.ts'
import { type HeldRequest, PageVisit } from './page-visit.ts'
import type { DrawnPage, Rendering, RenderProblem, RenderRequest } from './rendering.ts'
import { RequestInterceptor, type ResourceReply } from './request-interceptor.ts'
import type { ResourceCache } from './resource-cache.ts'
import { within } from './within.ts'

export interface WindowSettings extends Launch {
  readonly fetcher: Fetcher
  readonly cache: ResourceCache
  /** Added to the User-Agent that scripts see. */
  readonly agent: string
  readonly language: string
}

/** How long to wait for a browser to close before it is killed. */
const CLOSE_MS = 3_000
/** Tall enough that most pages load completely without scrolling. */
const VIEWPORT = { width: 1280, height: 2400 }

/** A running Chromium. It renders one page at a time, so that every request belongs to that page. */
export class BrowserWindow {
  readonly #settings: WindowSettings
  readonly #browser: Browser
  readonly #tidy: () => Promise<void>
  readonly #session: CDPSession
  #pid: number | null = null
  #agent = ''
  #visit: PageVisit | null = null
  #shown = 0
  #broken = false

  private constructor(settings: WindowSettings, launched: Launched, session: CDPSession) {
    this.#settings = settings
    this.#browser = launched.browser
    this.#tidy = launched.tidy
    this.#session = session
  }

  static async open(settings: WindowSettings): Promise<BrowserWindow> {
    const launched = await launchChromium(settings)
    try {
      const window = new BrowserWindow(settings, launched, await launched.browser.newBrowserCDPSession())
      await window.#prepare()
      return window
    } catch (error) {
      await launched.browser.close().catch(() => {})
      await launched.tidy()
      throw error
    }
  }

  /** True when the browser must be replaced. */
  get worn(): boolean {
    const spent = this.#shown >= this.#settings.limits.pagesPerBrowser
    return spent || this.#broken || !this.#browser.isConnected()
  }

  /** Rejects only with the signal's reason. */
  async show(request: RenderRequest, signal: AbortSignal): Promise<Rendering> {
    signal.throwIfAborted()
    const { limits, fetcher, cache } = this.#settings
    const stop = new AbortController()
    const interceptor = new RequestInterceptor({ request, fetcher, cache, limits, signal: stop.signal })
    const visit = new PageVisit(request.url, interceptor, limits)
    const onAbort = () => visit.end('timeout')
    const onDisconnect = () => visit.end('crash')
    const timer = setTimeout(onAbort, limits.totalMs)
    signal.addEventListener('abort', onAbort)
    this.#browser.once('disconnected', onDisconnect)
    void tooMuchMemory({
      processes: async () => (await this.#processes()).map(({ id }) => id),
      maxBytes: limits.memoryBytes,
      signal: stop.signal,
    }).then((tooMuch) => tooMuch && visit.end('memory'))
    this.#shown++
    this.#visit = visit
    try {
      const outcome = await Promise.race([this.#draw(visit), visit.ended])
      signal.throwIfAborted()
      const drawn = typeof outcome === 'string' ? null : outcome
      const problem = typeof outcome === 'string' ? outcome : null
      return { drawn, problem, resources: [...interceptor.exchanges] }
    } finally {
      this.#visit = null
      stop.abort()
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      this.#browser.off('disconnected', onDisconnect)
      await this.#clear()
    }
  }

  async close(): Promise<void> {
    this.#broken = true
    const closed = this.#browser.close().then(
      () => true,
      () => true,
    )
    if (!(await within(CLOSE_MS, closed))) this.#kill()
    await this.#tidy().catch(() => {})
  }

  async #prepare(): Promise<void> {
    const session = this.#session
    // Intercepts the whole browser: frames, workers, new windows and redirects.
    session.on('Fetch.requestPaused', (held) => void this.#answer(held.requestId, held))
    session.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.type !== 'page' || !this.#visit?.opened(targetInfo.targetId)) return
      void session.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {})
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
    await session.send('Target.setDiscoverTargets', { discover: true })
    this.#pid = (await this.#processes()).find(({ type }) => type === 'browser')?.id ?? null
    const { userAgent } = await session.send('Browser.getVersion')
    this.#agent = `${userAgent.replace('HeadlessChrome', 'Chrome')} ${this.#settings.agent}`
  }

  async #draw(visit: PageVisit): Promise<DrawnPage | RenderProblem> {
    try {
      return await visit.draw(await this.#newContext())
    } catch {
      return this.#browser.isConnected() ? 'unshown' : 'crash'
    }
  }

  #newContext(): Promise<BrowserContext> {
    return this.#browser.newContext({
      viewport: VIEWPORT,
      userAgent: this.#agent,
      locale: this.#settings.language,
      timezoneId: 'UTC',
      serviceWorkers: 'block',
      acceptDownloads: false,
    })
  }

  async #answer(requestId: string, held: HeldRequest): Promise<void> {
    const refusal = { kind: 'refused', reason: 'Aborted' } as const
    const answer: ResourceReply = (await this.#visit?.answer(held)) ?? refusal
    const sent =
      answer.kind === 'refused'
        ? this.#session.send('Fetch.failRequest', { requestId, errorReason: answer.reason })
        : this.#session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: answer.status,
            responseHeaders: answer.headers.map(([name, value]) => ({ name, value })),
            body: Buffer.from(answer.body).toString('base64'),
          })
    // The frame may be gone; a rejected reply must not leave the browser waiting.
    await sent.catch(() =>
      this.#session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {}),
    )
  }

  /** Removes everything of a page; if that fails, the browser is closed. */
  async #clear(): Promise<void> {
    const closing = Promise.all(this.#browser.contexts().map((context) => context.close()))
    const closed = await within(
      CLOSE_MS,
      closing.then(
        () => true,
        () => false,
      ),
    )
    if (closed) return
    this.#broken = true
    this.#kill()
  }

  async #processes(): Promise<readonly { readonly id: number; readonly type: string }[]> {
    return (await this.#session.send('SystemInfo.getProcessInfo')).processInfo
  }

  /** Kills its process group, which includes its children. */
  #kill(): void {
    if (this.#pid === null || this.#pid <= 1) return
    for (const target of [-this.#pid, this.#pid]) {
      try {
        process.kill(target, 'SIGKILL')
      } catch {
        // Already gone, or without a process group.
      }
    }
  }
}
