import type net from 'node:net'
import type { Client } from 'undici'
import { clientOver } from './dial.ts'

export interface SocketLimits {
  /** Maximum number of open connections, busy and idle. Further fetches wait. */
  readonly total: number
  readonly perOrigin: number
  /** Idle connections are closed after this. */
  readonly idleMs: number
}

export const DEFAULT_SOCKET_LIMITS: SocketLimits = { total: 256, perOrigin: 6, idleMs: 15_000 }

/** One socket and the HTTP client that owns it. */
export interface Connection {
  readonly client: Client
  readonly socket: net.Socket
  readonly origin: string
  /** Null when connected through a proxy. */
  readonly ip: string | null
  /** Whether it has carried a response before. */
  used: boolean
  /** True while waiting for headers, which are read in small portions. */
  awaitingHeaders: boolean
}

export interface ConnectionSettings {
  readonly origin: string
  readonly ip: string | null
  readonly headerBytes: number
  readonly idleMs: number
}

export function createConnection(socket: net.Socket, settings: ConnectionSettings): Connection {
  const client = clientOver(socket, settings.origin, {
    maxHeaderSize: settings.headerBytes,
    keepAliveTimeout: settings.idleMs,
    keepAliveMaxTimeout: settings.idleMs,
  })
  const connection: Connection = {
    client,
    socket,
    origin: settings.origin,
    ip: settings.ip,
    used: false,
    awaitingHeaders: true,
  }
  limitPortions(connection)
  return connection
}

/** More than usual headers take, and far less than a socket reads at a time. */
const HEADER_PORTION = 4_096

/**
 * After headers exceed the limit, undici keeps parsing what it has read and creates an error for each further header: 64 KiB of
 * two-byte headers block the process for a second. Reading small portions bounds that work.
 */
function limitPortions(connection: Connection): void {
  const { socket } = connection
  const readAll = socket.read.bind(socket)
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    if (size !== undefined || !connection.awaitingHeaders) return readAll(size)
    return readAll(Math.min(HEADER_PORTION, socket.readableLength) || undefined)
  }
}

interface Waiting {
  readonly origin: string
  readonly resolve: (connection: Connection | null) => void
}

/**
 * A pool of keep-alive connections.
 * Every `acquire` must be followed by one `release` or `discard`.
 */
export class Connections {
  readonly #limits: SocketLimits
  /** Least recently used first. */
  readonly #idle = new Set<Connection>()
  /** Number of connections by origin: busy, idle and being opened. */
  readonly #places = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #total = 0

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  /** An idle connection to the origin, or null: a slot is reserved for the caller to open one. Rejects with the signal's reason. */
  acquire(origin: string, signal: AbortSignal): Promise<Connection | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason)
        return
      }
      const ready = this.#take(origin)
      if (ready !== undefined) {
        resolve(ready)
        return
      }
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        origin,
        resolve: (connection) => {
          signal.removeEventListener('abort', onAbort)
          resolve(connection)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
    })
  }

  /** Returns a connection that can be reused. */
  release(connection: Connection): void {
    if (connection.socket.destroyed) {
      this.discard(connection.origin, connection)
      return
    }
    this.#idle.add(connection)
    if (!connection.used) {
      connection.used = true
      connection.client.once('disconnect', () => {
        if (this.#idle.has(connection)) this.#close(connection)
      })
    }
    this.#serve()
  }

  /** Gives up a connection that cannot be reused, or a slot that was not used. */
  discard(origin: string, connection: Connection | null): void {
    if (connection) void connection.client.destroy()
    this.#forget(origin)
    this.#serve()
  }

  /** Closes the idle connections to an origin, for instance because one turned out to be dead. */
  dropIdle(origin: string): void {
    for (const connection of this.#idle) if (connection.origin === origin) this.#close(connection)
  }

  closeIdle(): void {
    for (const connection of this.#idle) this.#close(connection)
  }

  #close(connection: Connection): void {
    this.#idle.delete(connection)
    this.discard(connection.origin, connection)
  }

  /** Undefined when no slot is free. */
  #take(origin: string): Connection | null | undefined {
    let latest: Connection | undefined
    for (const connection of this.#idle) if (connection.origin === origin) latest = connection
    if (latest) {
      this.#idle.delete(latest)
      return latest
    }
    const places = this.#places.get(origin) ?? 0
    if (places >= this.#limits.perOrigin) return undefined
    if (this.#total >= this.#limits.total) {
      const oldest = this.#idle.values().next().value
      if (!oldest) return undefined
      this.#idle.delete(oldest)
      void oldest.client.destroy()
      this.#forget(oldest.origin)
    }
    this.#total += 1
    this.#places.set(origin, (this.#places.get(origin) ?? 0) + 1)
    return null
  }

  #forget(origin: string): void {
    this.#total -= 1
    const places = (this.#places.get(origin) ?? 1) - 1
    if (places > 0) this.#places.set(origin, places)
    else this.#places.delete(origin)
  }

  #serve(): void {
    for (let i = 0; i < this.#waiting.length; ) {
      const waiting = this.#waiting[i]
      const ready = waiting && this.#take(waiting.origin)
      if (waiting && ready !== undefined) {
        this.#waiting.splice(i, 1)
        waiting.resolve(ready)
      } else i += 1
    }
  }
}
