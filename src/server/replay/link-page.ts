import { escapeHtml } from '../../html/escape-html.ts'
import { PLAIN_POLICY, plainHtml } from '../plain-page.ts'
import type { ReplayResponse } from './answer.ts'

interface LinkContext {
  /** Where the application looks up a URL in the collection. */
  readonly lookUpAt: string
  /** Whether it was followed in a frame, which cannot open the application. */
  readonly isFramed: boolean
  readonly framedBy: readonly string[]
}

/**
 * The answer to a link to another page. It opens nothing by itself: the application, which knows who may read what, looks up the URL.
 * This page is for links that are followed in a tab, or while the application does not listen.
 */
export function linkPage(url: string, { lookUpAt, isFramed, framedBy }: LinkContext): ReplayResponse {
  const next = isFramed
    ? '<p>Look for this address in the library.</p>'
    : `<p><a href="${escapeHtml(`${lookUpAt}?url=${encodeURIComponent(url)}`)}">Look for it in the library</a></p>`
  const body = `<h1>Link to another page</h1><p><code>${escapeHtml(url)}</code></p>${next}`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `sandbox; ${PLAIN_POLICY}; form-action 'none'; frame-ancestors ${framedBy.join(' ')}`,
      // The server must know each time that a link is followed.
      'cache-control': 'no-store',
    },
    body: plainHtml('Link to another page', body),
  }
}
