import { createHmac, timingSafeEqual } from 'node:crypto'
import { collectionId } from '../../api/common.ts'

const HOUR_MS = 3_600_000
/** Images of a page that stays open during a working day still load. */
const LIFE_HOURS = 12

/** The archived page that a replay URL refers to. */
export interface Ticket {
  readonly collection: string
  readonly page: number
  /** Path of the page, `/<seal>/<collection>/<page>/`; what it embeds is at `r/<seal>/<URL>` below it. */
  readonly path: string
  /** The rest of the URL path, still encoded. */
  readonly rest: string
}

/** The URL of something below a page's path. */
interface EmbeddedUrl {
  readonly url: string
  /** Whether the server signed it as a part of this page. Links to other pages are not signed. */
  readonly isPart: boolean
}

export interface Tickets {
  /** The path of an archived page; constant for an hour, so that browsers can cache its resources. */
  pathOf(collection: string, page: number): string
  /** Null for a path that this server did not sign, or that has expired. */
  read(path: string): Ticket | null
  /** The path of something that the page embeds, signed for this page. */
  partPath(ticket: Ticket, url: string): string
  /** The path of a link to another page, which this ticket does not open. */
  linkPath(ticket: Ticket, url: string): string
  /** Null for the page itself, and if the rest of the path has no URL. */
  embedded(ticket: Ticket): EmbeddedUrl | null
}

/** Characters of a part's signature: 128 bits, because a page may have thousands. */
const PART_SEAL = 22
const PART = /^r\/(?:([\w-]{22})\/)?([^/]*)$/

const PATH = /^(\/([0-9a-z]{1,12})\.([\w-]{43})\/([a-z0-9._-]{1,80})\/([1-9]\d{0,15})\/)(.*)$/

/**
 * The replay origin uses no cookies and no tokens, so that archived pages have nothing to steal. Instead, the application
 * signs the paths of the pages that a user may see.
 */
export function createTickets(secret: Uint8Array, now: () => number): Tickets {
  const seal = (until: string, collection: string, page: string) =>
    createHmac('sha256', secret).update(`${until}/${collection}/${page}`).digest()
  const partSeal = ({ path }: Ticket, url: string) =>
    createHmac('sha256', secret).update(`part ${path} ${url}`).digest('base64url').slice(0, PART_SEAL)
  return {
    partPath: (ticket, url) => `${ticket.path}r/${partSeal(ticket, url)}/${encodeURIComponent(url)}`,
    linkPath: ({ path }, url) => `${path}r/${encodeURIComponent(url)}`,
    embedded(ticket) {
      const [, sealed, encoded] = PART.exec(ticket.rest) ?? []
      const url = encoded === undefined ? null : webUrl(encoded)
      if (url === null) return null
      const given = Buffer.from(sealed ?? '')
      const right = Buffer.from(partSeal(ticket, url))
      return { url, isPart: given.length === right.length && timingSafeEqual(given, right) }
    },
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

function webUrl(encoded: string): string | null {
  try {
    const { protocol, href } = new URL(decodeURIComponent(encoded))
    return /^https?:$/.test(protocol) ? href : null
  } catch {
    return null
  }
}
