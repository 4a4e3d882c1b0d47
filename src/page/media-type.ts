import { xmlRoot } from '../html/xml-prolog.ts'
import { isGzip } from './gunzip.ts'

/** Whether a body of this content type may be a page: HTML, XML, plain text, or no type at all. */
export function mayBePage(contentType: string): boolean {
  return contentType === '' || /html|text\/plain|xml/i.test(contentType)
}

/** How a body is read. */
export type MediaKind = 'html' | 'xhtml' | 'text' | 'xml' | 'json' | 'other'

export interface MediaType {
  readonly kind: MediaKind
  /** The `charset` parameter as written, without quotes. */
  readonly charset: string | null
}

const HTML_TYPES = new Set(['text/html', 'application/html', 'application/vnd.wap.xhtml+xml'])
const OPENING = /<(?:!doctype\s+html|html|head|body|title|meta|script|div|p|h1|table|a)[\s>]/i

const XML_TYPE = /^(?:text|application)\/(?:xml|(?!svg|mathml)[a-z0-9.-]{1,40}\+xml)$/
const JSON_TYPE = /^(?:text|application)\/(?:feed\+)?json$/
/** Content types of gzipped sitemaps; the first bytes decide whether a body is one. */
const PACKED_TYPES = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
  'binary/octet-stream',
])
/** Bytes in which the root element is searched for. */
const PROLOG_BYTES = 65_536
/** Slashes may be escaped in JSON. */
const JSON_FEED = 'jsonfeed.org'
const ROOTS: ReadonlyMap<string, ListKind> = new Map([
  ['rss', 'feed'],
  ['feed', 'feed'],
  ['rdf', 'feed'],
  ['urlset', 'sitemap'],
  ['sitemapindex', 'sitemap'],
])

type ListKind = 'feed' | 'sitemap'

/** The kind of list that a document with this root element is. */
export function listKindOf(root: string): ListKind | undefined {
  return ROOTS.get(root.slice(root.indexOf(':') + 1).toLowerCase())
}

/**
 * Whether a body is worth reading as a page, feed or sitemap. The types of XML and JSON are used for much
 * else, so there the beginning of the body decides as well.
 */
export function isReadable(contentType: string, body: Uint8Array): boolean {
  const { kind } = mediaTypeOf(contentType, body)
  if (kind === 'json') return Buffer.from(body.buffer, body.byteOffset, body.length).includes(JSON_FEED)
  if (kind !== 'xml' || isGzip(body)) return kind !== 'other'
  const root = xmlRoot(asciiOf(body.subarray(0, PROLOG_BYTES)))?.name ?? ''
  return root.toLowerCase() === 'html' || listKindOf(root) !== undefined
}

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
  if (XML_TYPE.test(type)) return 'xml'
  if (JSON_TYPE.test(type)) return 'json'
  if (PACKED_TYPES.has(type)) return isGzip(body) ? 'xml' : 'other'
  if (type === '' || type === 'unknown/unknown' || type === 'application/unknown' || type === '*/*') {
    return sniffedKind(body)
  }
  return 'other'
}

function sniffedKind(body: Uint8Array): MediaKind {
  const start = body.subarray(0, 1024)
  const opening = asciiOf(start)
  if (OPENING.test(opening)) return 'html'
  if (isGzip(start) || listKindOf(xmlRoot(opening)?.name ?? '')) return 'xml'
  return start.includes(0) || start.length === 0 ? 'other' : 'text'
}

/** Every second byte of UTF-16 markup is zero: without them the tags are readable as ASCII. */
function asciiOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.filter((byte) => byte !== 0 && byte < 0x80)).toString('latin1')
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
