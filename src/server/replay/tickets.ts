import { createHmac, timingSafeEqual } from 'node:crypto'
import { collectionId } from '../../api/common.ts'

const HOUR_MS = 3_600_000
/** Images of a page that stays open during a working day still load. */
const LIFE_HOURS = 12

/** The archived page that a replay URL refers to. */
export interface Ticket {
  readonly collection: string
  readonly page: number
  /** Path of the page, `/<seal>/<collection>/<page>/`; what it embeds is at `r/<seal>/<URL>` below it, its links at `l/<seal>/<URL>`. */
  readonly path: string
  /** The rest of the URL path, still encoded. */
  readonly rest: string
}

/** A URL that occurs in an archived page: something that the page embeds, or a link to another page. */
interface Occurrence {
  readonly kind: 'part' | 'link'
  readonly url: string
}

export interface Tickets {
  /** The path of an archived page; constant for an hour, so that browsers can cache its resources. */
  pathOf(collection: string, page: number): string
  /** Null for a path that this server did not sign, or that has expired. */
  read(path: string): Ticket | null
  /** The path of a URL that occurs in the page, signed for this page and this kind. */
  pathOfUrl(ticket: Ticket, occurrence: Occurrence): string
  /** What the rest of the path refers to. Null for the page itself, and for a URL that this server did not sign for it. */
  occurrenceAt(ticket: Ticket): Occurrence | null
}

/** Characters of the signature of a URL in a page: 128 bits, because a page may have thousands. */
const URL_SEAL = 22
const FOLDERS = { part: 'r', link: 'l' } as const
const BELOW = /^([rl])\/([\w-]{22})\/([^/]*)$/

const PATH = /^(\/([0-9a-z]{1,12})\.([\w-]{43})\/([a-z0-9._-]{1,80})\/([1-9]\d{0,15})\/)(.*)$/

/**
 * The replay origin uses no cookies and no tokens, so that archived pages have nothing to steal. Instead, the application
 * signs the paths of the pages that a user may see.
 */
export function createTickets(secret: Uint8Array, now: () => number): Tickets {
  const seal = (until: string, collection: string, page: string) =>
    createHmac('sha256', secret).update(`${until}/${collection}/${page}`).digest()
  const urlSeal = ({ path }: Ticket, { kind, url }: Occurrence) =>
    createHmac('sha256', secret).update(`${kind} ${path} ${url}`).digest('base64url').slice(0, URL_SEAL)
  return {
    pathOfUrl: (ticket, occurrence) =>
      `${ticket.path}${FOLDERS[occurrence.kind]}/${urlSeal(ticket, occurrence)}/${encodeURIComponent(occurrence.url)}`,
    occurrenceAt(ticket) {
      const [, folder, sealed, encoded] = BELOW.exec(ticket.rest) ?? []
      const url = encoded === undefined ? null : webUrl(encoded)
      if (url === null || sealed === undefined) return null
      const occurrence = { kind: folder === FOLDERS.part ? 'part' : 'link', url } as const
      const right = Buffer.from(urlSeal(ticket, occurrence))
      return timingSafeEqual(Buffer.from(sealed), right) ? occurrence : null
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
