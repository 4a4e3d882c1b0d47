import { z } from 'zod'
import { collectionId, day, inCollection } from './common.ts'
import type { Route } from './route.ts'

/** `new`: not crawled yet; `idle`: not running; otherwise the state of its crawl. */
export const crawlState = z.enum([
  'new',
  'idle',
  'starting',
  'running',
  'pausing',
  'paused',
  'stopping',
  'failed',
])

export const collectionCard = z.object({
  id: collectionId,
  /** The event's name. */
  name: z.string(),
  /** The event's words and places with the highest weights, and its days. */
  what: z.array(z.string()),
  where: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })),
  start: day.nullable(),
  end: day.nullable(),
  /** The strategy of the last run, or the one that the event names. */
  strategy: z.string(),
  /** Its options that differ from their defaults. */
  strategyOptions: z.record(z.string(), z.unknown()),
  fetched: z.number().int(),
  kept: z.number().int(),
  copies: z.number().int(),
  queued: z.number().int(),
  sources: z.number().int(),
  /** Share of kept among fetched pages, 0..1. */
  harvest: z.number(),
  /** Size of the archive in bytes. */
  bytes: z.number(),
  firstPublished: day.nullable(),
  lastPublished: day.nullable(),
  lastFetchedAt: z.string().nullable(),
  state: crawlState,
  /** Why the collection cannot be opened; everything else is then empty. */
  problem: z.string().nullable(),
})

/** Whether a collection can be changed at the moment. */
export const writeAccess = z.object({
  /**
   * Why not: the library is published read-only; the served folder and everything in it cannot be written; this collection cannot be written;
   * another process, which was not started here, is writing to it.
   */
  readOnly: z.enum(['published', 'folder', 'collection', 'locked']).nullable(),
  /** That process. */
  writer: z.object({ pid: z.number().int(), host: z.string(), since: z.string() }).nullable(),
})

/** What the application needs to know about the server. */
const about = z.object({
  version: z.string(),
  /** False on a read-only server. */
  mayWrite: z.boolean(),
  /** Why no collection or comparison can be added: the library is published read-only, or the served folder cannot be written. */
  readOnly: z.enum(['published', 'folder']).nullable(),
  /** Whether the served folder is itself a collection: then no other can be added. */
  isCollection: z.boolean(),
  /** Whether users log in. */
  hasLogin: z.boolean(),
  /** Origin of archived pages, separate from the application. */
  replayOrigin: z.string(),
  /** The configured tile server. */
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  strategies: z.array(z.object({ name: z.string(), summary: z.string() })),
  defaultStrategy: z.string(),
  exportFormats: z.array(z.object({ name: z.string(), title: z.string(), help: z.string() })),
})

/** An option of a strategy: everything a form needs to show and check it. */
const strategyOption = z.object({
  name: z.string(),
  type: z.enum(['number', 'integer', 'boolean', 'choice', 'text', 'json']),
  default: z.unknown(),
  /** Smallest and largest value allowed. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** The value must be larger than this. */
  above: z.number().optional(),
  choices: z.array(z.string()).optional(),
  /** Whether `null` is allowed; the description says what it means. */
  nullable: z.boolean(),
  description: z.string(),
})

const strategy = z.object({
  name: z.string(),
  summary: z.string(),
  /** The paper and formula it comes from. */
  from: z.string(),
  options: z.array(strategyOption),
})

export const collectionRoutes = {
  'GET /api/about': { summary: 'describe the server and its permissions', access: 'read', reply: about },
  'GET /api/strategies': {
    summary: 'list strategies with their options',
    access: 'read',
    reply: z.object({ defaultStrategy: z.string(), strategies: z.array(strategy) }),
  },
  'GET /api/collections': {
    summary: 'list the collections of the served folder',
    access: 'read',
    reply: z.object({ collections: z.array(collectionCard) }),
  },
  'GET /api/collections/:id': {
    summary: 'describe a collection',
    access: 'read',
    params: inCollection,
    reply: collectionCard,
  },
  'GET /api/collections/:id/access': {
    summary: 'tell whether a collection can be changed, and why not',
    access: 'read',
    params: inCollection,
    reply: writeAccess,
  },
} satisfies Record<string, Route>
