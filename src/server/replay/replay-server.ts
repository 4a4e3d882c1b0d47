import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Collection } from '../../collection.ts'
import { canonicalUrl } from '../../frontier/canonical-url.ts'
import type { ArchivedCopy } from '../../store/reads.ts'
import type { Names } from '../access/names.ts'
import type { Shelf } from '../context.ts'
import { answerOf, type ReplayAnswer } from './answer.ts'
import { readCopy, readDrawn, type StoredCopy } from './stored-copy.ts'
import type { Ticket, Tickets } from './tickets.ts'

export interface ReplayOptions {
  readonly shelf: Shelf
  readonly tickets: Tickets
  /** Known once both servers listen. */
  readonly names: () => Names
  /** The origin of archived pages, and those that may frame them. */
  readonly origin: () => string
  readonly framedBy: () => readonly string[]
  readonly log: (line: string) => void
}

/** Shows archived pages, and nothing else: no cookies, no API, nothing is ever fetched. Not listening yet. */
export function createReplayServer(options: ReplayOptions): Server {
  return createServer((request, response) => {
    answer(request, options)
      .catch((error: unknown) => {
        options.log(`an archived page could not be shown: ${String((error as Error)?.stack ?? error)}`)
        return said(500, 'This copy could not be read; the log of the server says why.')
      })
      .then(({ status, headers, body }) =>
        send(request, response, status, { ...always(options), ...headers }, body),
      )
      .catch(() => response.destroy())
  })
}

const said = (status: number, text: string): ReplayAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
})

async function answer(request: IncomingMessage, options: ReplayOptions): Promise<ReplayAnswer> {
  const { method, headers, url = '/' } = request
  if (!options.names().isOurs(headers.host)) return said(421, 'Archived pages are not shown under this name.')
  if (method !== 'GET' && method !== 'HEAD') return said(405, 'Archived pages can only be looked at.')
  const path = url.split('?', 1)[0]!
  const ticket = options.tickets.read(path)
  if (!ticket)
    return said(
      403,
      'This address of an archived page is not valid any more. Open the page in the library again.',
    )
  const shown = await show(ticket, options)
  const policy = policyOf(`${options.origin()}${ticket.path}`, options.framedBy())
  return { ...shown, headers: { ...shown.headers, 'content-security-policy': policy } }
}

async function show(ticket: Ticket, { shelf }: ReplayOptions): Promise<ReplayAnswer> {
  const collection = await shelf.open(ticket.collection)
  const { reads } = collection.store
  const own = await reads.copyOfUrl(ticket.page)
  const replayOf = (address: string) => `${ticket.path}r/${encodeURIComponent(address)}`
  if (ticket.rest === '') {
    if (!own) return said(404, 'There is no archived copy of this page.')
    const copy = await copyOf(collection, own)
    return copy ? answerOf(copy, replayOf) : said(404, 'The archived copy of this page cannot be read.')
  }
  const address = addressIn(ticket.rest)
  const canonical = address && canonicalUrl(address)?.canonicalUrl
  if (!address || !canonical) return said(404, 'This is no address of an archived page.')
  const found = await reads.copyOfAddress(address, canonical, own?.fetchedAt ?? '')
  const copy = found && (await copyOf(collection, found))
  return copy ? answerOf(copy, replayOf) : said(404, `This address was not archived: ${address}`)
}

/** A page as it was drawn, if it was; everything else as it came. */
async function copyOf(collection: Collection, found: ArchivedCopy): Promise<StoredCopy | null> {
  const copy = await readCopy(collection, found)
  const isPage = copy !== null && /html/i.test(copy.type)
  return (isPage && (await readDrawn(collection, found))) || copy
}

/** Null when what follows the page's path is not `r/<address>`. */
function addressIn(rest: string): string | null {
  if (!rest.startsWith('r/')) return null
  try {
    const url = new URL(decodeURIComponent(rest.slice(2)))
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/**
 * A sandbox without a single permission: no script, no form, no window, no origin. What is loaded comes from below the
 * page's own path; whatever else a document asks for stays with it.
 */
function policyOf(own: string, framedBy: readonly string[]): string {
  return [
    'sandbox',
    "default-src 'none'",
    `img-src ${own} data:`,
    `media-src ${own} data:`,
    `font-src ${own} data:`,
    `style-src ${own} 'unsafe-inline'`,
    `frame-src ${own}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.join(' ')} ${new URL(own).origin}`,
  ].join('; ')
}

function always({ framedBy }: ReplayOptions): Record<string, string> {
  return {
    'content-security-policy': `sandbox; default-src 'none'; frame-ancestors ${framedBy().join(' ')}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // A page in a sandbox is of no origin: its own pictures are another's.
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), fullscreen=(), autoplay=()',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'private, max-age=3600',
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | string,
): void {
  const bytes = Buffer.from(body as Uint8Array)
  const cache = status === 200 ? {} : { 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, ...cache, 'content-length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
