/** Limits of rendering one page. Times in milliseconds, sizes in bytes. docs/rendering.md explains each default. */
export interface RenderLimits {
  /** The whole visit. */
  readonly totalMs: number
  /** A page that never becomes quiet is read after this. */
  readonly settleMs: number
  /** A page is rendered when neither its requests nor its elements have changed for this long. */
  readonly quietMs: number
  /** The same for a page that still has no text. */
  readonly emptyMs: number
  /** A page that does not respond for this long hangs. */
  readonly answerMs: number
  /** Maximum number of requests, including redirects and frames. */
  readonly resources: number
  /** Total size of their decoded bodies. */
  readonly resourceBytes: number
  /** Characters of the rendered page: as many as are parsed. */
  readonly htmlCharacters: number
  /** Windows a page may open before the visit ends. */
  readonly popups: number
  /** Memory of Chromium's processes together, without shared memory. */
  readonly memoryBytes: number
  /** Memory of the scripts of one page. */
  readonly heapBytes: number
  /** Pages after which a Chromium is replaced. */
  readonly pagesPerBrowser: number
  /** Pages rendered concurrently, each in its own Chromium. */
  readonly browsers: number
  /** Maximum wait for a free browser. */
  readonly queueMs: number
  /** Size of the cache of scripts, styles, fonts and images. */
  readonly cacheBytes: number
}

const MIB = 1024 * 1024

export const DEFAULT_RENDER_LIMITS: RenderLimits = {
  totalMs: 30_000,
  settleMs: 10_000,
  quietMs: 500,
  emptyMs: 3_000,
  answerMs: 4_000,
  resources: 150,
  resourceBytes: 32 * MIB,
  htmlCharacters: 4_000_000,
  popups: 5,
  memoryBytes: 1024 * MIB,
  heapBytes: 384 * MIB,
  pagesPerBrowser: 50,
  browsers: 2,
  queueMs: 240_000,
  cacheBytes: 48 * MIB,
}
