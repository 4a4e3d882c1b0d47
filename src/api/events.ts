import { z } from 'zod'
import { collectionId, day, done, evidence, inCollection, nameCount, placeCount } from './common.ts'
import type { Route } from './route.ts'

const weight = z.number().gt(0).max(1)
/** More words or places than an event needs. */
const MAX_NAMES = 10_000
const weighted = z
  .record(z.string().min(1).max(200), weight)
  .refine((names) => Object.keys(names).length <= MAX_NAMES, `at most ${MAX_NAMES} names`)
const interest = z.array(z.strictObject({ from: day, to: day, value: z.number().min(0).max(100) })).max(5_000)

/** Maximum length of an event file, including ontologies. */
const MAX_YAML = 1_000_000
/** The same in bytes of JSON: at most three per character, and a request may contain both form and base. */
const YAML_BODY = 8 * 1024 * 1024

/** An event as form fields, with the content of `event.yaml` except ontologies, which stay in the YAML. */
export const eventForm = z.strictObject({
  name: z.string().min(1).max(200),
  what: weighted,
  /** Names or gazetteer ids. */
  where: weighted,
  when: z.strictObject({ start: day.optional(), end: day.optional(), interest }),
  who: weighted,
  languages: z.array(z.string()).max(100),
  strategy: z.string().optional(),
  /** Options of the strategy; if omitted, those of `base` stay unless the strategy changes. */
  strategyOptions: z.record(z.string().max(100), z.unknown()).optional(),
  judge: z
    .strictObject({
      threshold: z.number().min(0).max(1).optional(),
      weights: z.record(z.string(), z.number().min(0).max(1)).optional(),
    })
    .optional(),
  seeds: z.array(z.string().max(2_000)).max(100_000),
})

const place = z.object({
  id: z.string(),
  name: z.string(),
  level: z.string(),
  country: z.string(),
  lat: z.number(),
  lon: z.number(),
  population: z.number(),
  /** "Leyte, Philippines" */
  within: z.string(),
})

const yamlText = z.string().min(1).max(MAX_YAML)

/**
 * An edited event: as a form, or as YAML. With `base`, the YAML the form was filled from, everything the form does not show (comments,
 * ontologies, synonyms, learned words) is kept; without it a new file is written.
 */
export const eitherWay = z.union([
  z.strictObject({ form: eventForm, base: yamlText.optional() }),
  z.strictObject({ yaml: yamlText }),
])

const readEvent = z.object({
  form: eventForm,
  yaml: z.string(),
  /** The places that `where` resolves to. */
  places: z.array(place.extend({ as: z.string(), weight: z.number() })),
  /** The concepts of its ontologies as an SVG tree; null without ontologies. */
  ontology: z.string().nullable(),
})

const judged = z.object({
  title: z.string(),
  language: z.string(),
  published: day.nullable(),
  relevance: z.number(),
  relevant: z.boolean(),
  threshold: z.number(),
  evidence,
  places: z.array(placeCount),
  who: z.array(nameCount),
  summary: z.string(),
})

export const eventRoutes = {
  'GET /api/places': {
    summary: 'find places by name or prefix, best known first',
    access: 'read',
    query: z.strictObject({
      q: z.string().min(1).max(100),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: z.object({ places: z.array(place) }),
  },
  'GET /api/places/near': {
    summary: 'find the places at a point on the map, nearest first',
    access: 'read',
    query: z.strictObject({
      lat: z.coerce.number().min(-90).max(90),
      lon: z.coerce.number().min(-180).max(180),
    }),
    reply: z.object({ places: z.array(place) }),
  },
  'POST /api/events/check': {
    summary: 'validate an event, given as a form or as YAML',
    access: 'write',
    body: eitherWay,
    bodyLimit: YAML_BODY,
    reply: readEvent,
  },
  'POST /api/events/draft': {
    summary: 'draft an event from words and pages, given as text or as URLs to fetch',
    access: 'write',
    body: z.strictObject({
      name: z.string().min(1).max(200),
      what: z.array(z.string()).max(200),
      where: z.array(z.string()).max(200),
      start: day.optional(),
      end: day.optional(),
      who: z.array(z.string()).max(200),
      languages: z.array(z.string()).max(100),
      urls: z.array(z.string().max(2_000)).max(50),
    }),
    reply: readEvent.extend({ failed: z.array(z.object({ url: z.string(), message: z.string() })) }),
  },
  'POST /api/events/interest': {
    summary: 'read a Trends export or page views, and detect the start of the event',
    access: 'write',
    body: z.strictObject({
      csv: z.string().min(1).max(20_000_000),
      /** Name of the series. Default: the first. */
      column: z.string().max(500).optional(),
      rule: z.enum(['onset', 'first-nonzero']).default('onset'),
      /** The start day set by the user; interest begins there. */
      start: day.optional(),
    }),
    bodyLimit: 64 * 1024 * 1024,
    reply: z.object({
      columns: z.array(z.string()),
      column: z.string(),
      points: z.array(z.object({ day, value: z.number() })),
      /** The detected start, regardless of the start set by the user. */
      start: day.nullable(),
      /** The rule that detected it; null if there is no interest. */
      rule: z.string().nullable(),
      /** From the start set by the user, or else from the detected start. */
      interest,
    }),
  },
  'POST /api/events/judge': {
    summary: 'judge a page, given as HTML, plain text or a URL to fetch',
    access: 'write',
    body: z.strictObject({
      event: eitherWay,
      page: z.union([
        z.strictObject({ url: z.string().max(2_000) }),
        z.strictObject({ html: z.string().max(10_000_000), url: z.string().max(2_000).optional() }),
        z.strictObject({ text: z.string().max(5_000_000), date: day.optional() }),
      ]),
    }),
    bodyLimit: 64 * 1024 * 1024,
    reply: judged,
  },
  'GET /api/collections/:id/event': {
    summary: 'return the event of a collection',
    access: 'read',
    params: inCollection,
    reply: readEvent.extend({
      /** Replaced versions, newest first. */
      history: z.array(z.object({ savedAt: z.string(), yaml: z.string() })),
    }),
  },
  'POST /api/collections': {
    summary: 'create a collection for a new event, without crawling it',
    access: 'write',
    body: z.strictObject({
      /** Default: derived from the event's name. */
      id: collectionId.optional(),
      event: eitherWay,
    }),
    bodyLimit: YAML_BODY,
    reply: z.object({ id: collectionId }),
  },
  'PUT /api/collections/:id/event': {
    summary: 'replace the event of a collection; the previous version is kept, and pages keep their verdicts',
    access: 'write',
    params: inCollection,
    body: z.strictObject({ event: eitherWay }),
    bodyLimit: YAML_BODY,
    reply: done,
  },
} satisfies Record<string, Route>
