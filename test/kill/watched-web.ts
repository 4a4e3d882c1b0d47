import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebResponse } from '../../src/lab/web/web.ts'

/** A web behind a proxy that records when each host was requested. */
export interface WatchedWeb {
  readonly port: number
  requests(): number
  /** Number of requests for a URL. */
  requestsFor(url: string): number
  onRequest(listener: (url: string) => void): void
  /** Shortest time between two requests to one host, in milliseconds. */
  shortestGap(): number
  close(): Promise<void>
}

/** `never`: the request gets no response. */
export async function watch(web: {
  respond(url: string, headers: IncomingHttpHeaders): WebResponse | null | 'never'
}): Promise<WatchedWeb> {
  const last = new Map<string, number>()
  const counts = new Map<string, number>()
  const listeners = new Set<(url: string) => void>()
  let requests = 0
  let shortest = Number.POSITIVE_INFINITY
  const server: Server = createServer((request, response) => {
    requests++
    const url = request.url ?? ''
    counts.set(url, (counts.get(url) ?? 0) + 1)
    const { host } = new URL(url)
    const now = performance.now()
    shortest = Math.min(shortest, now - (last.get(host) ?? Number.NEGATIVE_INFINITY))
    const answer = web.respond(url, request.headers) ?? {
      status: 502,
      headers: [],
      body: Buffer.from('no such host'),
    }
    // Recorded before responding: on a busy machine, a later time would make delays look too short.
    last.set(host, performance.now())
    if (answer !== 'never') send(response, answer)
    for (const listener of listeners) listener(url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    requestsFor: (url) => counts.get(url) ?? 0,
    onRequest: (listener) => void listeners.add(listener),
    shortestGap: () => shortest,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function send(response: ServerResponse, { status, headers, body }: WebResponse): void {
  response.writeHead(status, headers.flat() as string[])
  response.end(body)
}
