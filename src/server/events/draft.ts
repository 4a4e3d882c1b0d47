import { draftEvent, type EventWords } from '../../event/draft-event.ts'
import type { EventWorld } from '../../event/event-file.ts'
import { writeEvent } from '../../event/write-event.ts'
import { withSource } from '../../library/judge-page.ts'
import { EventideError } from '../../model/errors.ts'
import type { PageReading } from '../../model/page.ts'
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

/** Drafts an event from words and from pages about it, as `eventide event new` does. */
export async function draft(
  words: EventWords & { readonly languages: readonly string[] },
  urls: readonly string[],
  parts: { readonly world: EventWorld; readonly fetchPages: FetchPages | null; readonly signal: AbortSignal },
): Promise<ReadEvent & { failed: Failed[] }> {
  const { pages, failed } = await modelPages(urls, words.languages, parts)
  if (pages.length === 0 && !words.what?.length) throw noInput(failed)
  const { languages, ...given } = words
  const drafted = draftEvent({ ...given, ...(languages.length > 0 && { languages }) }, pages, {
    terms: TERMS,
  })
  return { ...readWritten(writeEvent(drafted), parts.world), failed }
}

async function modelPages(
  urls: readonly string[],
  languages: readonly string[],
  { fetchPages, signal }: { readonly fetchPages: FetchPages | null; readonly signal: AbortSignal },
): Promise<{ pages: PageReading[]; failed: Failed[] }> {
  const pages: PageReading[] = []
  const failed: Failed[] = []
  const unique = [...new Set(urls.map((url) => url.trim()).filter((url) => url !== ''))]
  if (unique.length === 0) return { pages, failed }
  if (!fetchPages) throw noWeb()
  const geoparser = createGeoparser(loadGazetteer())
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)])
  for await (const page of fetchPages(unique, { languages, signal: deadline })) {
    if ('problem' in page) failed.push({ url: page.url, message: page.problem })
    else pages.push(withSource(readPage(page.input, { geoparser }), page))
  }
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
