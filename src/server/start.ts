import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CrawlNetwork } from '../crawl/network.ts'
import type { EventContext } from '../event/event-file.ts'
import { isBlockedPort } from '../fetch/ports.ts'
import type { Log } from '../log/log.ts'
import { EventideError } from '../model/errors.ts'
import { Attempts } from './access/attempts.ts'
import { createCredential, TOKEN_VARIABLE } from './access/credential.ts'
import type { Gate } from './access/gate.ts'
import type { GuardedRoute } from './access/guard.ts'
import { createNames, isEveryAddress, isLoopback, type Names, originAt } from './access/names.ts'
import { Sessions } from './access/sessions.ts'
import { createApp } from './app.ts'
import { ClientSlots } from './client-slots.ts'
import type { Context, Tiles } from './context.ts'
import { openCrawls } from './crawls/crawls.ts'
import { LAB_FOLDER } from './events/collection-name.ts'
import { EventTasks } from './events/event-tasks.ts'
import { handlers } from './handlers.ts'
import { Comparisons } from './lab/comparisons.ts'
import { DEFAULT_LIMITS, type ServerLimits } from './limits.ts'
import { LiveStreams } from './live-stream.ts'
import { createPageFetcher } from './page-fetcher.ts'
import { FollowedLinks } from './replay/followed-links.ts'
import { createReplayServer } from './replay/replay-server.ts'
import { createTickets } from './replay/tickets.ts'
import { Searches } from './search/searches.ts'
import { openCollections } from './served-collections.ts'
import { needCopies, whyReadOnly } from './unwritable-folder.ts'

export interface ServerOptions {
  /** A collection, or a folder that holds collections. */
  readonly folder: string
  readonly eventContext: EventContext
  readonly host: string
  /** 0 lets the system choose a free one. */
  readonly port: number
  /** Port of the replay server; 0 lets the system choose. */
  readonly replayPort: number
  /** If omitted, everyone who can connect has access. */
  readonly token?: string | undefined
  /** Origins of the application and of archived pages, if users reach them through a proxy. */
  readonly publicOrigin?: string | undefined
  readonly replayOrigin?: string | undefined
  readonly readOnly: boolean
  readonly tiles: Tiles | null
  /** Network settings of crawls started here. */
  readonly network: CrawlNetwork
  /** The folder of the built front end. Default: the output folder of the build. */
  readonly webDir?: string
  /** What clients may use at a time. */
  readonly limits?: Partial<ServerLimits>
  /** Whether metrics need no token. Default: false. */
  readonly publicMetrics?: boolean | undefined
  /** Threads that search. Default: one for each core, at most `MAX_THREADS` of src/server/search/search-pool.ts; 0: the server's own. */
  readonly searchThreads?: number | undefined
  readonly log: (line: string) => void
  /** Receives structured log entries: requests, crawls and their visits. */
  readonly events?: Log | undefined
  readonly now?: () => number
}

export interface RunningServer {
  readonly url: string
  readonly replayUrl: string
  /** Where the application listens. */
  readonly port: number
  /** Every registered route. */
  readonly routes: readonly GuardedRoute[]
  /** Folders of collections whose names cannot be used in a URL. */
  readonly leftOut: readonly string[]
  close(): Promise<void>
}

/** How long a closing server waits for open requests. */
const DRAIN_MS = 3_000

