import { draftEvent, type EventWords } from '../../event/draft-event.ts'
import type { EventContext } from '../../event/event-file.ts'
import { writeEvent } from '../../event/write-event.ts'
import type { SourcedPage } from '../../input/sourced-page.ts'
import { withSource } from '../../library/judge-page.ts'
import { EventideError } from '../../model/errors.ts'
import { readPage } from '../../page/read-page.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import type { FetchPages } from '../context.ts'
import { type ReadEvent, readWritten } from './given-event.ts'

/** Number of topic words taken from pages, as in `eventide event new`. */
const TERMS = 75
/** A user is waiting; slower pages are reported as failed. */
const MAX_MS = 120_000

interface Failed {
  readonly url: string
  readonly message: string
}

export type DraftWords = EventWords & { readonly languages: readonly string[] }

/** Drafts an event from words and from pages about it, as `eventide event new` does. */
export function draftFrom(
  { languages, ...given }: DraftWords,
  pages: readonly SourcedPage[],
  eventContext: EventContext,
): ReadEvent {
  const geoparser = createGeoparser(loadGazetteer())
  const readings = pages.map((page) => withSource(readPage(page.input, { geoparser }), page))
  const words = { ...given, ...(languages.length > 0 && { languages }) }
  return readWritten(writeEvent(draftEvent(words, readings, { terms: TERMS })), eventContext)
}

/** Fetches the pages to draft from; refused if there is nothing to draft from. */
export async function modelPages(
  urls: readonly string[],
  words: DraftWords,
  { fetchPages, signal }: { readonly fetchPages: FetchPages | null; readonly signal: AbortSignal },
): Promise<{ pages: SourcedPage[]; failed: Failed[] }> {
  const pages: SourcedPage[] = []
  const failed: Failed[] = []
  const unique = [...new Set(urls.map((url) => url.trim()).filter((url) => url !== ''))]
  if (unique.length > 0) {
    if (!fetchPages) throw noWeb()
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)])
    for await (const page of fetchPages(unique, { languages: words.languages, signal: deadline })) {
      if ('problem' in page) failed.push({ url: page.url, message: page.problem })
      else pages.push(page)
    }
  }
  if (pages.length === 0 && !words.what?.length) throw noInput(failed)
  return { pages, failed }
}

export function noWeb(): EventideError {
  return new EventideError('no-web', 'This server does not fetch pages. Paste the page instead of its URL')
}

function noInput(failed: readonly Failed[]): EventideError {
  const why = failed.map(({ url, message }) => `${url}: ${message}`).join('\n')
  return new EventideError(
    failed.length > 0 ? 'no-pages' : 'no-words',
    failed.length > 0
      ? `None of the pages could be read, and no words were given:\n${why}`
      : 'Describe the event in a few words, or give URLs of pages about it',
    { issues: failed.map(({ url, message }) => ({ path: url, message })) },
  )
}
