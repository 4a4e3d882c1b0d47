import { z } from 'zod'
import {
  collectionId,
  commaList,
  day,
  evidence,
  inCollection,
  inPage,
  nameCount,
  placeCount,
  visitId,
} from './common.ts'
import type { Route } from './route.ts'

const box = z
  .string()
  .regex(/^-?[\d.]+,-?[\d.]+,-?[\d.]+,-?[\d.]+$/, 'west,south,east,north in degrees')
  .transform((text) => text.split(',').map(Number) as [number, number, number, number])

/** A query. The same parameters select pages for results, facets, map, timeline and export. */
const question = z.strictObject({
  /** Collections to search. Default: all. */
  in: commaList.optional(),
  /** The query text: words, "phrases", -not, site: lang: place: near: within: from: to: inclass: who: kind: verdict: */
  q: z.string().max(1_000).default(''),
  /** Filters chosen outside the query text: facets, days on the timeline, visible map. */
  site: commaList.optional(),
  lang: commaList.optional(),
  /** Gazetteer ids. */
  place: commaList.optional(),
  who: z.string().max(200).optional(),
  kind: commaList.optional(),
  verdict: z.enum(['kept', 'rejected', 'all']).default('kept'),
  from: day.optional(),
  to: day.optional(),
  box: box.optional(),
})

const marked = z.object({
  text: z.string(),
  /** Ranges of `text` to highlight: pairs of start and end, in UTF-16 units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})

const hit = z.object({
  collection: collectionId,
  page: z.number().int(),
  title: z.string(),
  url: z.string(),
  source: z.string(),
  language: z.string(),
  published: day.nullable(),
  fetchedAt: z.string(),
  relevance: z.number(),
  relevant: z.boolean(),
  /** The decision of a curator, or null. */
  curated: z.enum(['accepted', 'rejected']).nullable(),
  kind: z.string(),
  snippet: marked,
  /** Up to 8 places it mentions, most frequent first. */
  places: z.array(placeCount),
  copies: z.number().int(),
  archived: z.boolean(),
})

const counted = z.object({ value: z.string(), label: z.string(), count: z.number().int() })

export const pageView = hit.omit({ snippet: true }).extend({
  canonicalUrl: z.string(),
  publishedFrom: z.string(),
  places: z.array(placeCount),
  who: z.array(nameCount),
  summary: z.string(),
  /** Extracted text; empty for pages with `noarchive`. */
  text: z.string(),
  /** Positions of place names in the text: pairs of start and end in UTF-16 units. */
  placeMarks: z.array(z.object({ start: z.number().int(), end: z.number().int(), id: z.string() })),
  /** Why it was kept or not. */
  evidence,
  threshold: z.number(),
  /** The strategy that judged the page, with the options that differ from their defaults. */
  strategy: z.object({ name: z.string(), options: z.record(z.string(), z.unknown()) }),
  /** `page`: as archived with the page; `last-run`: nothing was archived with it, and the last run used this strategy. */
  strategyFrom: z.enum(['page', 'last-run']),
  order: z.number().int(),
  depth: z.number().int(),
  status: z.number().int(),
  textDigest: z.string(),
  warc: z
    .object({ file: z.string(), offset: z.number(), length: z.number(), payloadDigest: z.string() })
    .nullable(),
  /** Robots directives of the site for this page. */
  robots: z.array(z.string()),
  duplicateOf: z.object({ page: z.number().int(), url: z.string(), title: z.string() }).nullable(),
  duplicates: z.array(
    z.object({ page: z.number().int(), url: z.string(), title: z.string(), source: z.string() }),
  ),
  /** From the seed to this page. */
  path: z.array(
    z.object({
      page: z.number().int().nullable(),
      url: z.string(),
      title: z.string(),
      relevant: z.boolean().nullable(),
      /** Anchor text, score and evidence of the link from the previous step; empty for a seed. */
      anchor: z.string(),
      score: z.number(),
      evidence,
    }),
  ),
  /** URL of the archived copy; null if there is none. */
  replayUrl: z.string().nullable(),
  /** Path of this page in the application. */
  permalink: z.string(),
  /** Formatted citations. */
  citation: z.object({ text: z.string(), bibtex: z.string(), ris: z.string() }),
})

