import type { Collection } from '../../collection.ts'
import { canonicalUrl } from '../../frontier/canonical-url.ts'
import type { ArchivedCopy } from '../../store/reads.ts'
import type { Collections } from '../context.ts'
import { plainText, type ReplayResponse, responseFor } from './answer.ts'
import type { ReplayUrls } from './rewrite-html.ts'
import { readCopy, readRendered, type StoredCopy } from './stored-copy.ts'
import type { Ticket, Tickets } from './tickets.ts'

interface Served {
  readonly collections: Collections
  readonly tickets: Tickets
}

/** An archived page, or a part of it. `part`: the URL of something that the page embeds; null for the page itself. */
export async function serveCopy(
  ticket: Ticket,
  { part, visit }: { readonly part: string | null; readonly visit: string | null },
  { collections, tickets }: Served,
  gone: AbortSignal,
): Promise<ReplayResponse> {
  // What was signed for one page does not open others.
  if (part === null && ticket.rest !== '')
    return plainText(403, 'This address was not signed by this server. Open the page in the library again.')
  const collection = await collections.open(ticket.collection)
  const { reads } = collection.store
  const own = await reads.captureOf(ticket.page)
  gone.throwIfAborted()
  const inFrame = visit === null ? '' : `?visit=${visit}`
  const replayOf = (url: string) => tickets.pathOfUrl(ticket, { kind: 'part', url })
  const urls: ReplayUrls = {
    replayOf,
    frameOf: (url) => replayOf(url) + inFrame,
    linkOf: (url) => tickets.pathOfUrl(ticket, { kind: 'link', url }) + inFrame,
  }
  if (part === null) {
    if (!own) return plainText(404, 'There is no archived copy of this page.')
    const copy = await copyOf(collection, own)
    return copy ? responseFor(copy, urls) : plainText(404, 'The archived copy of this page cannot be read.')
  }
  const canonical = canonicalUrl(part)?.canonicalUrl
  if (!canonical) return plainText(404, 'This is not the URL of an archived page.')
  const found = await reads.captureAt(part, canonical, own?.fetchedAt ?? '')
  gone.throwIfAborted()
  const copy = found && (await copyOf(collection, found))
  return copy ? responseFor(copy, urls) : plainText(404, `This URL was not archived: ${part}`)
}

/** The rendered version of a page if there is one, else the archived response. */
async function copyOf(collection: Collection, found: ArchivedCopy): Promise<StoredCopy | null> {
  const copy = await readCopy(collection, found)
  const isPage = copy !== null && /html/i.test(copy.type)
  return (isPage && (await readRendered(collection, found))) || copy
}
