/** What kind of reading a body gets. */
type MediaKind = 'html' | 'xhtml' | 'text' | 'other'

export interface MediaType {
  readonly kind: MediaKind
  /** The `charset` parameter as written, without quotes. */
  readonly charset: string | null
}

const HTML_TYPES = new Set(['text/html', 'application/html', 'application/vnd.wap.xhtml+xml'])
const OPENING = /<(?:!doctype\s+html|html|head|body|title|meta|script|div|p|h1|table|a)[\s>]/i

/** Reads a Content-Type header. Without a usable one, the first bytes decide, as browsers do. */
export function mediaTypeOf(contentType: string, body: Uint8Array): MediaType {
  const [essence = '', ...parameters] = contentType.slice(0, 500).split(';')
  const type = essence.trim().toLowerCase()
  return { kind: kindOf(type, body), charset: charsetOf(parameters) }
}

function kindOf(type: string, body: Uint8Array): MediaKind {
  if (HTML_TYPES.has(type)) return 'html'
  if (type === 'application/xhtml+xml') return 'xhtml'
  if (type === 'text/plain') return 'text'
  if (type === '' || type === 'unknown/unknown' || type === 'application/unknown' || type === '*/*') {
    return sniffedKind(body)
  }
  return 'other'
}

function sniffedKind(body: Uint8Array): MediaKind {
  const start = body.subarray(0, 1024)
  // Every second byte of UTF-16 markup is zero: leave them out and the tags are plain to see.
  const opening = String.fromCharCode(...start.filter((byte) => byte !== 0))
  if (OPENING.test(opening)) return 'html'
  return start.includes(0) || start.length === 0 ? 'other' : 'text'
}

function charsetOf(parameters: readonly string[]): string | null {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'charset') continue
    const label = value.trim().replaceAll(/["']/g, '')
    if (label) return label
  }
  return null
}
