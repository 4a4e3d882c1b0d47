import { describe } from 'vitest'
import type { FetchResult } from '../../src/fetch/fetcher.ts'
import { findChromium } from '../../src/render/chromium.ts'

/** A browser is slow on a busy machine. */
export const PATIENCE_MS = 180_000

/** Tests that need a real browser. Without one, `npm test` prints a warning and `.ci/run` fails. */
export function describeWithChromium(name: string, tests: () => void): void {
  describe.skipIf(findChromium() === null)(name, { timeout: PATIENCE_MS }, tests)
}

/** A fetch result for tests. */
export function answerTo(
  url: string,
  body: string,
  headers: readonly (readonly [string, string])[] = [['Content-Type', 'text/html; charset=utf-8']],
  status = 200,
): FetchResult {
  const bytes = Buffer.from(body)
  const exchange = {
    url,
    method: 'GET' as const,
    requestHeaders: [],
    status,
    statusText: 'Said',
    responseHeaders: headers,
    body: bytes,
    truncated: null,
    ip: null,
    startedAt: new Date(),
  }
  return { exchange, body: bytes }
}
