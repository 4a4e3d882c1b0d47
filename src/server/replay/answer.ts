import { decodeBody } from '../../page/charset.ts'
import { mediaTypeOf } from '../../page/media-type.ts'
import { rewriteCss } from './rewrite-css.ts'
import { type ReplayUrls, rewriteHtml } from './rewrite-html.ts'
import type { StoredCopy } from './stored-copy.ts'

/** Longer documents are truncated to this many characters. */
const MAX_TEXT = 20_000_000

/** The response for an archived copy. Of its headers only a harmless Content-Type is kept. */
export interface ReplayResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** A message for whoever opened the URL. */
export const plainText = (status: number, text: string): ReplayResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
})

/** Sent unchanged: images, media and fonts cannot run scripts. */
const UNCHANGED =
  /^(?:image\/[a-z0-9.+-]{1,60}|(?:audio|video|font)\/[a-z0-9.+-]{1,60}|application\/(?:font-woff2?|x-font-(?:ttf|woff|otf)|vnd\.ms-fontobject))$/

export function responseFor(copy: StoredCopy, urls: ReplayUrls): ReplayResponse {
  const { replayOf } = urls
  const { url, body, type } = copy
  const status = statusOf(copy)
  const target = redirectOf(copy)
  if (target) return { status: 302, headers: { location: urls.frameOf(target) }, body: '' }
  const { kind, charset } = mediaTypeOf(type, body)
  const essence = type.split(';', 1)[0]!.trim().toLowerCase()
  const text = () => decodeBody(body, charset, MAX_TEXT).text
  if (kind === 'html' || kind === 'xhtml')
    return { status, headers: of('text/html'), body: rewriteHtml(text(), { url, ...urls }) }
  if (essence === 'text/css') {
    const css = rewriteCss(text(), (address) => inStyleSheet(address, url, replayOf))
    return { status, headers: of('text/css'), body: css }
  }
  if (UNCHANGED.test(essence)) return { status, headers: unchangedHeaders(essence), body }
  // Scripts and feeds are sent as plain text; XML could be turned into a page by a style sheet.
  if (kind !== 'other' || /^(?:text\/|application\/(?:javascript|ecmascript|x-javascript))/.test(essence))
    return { status, headers: of('text/plain'), body: text() }
  return {
    status,
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
    body,
  }
}

const of = (type: string) => ({ 'content-type': `${type}; charset=utf-8` })

/** Fonts are requested with CORS, and a sandboxed page has an opaque origin. */
function unchangedHeaders(type: string): Record<string, string> {
  const isFont = /^(?:font\/|application\/)/.test(type)
  return { 'content-type': type, ...(isFont ? { 'access-control-allow-origin': '*' } : {}) }
}

function statusOf({ status }: StoredCopy): number {
  return status >= 400 && status <= 599 ? status : 200
}

function redirectOf({ status, location, url }: StoredCopy): string | null {
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, url)) return null
  const target = new URL(location, url)
  return /^https?:$/.test(target.protocol) ? target.href : null
}

function inStyleSheet(address: string, url: string, replayOf: (address: string) => string): string | null {
  if (/^data:(?:image|font)\//i.test(address)) return address.replaceAll('"', '%22')
  if (address.startsWith('#') || !URL.canParse(address, url)) return null
  const target = new URL(address, url)
  return /^https?:$/.test(target.protocol) ? replayOf(target.href) : null
}
