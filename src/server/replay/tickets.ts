import { createHmac, timingSafeEqual } from 'node:crypto'
import { collectionId } from '../../api/common.ts'

const HOUR_MS = 3_600_000
/** A page left open over a working day still shows its pictures. */
const LIFE_HOURS = 12

/** Which archived page an address is about. */
export interface Ticket {
  readonly collection: string
  readonly page: number
  /** Path of the page, to which `r/<address>` is added for everything it shows: `/<seal>/<collection>/<page>/`. */
  readonly path: string
  /** What follows the path, still encoded. */
  readonly rest: string
}

export interface Tickets {
  /** The path of an archived page; the same for an hour, so that browsers can cache what it shows. */
  pathOf(collection: string, page: number): string
  /** Null for a path that this server did not make, or made too long ago. */
  read(path: string): Ticket | null
}

const PATH = /^(\/([0-9a-z]{1,12})\.([\w-]{43})\/([a-z0-9._-]{1,80})\/([1-9]\d{0,15})\/)(.*)$/

/**
 * The replay origin knows no cookies and no tokens, so that archived pages have nothing to steal. Who may see a page is
 * decided by the application, which hands out addresses that nobody else can make.
 */
export function createTickets(secret: Uint8Array, now: () => number): Tickets {
  const seal = (until: string, collection: string, page: string) =>
    createHmac('sha256', secret).update(`${until}/${collection}/${page}`).digest()
  return {
    pathOf(collection, page) {
      const until = (Math.floor(now() / HOUR_MS) + 1 + LIFE_HOURS).toString(36)
      const sealed = seal(until, collection, String(page)).toString('base64url')
      return `/${until}.${sealed}/${collection}/${page}/`
    },
    read(path) {
      const [, own, until, sealed, collection, page, rest] = PATH.exec(path) ?? []
      if (own === undefined || until === undefined || sealed === undefined) return null
      if (collection === undefined || page === undefined || rest === undefined) return null
      const given = Buffer.from(sealed, 'base64url')
      const right = seal(until, collection, page)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      if (Number.parseInt(until, 36) * HOUR_MS < now()) return null
      return collectionId.safeParse(collection).success
        ? { collection, page: Number(page), path: own, rest }
        : null
    },
  }
}
