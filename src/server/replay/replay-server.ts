import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { visitId } from '../../api/common.ts'
import { EventideError } from '../../model/errors.ts'
import { addressOf, clientOf } from '../access/client-address.ts'
import type { Names } from '../access/names.ts'
import { ClientSlots } from '../client-slots.ts'
import type { Collections } from '../context.ts'
import { closeWhenStalled } from '../stalled-client.ts'
import { plainText, type ReplayResponse } from './answer.ts'
import type { FollowedLinks } from './followed-links.ts'
import { linkPage } from './link-page.ts'
import { ReadingTurns } from './reading-turns.ts'
import { serveCopy } from './serve-copy.ts'
import type { Tickets } from './tickets.ts'

export interface ReplayOptions {
  readonly collections: Collections
  readonly tickets: Tickets
  /** Receives the links that are followed in frames of the application. */
  readonly followed: FollowedLinks
  /** Known once both servers listen. */
  readonly names: () => Names
  /** The origin of archived pages, and those that may frame them. */
  readonly origin: () => string
  readonly framedBy: () => readonly string[]
  /** The URL that users open for the application. */
  readonly application: () => string
  /** How long a client may read nothing of a response that is ready. */
  readonly stallMs: number
  /** Whether to trust the forwarding headers of a proxy on this machine. */
  readonly behindProxy: boolean
  readonly log: (line: string) => void
}

/** Responses in progress: a page with many images, opened by a few people behind one address. */
const REQUESTS = { perClient: 100, total: 400 }
/** A response is in memory until the client has read it. */
const UNREAD_BYTES = { perClient: 64 * 1024 * 1024, total: 256 * 1024 * 1024 }
/** Copies that are read and decoded at a time, each in memory as a whole. */
const READS = 4

/** Creates the server of archived pages. It has no cookies and no API, and never fetches anything. */
export function createReplayServer(options: ReplayOptions): Server {
  const requests = new ClientSlots('requests', REQUESTS)
  const unread = new ClientSlots('large responses', UNREAD_BYTES)
  const turns = new ReadingTurns(READS)
  return createServer((request, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    closeWhenStalled(response, options.stallMs)
    const client = clientOf(addressOf(request, options.behindProxy))
    const hold = (slots: ClientSlots, amount: number) =>
      void response.once('close', slots.take(client, amount))
    const respond = async () => {
      hold(requests, 1)
      const answered = await turns.run(() => answer(request, options, gone.signal), gone.signal)
      gone.signal.throwIfAborted()
      const body = Buffer.from(answered.body as Uint8Array)
      hold(unread, body.length)
      return { ...answered, body }
    }
    respond()
      .catch((error: unknown) => problemOf(error, options.log))
      .then((answered) => {
        if (gone.signal.aborted) return
        const { status, headers, body } = answered
        send(request, response, status, { ...commonHeaders(options), ...headers }, body)
      })
      .catch(() => response.destroy())
  })
}

function problemOf(error: unknown, log: (line: string) => void): ReplayResponse {
  if (error instanceof EventideError && (error.code === 'too-many' || error.code === 'busy')) {
    const refused = plainText(error.code === 'busy' ? 503 : 429, error.message)
    return { ...refused, headers: { ...refused.headers, 'retry-after': '5' } }
  }
  if ((error as Error)?.name !== 'AbortError')
    log(`An archived page could not be served: ${String((error as Error)?.stack ?? error)}`)
  return plainText(500, 'This copy could not be read. The log of the server has the details.')
}

async function answer(
  request: IncomingMessage,
  options: ReplayOptions,
  gone: AbortSignal,
): Promise<ReplayResponse> {
  const { method, headers, url = '/' } = request
  if (!options.names().isOwnHost(headers.host))
    return plainText(421, 'Archived pages are not served under this host name.')
  if (method !== 'GET' && method !== 'HEAD') return plainText(405, 'Only GET and HEAD are supported.')
  const [path = '', query = ''] = url.split('?', 2)
  const ticket = options.tickets.read(path)
  if (!ticket)
    return plainText(403, 'This link to an archived page has expired. Open the page in the library again.')
  const visit = visitOf(query)
  const target = options.tickets.occurrenceAt(ticket)
  if (target?.kind === 'link') {
    const told =
      visit !== null && method === 'GET' && options.followed.follow({ ...ticket, visit }, target.url)
    // The application opens it; the frame stays as it is.
    if (told) return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
    return linkPage(target.url, {
      lookUpAt: `${options.application()}/c/${ticket.collection}/at`,
      isFramed: headers['sec-fetch-dest'] === 'iframe',
      framedBy: options.framedBy(),
    })
  }
  const served = await serveCopy(ticket, { part: target?.url ?? null, visit }, options, gone)
  const policy = policyOf(`${options.origin()}${ticket.path}`, options.framedBy())
  return { ...served, headers: { ...served.headers, 'content-security-policy': policy } }
}

/** Identifies the frame in which the application shows the page; null if it does not. */
function visitOf(query: string): string | null {
  return visitId.safeParse(new URLSearchParams(query).get('visit')).data ?? null
}

/**
 * A sandbox without permissions: no scripts, forms, windows or origin. Resources load only from below the page's own path.
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

function commonHeaders({ framedBy }: ReplayOptions): Record<string, string> {
  return {
    'content-security-policy': `sandbox; default-src 'none'; frame-ancestors ${framedBy().join(' ')}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // A sandboxed page has an opaque origin, so its own images are cross-origin.
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
  const length = status === 204 ? {} : { 'content-length': bytes.length }
  response.writeHead(status, { ...headers, ...cache, ...length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
