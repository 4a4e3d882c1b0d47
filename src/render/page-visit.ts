import type { BrowserContext, CDPSession } from 'playwright-core'
import { escapeHtml } from '../html/escape-html.ts'
import { BEFORE_SCRIPTS, snapshot, stillness } from './in-page.ts'
import type { RenderLimits } from './limits.ts'
import type { DrawnPage, RenderProblem } from './rendering.ts'
import type { RequestInterceptor, ResourceReply } from './request-interceptor.ts'
import { within } from './within.ts'

/** A request that the browser has paused. */
export interface HeldRequest {
  readonly frameId: string
  readonly resourceType: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
  }
}

interface Snapshot {
  readonly html: string
  readonly base: string | null
  readonly address: string
}

/** One page in one browser, from the first request to its rendered elements. */
export class PageVisit {
  /** Settles when something ends the visit before the page is rendered. */
  readonly ended: Promise<RenderProblem>
  readonly #url: string
  readonly #interceptor: RequestInterceptor
  readonly #limits: RenderLimits
  readonly #windows = new Set<string>()
  #end: (problem: RenderProblem) => void = () => {}
  #frame: string | null = null

  constructor(url: string, interceptor: RequestInterceptor, limits: RenderLimits) {
    this.#url = new URL(url).href
    this.#interceptor = interceptor
    this.#limits = limits
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  end(problem: RenderProblem): void {
    this.#end(problem)
  }

  /** True when a new window was opened by the page and must be closed. */
  opened(window: string): boolean {
    if (this.#frame === null || window === this.#frame) return false
    this.#windows.add(window)
    if (this.#windows.size > this.#limits.popups) this.end('popups')
    return true
  }

  answer({ frameId, resourceType, request }: HeldRequest): Promise<ResourceReply> {
    const from =
      resourceType !== 'Document'
        ? 'inside'
        : frameId === this.#frame
          ? 'page'
          : this.#windows.has(frameId)
            ? 'popup'
            : 'inside'
    const { url, method, headers } = request
    return this.#interceptor.answer({ url, method, headers, type: resourceType, from })
  }

  /** Rejects when the browser fails. */
  async draw(context: BrowserContext): Promise<DrawnPage | RenderProblem> {
    const began = performance.now()
    const left = () => this.#limits.settleMs - (performance.now() - began)
    await context.addInitScript(BEFORE_SCRIPTS)
    const page = await context.newPage()
    page.on('crash', () => this.end('crash'))
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
    const session = await context.newCDPSession(page)
    this.#frame = (await session.send('Page.getFrameTree')).frameTree.frame.id
    if (!(await this.#arrive(session))) return 'unshown'
    await within(left(), this.#settle(session))
    const taken = await within(this.#limits.answerMs, this.#evaluate<Snapshot>(session, this.#snapshot()))
    if (!taken) return 'hang'
    if (!/^https?:/.test(taken.address)) return 'unshown'
    return { html: this.#withBase(taken), drawnAt: new Date(), leadsTo: this.#interceptor.leadsTo }
  }

  /** False when the response is not shown by a browser: a download, or a response without a body. */
  async #arrive(session: CDPSession): Promise<boolean> {
    const { errorText } = await session.send('Page.navigate', { url: this.#url })
    return errorText === undefined && this.#interceptor.served
  }

  async #settle(session: CDPSession): Promise<void> {
    const { quietMs, emptyMs } = this.#limits
    do {
      await this.#interceptor.idle()
      await this.#evaluate(session, stillness(quietMs, emptyMs))
      // The effect of a response may take a moment.
    } while (this.#interceptor.busy || this.#interceptor.idleMs < quietMs)
  }

  #snapshot(): string {
    return snapshot(this.#limits.htmlCharacters)
  }

  /** In an isolated world, apart from the page's scripts. */
  async #evaluate<T>(session: CDPSession, expression: string): Promise<T> {
    const frameId = this.#frame ?? ''
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId })
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result.value as T
  }

  /** Scripts may have changed the URL to which links are relative. */
  #withBase({ html, base }: Snapshot): string {
    if (base === null || base === this.#url || !/^https?:/.test(base)) return html
    return html.replace(/<head\b[^>]{0,1000}>/i, (head) => `${head}<base href="${escapeHtml(base)}">`)
  }
}
