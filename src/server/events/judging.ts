import { pathToFileURL } from 'node:url'
import type { SourcedPage } from '../../input/sourced-page.ts'
import { judgePage } from '../../library/judge-page.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { createStrategy } from '../../score/registry.ts'
import { strategyOf } from '../../score/strategy-spec.ts'
import { thresholdOf } from '../../score/threshold.ts'
import type { FetchPages } from '../context.ts'
import { noWeb } from './draft.ts'

/** A page to judge: a URL to fetch, or pasted content. */
export type GivenPage =
  | { readonly url: string }
  | { readonly html: string; readonly url?: string }
  | { readonly text: string; readonly date?: string }

/** Placeholder URL of pasted pages; a file URL says nothing about the content. */
const PASTED_URL = pathToFileURL('/pasted.html').href

const MAX_MS = 60_000

/** Judges one page, as `eventide judge` does. */
export function judgeFor(event: EventModel, page: SourcedPage) {
  const spec = strategyOf(event)
  const strategy = createStrategy(spec.name, { event, random: Math.random }, spec.options)
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map(({ place }) => place) })
  return { ...judgePage(page, strategy, { geoparser }), threshold: thresholdOf(spec, event) }
}

export async function sourcedPage(
  given: GivenPage,
  parts: {
    readonly fetchPages: FetchPages | null
    readonly languages: readonly string[]
    readonly signal: AbortSignal
  },
): Promise<SourcedPage> {
  if ('html' in given) return pasted(given.html, 'text/html; charset=utf-8', given.url)
  if ('text' in given) return { ...pasted(given.text, 'text/plain; charset=utf-8'), date: given.date }
  if (!parts.fetchPages) throw noWeb()
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(MAX_MS)])
  for await (const page of parts.fetchPages([given.url], { languages: parts.languages, signal })) {
    if ('problem' in page) throw new EventideError('page-missing', `${page.url}: ${page.problem}`)
    return page
  }
  throw new EventideError('page-missing', `${given.url} could not be fetched`)
}

function pasted(text: string, contentType: string, url = PASTED_URL): SourcedPage {
  if (!URL.canParse(url))
    throw new EventideError('bad-address', `${url.slice(0, 200)} is not a URL. Omit it, or write https://...`)
  return { input: { url, body: Buffer.from(text), contentType } }
}