/** A link that was followed in an archived page. */
export const followedLink = z.object({ url: z.string() })

export const libraryRoutes = {
  'GET /api/search': {
    summary: 'search pages; results are numbered from offset + 1',
    access: 'read',
    query: question.extend({
      sort: z.enum(['relevance', 'time', 'oldest']).default('relevance'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.object({
      total: z.number().int(),
      /** Duration of the search on the server. */
      ms: z.number(),
      hits: z.array(hit),
      /** Notes on parts of the query that were ignored or interpreted. */
      notes: z.array(z.string()),
    }),
  },
  'GET /api/facets': {
    summary: 'count the results by source, place, language, person, kind and verdict',
    access: 'read',
    query: question,
    reply: z.object({
      source: z.array(counted),
      place: z.array(counted),
      language: z.array(counted),
      who: z.array(counted),
      kind: z.array(counted),
      verdict: z.array(counted),
      collection: z.array(counted),
    }),
  },
  'GET /api/timeline': {
    summary: 'count the results over time, by day, week, month or year',
    access: 'read',
    query: question.extend({ by: z.enum(['day', 'week', 'month', 'year', 'auto']).default('auto') }),
    reply: z.object({
      by: z.enum(['day', 'week', 'month', 'year']),
      undated: z.number().int(),
      /** One series per requested collection, with gaps filled with zero. */
      buckets: z.array(z.object({ from: day, to: day, counts: z.array(z.number().int()) })),
      collections: z.array(collectionId),
    }),
  },
  'GET /api/map': {
    summary: 'count the results by place, for a map',
    access: 'read',
    query: question.extend({ limit: z.coerce.number().int().min(1).max(100_000).default(50_000) }),
    large: true,
    reply: z.object({
      /** Columns instead of objects, because 50,000 points are common. */
      ids: z.array(z.string()),
      names: z.array(z.string()),
      lats: z.array(z.number()),
      lons: z.array(z.number()),
      pages: z.array(z.number().int()),
      truncated: z.boolean(),
    }),
  },
  'GET /api/statistics': {
    summary: 'count words in the results over time',
    access: 'read',
    query: question.extend({
      topics: z.string().max(1_000),
      by: z.enum(['day', 'week', 'month', 'auto']).default('auto'),
    }),
    reply: z.object({
      by: z.enum(['day', 'week', 'month', 'year']),
      buckets: z.array(z.object({ from: day, to: day, pages: z.number().int() })),
      series: z.array(
        z.object({ topic: z.string(), counts: z.array(z.number().int()), total: z.number().int() }),
      ),
    }),
  },
  'GET /api/compare': {
    summary: 'compare collections: shared and distinct pages, sources and places',
    access: 'read',
    query: z.strictObject({ in: commaList }),
    reply: z.object({
      collections: z.array(
        z.object({
          id: collectionId,
          name: z.string(),
          kept: z.number().int(),
          fetched: z.number().int(),
          harvest: z.number(),
          sources: z.number().int(),
          topSources: z.array(counted),
          topPlaces: z.array(counted),
          topWho: z.array(counted),
          languages: z.array(counted),
        }),
      ),
      /** For each pair: pages with the same URL, equal texts, shared sources. */
      shared: z.array(
        z.object({
          a: collectionId,
          b: collectionId,
          pages: z.number().int(),
          texts: z.number().int(),
          sources: z.number().int(),
        }),
      ),
    }),
  },
  'GET /api/collections/:id/pages/:page': {
    summary: 'describe a page in full',
    access: 'read',
    params: inPage,
    reply: pageView,
  },
  'GET /api/collections/:id/pages/:page/followed': {
    summary:
      'server-sent events: `followed` with the URL of each link that is followed in a frame with the archived page',
    access: 'read',
    params: inPage,
    /** As in the query of `replayUrl` in that frame. */
    query: z.strictObject({ visit: visitId }),
    stream: 'events',
  },
  'GET /api/collections/:id/lookup': {
    summary: 'look up a URL in a collection, following the redirects that were archived',
    access: 'read',
    params: inCollection,
    query: z.strictObject({ url: z.string().min(1).max(10_000) }),
    reply: z.object({
      /** Null if the collection has no such page. */
      page: z.number().int().nullable(),
      archived: z.boolean(),
      /** What is known of a URL that is no page: `unknown`, or its place in the crawl with the reason as a code, such as `http-404`. */
      state: z.enum(['page', 'unknown', 'waiting', 'failed', 'excluded']),
      reason: z.string().nullable(),
    }),
  },
  'GET /api/collections/:id/sources': {
    summary: 'list the sources of a collection with yield, importance, politeness and errors',
    access: 'read',
    params: inCollection,
    reply: z.object({
      sources: z.array(
        z.object({
          source: z.string(),
          hosts: z.number().int(),
          fetched: z.number().int(),
          kept: z.number().int(),
          copies: z.number().int(),
          queued: z.number().int(),
          failed: z.number().int(),
          excluded: z.number().int(),
          yield: z.number(),
          /** EV's source importance, 0..1. */
          importance: z.number(),
          delayMs: z.number().nullable(),
          /** Consecutive failures of its worst host. */
          failures: z.number().int(),
          /** Earliest time of the next request to one of its hosts; null if none is waiting. */
          restingUntil: z.string().nullable(),
          errors: z.array(z.object({ code: z.string(), count: z.number().int() })),
          curated: z.enum(['accepted', 'rejected']).nullable(),
          firstPublished: day.nullable(),
          lastPublished: day.nullable(),
        }),
      ),
    }),
  },
  'GET /api/collections/:id/graph': {
    summary: 'return the link graph of sources or pages, most important first',
    access: 'read',
    params: inCollection,
    query: z.strictObject({
      of: z.enum(['sources', 'pages']).default('sources'),
      limit: z.coerce.number().int().min(1).max(2_000).default(300),
    }),
    reply: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          page: z.number().int().nullable(),
          fetched: z.number().int(),
          kept: z.number().int(),
          relevance: z.number(),
          depth: z.number().int(),
        }),
      ),
      edges: z.array(z.object({ from: z.string(), to: z.string(), weight: z.number() })),
      truncated: z.boolean(),
    }),
  },
  'GET /api/collections/:id/summary': {
    summary: 'summarize the event with dated sentences of its pages, with citations',
    access: 'read',
    params: inCollection,
    query: z.strictObject({ sentences: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({
      /** Pages read for the summary, and all kept pages; of a large collection only a part is read. */
      read: z.object({ pages: z.number().int(), of: z.number().int() }),
      overview: z.array(
        z.object({
          text: z.string(),
          cites: z.array(z.object({ page: z.number().int(), title: z.string(), source: z.string() })),
        }),
      ),
      days: z.array(
        z.object({
          day,
          pages: z.number().int(),
          sentences: z.array(
            z.object({
              text: z.string(),
              cites: z.array(z.object({ page: z.number().int(), title: z.string(), source: z.string() })),
            }),
          ),
        }),
      ),
      places: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          lat: z.number(),
          lon: z.number(),
          pages: z.number().int(),
          cites: z.array(z.number().int()),
        }),
      ),
      who: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          pages: z.number().int(),
          cites: z.array(z.number().int()),
        }),
      ),
    }),
  },
  'GET /api/export': {
    summary: 'export the results of a query, or a whole collection, as a file',
    access: 'read',
    query: question.extend({
      /** One of the names in `exportFormats` of `GET /api/about`. */
      format: z.string().max(40),
      /** Also copies of pages; by default each story is written once. */
      copies: z.enum(['true', 'false']).default('false'),
    }),
    stream: 'file',
  },
} satisfies Record<string, Route>
