/** What showing one page in a browser may cost. Times in milliseconds, sizes in bytes. docs/rendering.md explains each default. */
export interface RenderLimits {
  /** The whole visit, whatever it is doing. */
  readonly totalMs: number
  /** A page that never falls silent is read after this. */
  readonly settleMs: number
  /** A page is drawn when neither its requests nor its elements have changed for this long. */
  readonly quietMs: number
  /** A page that is still without text is given this long before it counts as drawn. */
  readonly emptyMs: number
  /** A page that does not answer for this long hangs. */
  readonly answerMs: number
  /** Requests a page may make, redirects and its own frames included. */
  readonly resources: number
  /** Bodies of those requests together, decoded. */
  readonly resourceBytes: number
  /** Characters of the drawn page: as many as the reader reads. */
  readonly htmlCharacters: number
  /** Windows a page may try to open before it is given up. */
  readonly popups: number
  /** Of Chromium's processes together, without what they share. */
  readonly memoryBytes: number
  /** Of the scripts of one page. */
  readonly heapBytes: number
  /** After so many pages a Chromium is replaced by a new one. */
  readonly pagesPerBrowser: number
  /** Pages shown at the same time, each in a Chromium of its own. */
  readonly browsers: number
  /** Longest wait for a free browser. */
  readonly queueMs: number
  /** Scripts, styles, fonts and images kept for the next page of the same run. */
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
