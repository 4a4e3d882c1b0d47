import type { FetchResult } from '../fetch/fetcher.ts'
import type { Exchange } from '../model/exchange.ts'

/** Why a page that was to be shown in a browser is read as it came. docs/rendering.md has the same table. */
export const RENDER_PROBLEMS = {
  'no-browser': 'there is no Chromium on this machine, or it does not start',
  busy: 'no browser became free in time',
  timeout: 'the page was not drawn in time',
  hang: 'a script of the page never ended',
  crash: 'the browser fell over the page',
  memory: 'the page wanted more memory than it may have',
  popups: 'the page opened window after window',
  unshown: 'the browser would not show the document',
  poorer: 'the drawn page had less to read than the page as it came',
} as const
export type RenderProblem = keyof typeof RENDER_PROBLEMS

/** A page that was fetched, to be shown in a browser. */
export interface RenderRequest {
  readonly url: string
  readonly result: FetchResult
  /** Whether the page may ask for this address: robots.txt and the crawl's own rules say. */
  readonly permits: (url: string, signal: AbortSignal) => Promise<boolean>
}

/** What came of showing a page. Whatever it asked for on the way is evidence too. */
export interface Rendering {
  /** The page as it stood when it was drawn; null when it is to be read as it came. */
  readonly drawn: DrawnPage | null
  readonly problem: RenderProblem | null
  readonly resources: readonly Exchange[]
}

export interface DrawnPage {
  readonly html: string
  readonly drawnAt: Date
  /** Where a script of the page wanted to go instead; it was not let. */
  readonly leadsTo: string | null
}

/** Shows pages in a browser. Rejects only with the signal's reason. */
export interface PageRenderer {
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendering>
  close(): Promise<void>
}
