import type { FetchResult } from '../fetch/fetcher.ts'
import type { Exchange } from '../model/exchange.ts'

/** Why a page was not rendered and is read as fetched. docs/rendering.md has the same table. */
export const RENDER_PROBLEMS = {
  'no-browser': 'Chromium is not installed, or does not start',
  busy: 'no browser became free in time',
  timeout: 'the page was not rendered in time',
  hang: 'a script of the page never ended',
  crash: 'the browser crashed on the page',
  memory: 'the page exceeded the memory limit',
  popups: 'the page opened too many windows',
  unshown: 'the browser did not show the document',
  poorer: 'the rendered page had less text than the page as fetched',
} as const
export type RenderProblem = keyof typeof RENDER_PROBLEMS

/** A fetched page to render. */
export interface RenderRequest {
  readonly url: string
  readonly result: FetchResult
  /** Whether robots.txt and the rules of the crawl permit the request. */
  readonly permits: (url: string, signal: AbortSignal) => Promise<boolean>
}

/** The result of rendering a page, with every request it made. */
export interface Rendering {
  /** The rendered page; null when the page is read as fetched. */
  readonly drawn: DrawnPage | null
  readonly problem: RenderProblem | null
  readonly resources: readonly Exchange[]
}

export interface DrawnPage {
  readonly html: string
  readonly drawnAt: Date
  /** URLs to which scripts tried to navigate; these were blocked. */
  readonly leadsTo: string | null
}

/** Renders pages in a browser. Rejects only with the signal's reason. */
export interface PageRenderer {
  render(request: RenderRequest, signal: AbortSignal): Promise<Rendering>
  close(): Promise<void>
}