/** Starts the server. Without a token it listens on loopback addresses only, unless it is read-only. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  refuseUnsafeOptions(options)
  const { folder, eventContext, host, publicOrigin, token, tiles, network, log, now = Date.now } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const collections = openCollections(folder, eventContext)
  const unwritable = options.readOnly ? null : await whyReadOnly(collections)
  const readOnly = options.readOnly || unwritable !== null
  if (unwritable !== null) log(unwritable)
  const tickets = createTickets(randomBytes(32), now)
  // Ports are known once both servers listen; no request arrives before that.
  const known = { app: noNames, replay: noNames, url: '', origin: '' }
  const followed = new FollowedLinks()
  const replay = createReplayServer({
    ...{ collections, tickets, followed },
    names: () => known.replay,
    origin: () => known.origin,
    // Content-Security-Policy has no syntax for IPv6 addresses; browsers ignore them.
    framedBy: () => known.app.origins.filter((origin) => !origin.includes('[')),
    application: () => known.url,
    stallMs: limits.stallMs,
    behindProxy: publicOrigin !== undefined,
    log,
  })
  const closing: (() => Promise<unknown>)[] = [() => collections.close()]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const replayPort = await listen(replay, host, options.replayPort, '--replay-port')
    closing.push(() => closed(replay))
    known.origin = options.replayOrigin ?? replayOriginFor(publicOrigin, host, replayPort)
    known.replay = createNames({ host, port: replayPort, publicOrigin: known.origin })
    const comparisons = new Comparisons(join(folder, LAB_FOLDER), now)
    closing.push(() => comparisons.close())
    const crawls = openCrawls({ collections, eventContext, folder, network, log, events: options.events })
    closing.push(() => crawls.close())
    // Each thread would make a copy of its own.
    const threads = (await needCopies(collections)) ? 0 : options.searchThreads
    const searches = new Searches({ collections, eventContext }, threads)
    closing.push(() => searches.close())
    const events = new EventTasks()
    closing.push(() => events.close())
    const context: Context = {
      ...{ collections, eventContext, tiles, network, crawls, comparisons, searches, events, followed },
      fetchPages: readOnly ? null : createPageFetcher(network),
      mayWrite: !readOnly,
      whyReadOnly: unwritable,
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
      // Cookies are shared between ports, so the name is specific to this server. `__Host-` binds the cookie to this host.
      cookie: secure ? '__Host-eventide' : `eventide-${replayPort}`,
    }
    const live = new LiveStreams()
    const slots = {
      file: new ClientSlots('downloads', limits.downloads),
      events: new ClientSlots('live streams', limits.live),
    }
    const webDir = options.webDir ?? builtWeb()
    const { fastify: app, routes } = createApp(handlers, context, {
      ...{ gate, secure, webDir, log },
      ...{ streams: { live, slots }, stallMs: limits.stallMs },
      behindProxy: publicOrigin !== undefined,
      publicMetrics: options.publicMetrics === true,
      events: options.events,
    })
    closing.push(() => app.close())
    await app.ready()
    const port = await listen(app.server, host, options.port, '--port')
    closing.push(() => drained(app.server, live))
    known.app = createNames({ host, port, publicOrigin })
    known.url = publicOrigin ?? originAt(host, port)
    if (!readOnly) crawls.schedules.run()
    for (const line of await crawls.control.interrupted()) log(line)
    return {
      url: known.url,
      replayUrl: known.origin,
      port,
      routes,
      leftOut: await collections.leftOut(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const noNames: Names = { isOwnHost: () => false, isOwnOrigin: () => false, origins: [] }

function refuseUnsafeOptions({ host, publicOrigin, replayOrigin, token, readOnly }: ServerOptions): void {
  const isPublic =
    !isLoopback(host) || (publicOrigin !== undefined && !isLoopback(new URL(publicOrigin).hostname))
  if (isPublic && token === undefined && !readOnly) {
    throw new EventideError(
      'no-credential',
      `Other machines could change everything. Set a token (--token-file or ${TOKEN_VARIABLE}), or serve read-only (--read-only)`,
    )
  }
  if (isEveryAddress(host) && publicOrigin === undefined) {
    throw new EventideError(
      'no-name',
      `Browsers cannot open ${host}. Set the URL that users open, such as --public-url http://192.168.1.5:4180`,
    )
  }
  if (publicOrigin?.startsWith('https:') && replayOrigin === undefined) {
    throw new EventideError(
      'no-replay-name',
      'Behind a proxy, archived pages need a separate origin, such as --replay-url https://replay.example.org',
    )
  }
  if (publicOrigin !== undefined && publicOrigin === replayOrigin) {
    throw new EventideError(
      'same-origin',
      'Archived pages must not share the origin of the application. Give --replay-url another host name or port',
    )
  }
}

/** The replay port on the host of the application. */
function replayOriginFor(publicOrigin: string | undefined, host: string, port: number): string {
  return originAt(publicOrigin === undefined ? host : new URL(publicOrigin).hostname, port)
}

/** The program runs from `src/` in development and from a bundle in `dist/`. */
function builtWeb(): string {
  const path = import.meta.url.endsWith('.ts') ? '../../dist/web' : './web'
  return fileURLToPath(new URL(path, import.meta.url))
}

async function listen(server: Server, host: string, port: number, option: string): Promise<number> {
  if (port !== 0 && isBlockedPort(port)) {
    const message = `Browsers do not open port ${port}, which belongs to another service. Choose another port with ${option}`
    throw new EventideError('blocked-port', message)
  }
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
    const message = `Another program is listening on ${host}:${port}. Stop it, or choose another port with ${option}`
    return new EventideError('port-in-use', message)
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const message = `Cannot listen on ${host}:${port} (${code}). Choose another --host or ${option}`
    return new EventideError('cannot-listen', message)
  }
  return error
}
