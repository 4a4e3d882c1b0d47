import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventWorld } from '../event/event-file.ts'
import { EventideError } from '../model/errors.ts'
import { Attempts } from './access/attempts.ts'
import { createCredential, TOKEN_VARIABLE } from './access/credential.ts'
import type { Gate } from './access/gate.ts'
import type { GuardedRoute } from './access/guard.ts'
import { createNames, isEveryAddress, isLoopback, type Names, originAt } from './access/names.ts'
import { Sessions } from './access/sessions.ts'
import { createApp } from './app.ts'
import type { Context, Tiles } from './context.ts'
import { openCrawls } from './crawls/crawls.ts'
import type { CrawlNetwork } from './crawls/network.ts'
import { LAB_FOLDER } from './events/collection-name.ts'
import { handlers } from './handlers.ts'
import { Comparisons } from './lab/comparisons.ts'
import { LiveStreams } from './live-stream.ts'
import { createPageFetcher } from './page-fetcher.ts'
import { createReplayServer } from './replay/replay-server.ts'
import { createTickets } from './replay/tickets.ts'
import { openShelf } from './shelf.ts'

export interface ServerOptions {
  /** A collection, or a folder that holds collections. */
  readonly folder: string
  readonly world: EventWorld
  readonly host: string
  /** 0 lets the system choose a free one. */
  readonly port: number
  /** Where archived pages are shown; 0 lets the system choose. */
  readonly replayPort: number
  /** Whoever knows it may use the server; without one, whoever can connect. */
  readonly token?: string | undefined
  /** Origins under which people reach the application and the archived pages, when a proxy stands before them. */
  readonly publicOrigin?: string | undefined
  readonly replayOrigin?: string | undefined
  readonly readOnly: boolean
  readonly tiles: Tiles | null
  /** How crawls that are started here reach the web. */
  readonly network: CrawlNetwork
  /** The folder of the built front end. Default: where the build puts it. */
  readonly webDir?: string
  readonly log: (line: string) => void
  readonly now?: () => number
}

export interface RunningServer {
  readonly url: string
  readonly replayUrl: string
  /** Every route of the application, as registered. */
  readonly routes: readonly GuardedRoute[]
  /** Folders that hold a collection under a name that no address can carry. */
  readonly leftOut: readonly string[]
  close(): Promise<void>
}

/** How long requests in hand may take to finish when the server ends. */
const DRAIN_MS = 3_000

