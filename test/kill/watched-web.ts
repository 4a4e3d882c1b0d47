import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebResponse } from '../../src/lab/web/web.ts'

/** A web behind a proxy that remembers when each host was asked. */
export interface WatchedWeb {
  readonly port: number
  requests(): number
  /** How often an address was asked for. */
  asked(url: string): number
  onRequest(listener: (url: string) => void): void
  /** Shortest time between two requests to one host, in milliseconds. */
  shortestGap(): number
  close(): Promise<void>
}

/** `never`: the request is taken and not answered. */
export async function watch(web: {
  respond(url: string, headers: IncomingHttpHeaders): WebResponse | null | 'never'
}): Promise<WatchedWeb> {
  const last = new Map<string, number>()
  const asked = new Map<string, number>()
  const listeners = new Set<(url: string) => void>()
  let requests = 0
  let shortest = Number.POSITIVE_INFINITY
  const server: Server = createServer((request, response) => {
    requests++
    const url = request.url ?? ''
    asked.set(url, (asked.get(url) ?? 0) + 1)
    const { host } = new URL(url)
    const now = performance.now()
    shortest = Math.min(shortest, now - (last.get(host) ?? Number.NEGATIVE_INFINITY))
    const answer = web.respond(url, request.headers) ?? {
      status: 502,
      headers: [],
      body: Buffer.from('no such host'),
    }
    // Before the answer leaves: stamped afterwards, a server that has to wait for the processor would see rests too short.
    last.set(host, performance.now())
    if (answer !== 'never') send(response, answer)
    for (const listener of listeners) listener(url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    asked: (url) => asked.get(url) ?? 0,
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