/** Listens, or says why not. Nothing is open to others than this machine without a token, unless nothing can be changed. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  refuseOpenDoor(options)
  const { folder, world, host, publicOrigin, token, readOnly, tiles, network, log, now = Date.now } = options
  const shelf = openShelf(folder, world)
  const tickets = createTickets(randomBytes(32), now)
  // Which ports it will be is known only when both listen; no request comes before.
  const known = { app: noNames, replay: noNames, url: '', origin: '' }
  const replay = createReplayServer({
    shelf,
    tickets,
    names: () => known.replay,
    origin: () => known.origin,
    // A policy has no way to write an IPv6 address; browsers complain of one and ignore it.
    framedBy: () => known.app.origins.filter((origin) => !origin.includes('[')),
    log,
  })
  const closing: (() => Promise<unknown>)[] = [() => shelf.close()]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const replayPort = await listen(replay, host, options.replayPort, '--replay-port')
    closing.push(() => closed(replay))
    known.origin = options.replayOrigin ?? beside(publicOrigin, host, replayPort)
    known.replay = createNames({ host, port: replayPort, publicOrigin: known.origin })
    const comparisons = new Comparisons(join(folder, LAB_FOLDER), now)
    closing.push(() => comparisons.close())
    const crawls = openCrawls({ shelf, world, folder, network, log })
    closing.push(() => crawls.close())
    const context: Context = {
      ...{ shelf, world, tiles, network, crawls, comparisons },
      fetchPages: readOnly ? null : createPageFetcher(network),
      mayWrite: !readOnly,
      hasLogin: token !== undefined,
      get origin() {
        return known.url
      },
      replayOrigin: known.origin,
      replayUrlOf: (collection, page) => known.origin + tickets.pathOf(collection, page),
    }
    const secure = publicOrigin?.startsWith('https:') === true
    const gate: Gate = {
      get names() {
        return known.app
      },
      credential: token === undefined ? null : createCredential(token),
      sessions: new Sessions(now),
      attempts: new Attempts(now),
      // Ports share cookies: the name tells servers apart. With https a browser takes this one from nobody else.
      cookie: secure ? '__Host-eventide' : `eventide-${replayPort}`,
    }
    const streams = new LiveStreams()
    const webDir = options.webDir ?? builtWeb()
    const { fastify: app, routes } = createApp(handlers, context, {
      ...{ gate, streams, secure, webDir, log },
      behindProxy: publicOrigin !== undefined,
    })
    closing.push(() => app.close())
    await app.ready()
    const port = await listen(app.server, host, options.port, '--port')
    closing.push(() => drained(app.server, streams))
    known.app = createNames({ host, port, publicOrigin })
    known.url = publicOrigin ?? originAt(host, port)
    if (!readOnly) crawls.schedules.run()
    for (const line of await crawls.desk.interrupted()) log(line)
    return { url: known.url, replayUrl: known.origin, routes, leftOut: await shelf.leftOut(), close }
  } catch (error) {
    await close()
    throw error
  }
}

const noNames: Names = { isOurs: () => false, isOwnOrigin: () => false, origins: [] }

function refuseOpenDoor({ host, publicOrigin, replayOrigin, token, readOnly }: ServerOptions): void {
  const isPublic =
    !isLoopback(host) || (publicOrigin !== undefined && !isLoopback(new URL(publicOrigin).hostname))
  if (isPublic && token === undefined && !readOnly) {
    throw new EventideError(
      'no-credential',
      `others than this machine could change everything: give a token (--token-file, or ${TOKEN_VARIABLE}), or let it be looked at only (--read-only)`,
    )
  }
  if (isEveryAddress(host) && publicOrigin === undefined) {
    throw new EventideError(
      'no-name',
      `${host} is no address that a browser can open: say how people reach it with --public-url http://192.168.1.5:4180`,
    )
  }
  if (publicOrigin?.startsWith('https:') && replayOrigin === undefined) {
    throw new EventideError(
      'no-replay-name',
      'behind a proxy archived pages need a name of their own, such as --replay-url https://replay.example.org',
    )
  }
  if (publicOrigin !== undefined && publicOrigin === replayOrigin) {
    throw new EventideError(
      'same-origin',
      'archived pages must not share the origin of the application: give --replay-url another name or port',
    )
  }
}

/** The replay port under the name by which people reach the application. */
function beside(publicOrigin: string | undefined, host: string, port: number): string {
  return originAt(publicOrigin === undefined ? host : new URL(publicOrigin).hostname, port)
}

/** The program runs from `src/` in development and from a bundle in `dist/`. */
function builtWeb(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../dist/web' : './web'
  return fileURLToPath(new URL(place, import.meta.url))
}

async function listen(server: Server, host: string, port: number, option: string): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
  } catch (error) {
    throw cannotListen(error, host, port, option)
  }
  return (server.address() as AddressInfo).port
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function drained(server: Server, streams: LiveStreams): Promise<void> {
  streams.endAll()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(late)
}

function cannotListen(error: unknown, host: string, port: number, option: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const message = `something else already listens on ${host}:${port}; end it, or choose another port with ${option}`
    return new EventideError('port-in-use', message)
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const message = `cannot listen on ${host}:${port} (${code}); choose another --host or ${option}`
    return new EventideError('cannot-listen', message)
  }
  return error
}
