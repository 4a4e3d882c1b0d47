import { z } from 'zod'
import { crawlState } from './collections.ts'
import { collectionId, done, inCollection } from './common.ts'
import { crawlSettings, sharedSettings, storedSettings } from './crawl-settings.ts'
import type { Route } from './route.ts'

export const crawlStatus = z.object({
  collection: collectionId,
  name: z.string(),
  state: crawlState,
  /** Settings stored for this collection; every other option comes from the event file or has its default. */
  settings: storedSettings,
  startedAt: z.string().nullable(),
  /** Why the last run ended, in words; null while it runs or when there was none. */
  ended: z.string().nullable(),
  /** The last run was interrupted because the server ended. */
  interrupted: z.boolean().optional(),
  /** The error message, if it failed. */
  problem: z.string().nullable(),
  fetched: z.number().int(),
  kept: z.number().int(),
  copies: z.number().int(),
  queued: z.number().int(),
  failed: z.number().int(),
  pagesPerSecond: z.number(),
  harvest: z.number(),
})

export const verdictLine = z.object({
  page: z.number().int(),
  order: z.number().int(),
  url: z.string(),
  title: z.string(),
  source: z.string(),
  relevance: z.number(),
  relevant: z.boolean(),
  /** The most informative reasons, as text. */
  because: z.array(z.string()),
  at: z.string(),
})

/** What the live stream sends about one crawl, once a second while something changes. */
export const crawlLive = crawlStatus.extend({
  /** Harvest along the crawl: at most 200 points. */
  curve: z.array(z.object({ fetched: z.number().int(), kept: z.number().int() })),
  /** Busiest hosts of the queue, at most 30. */
  hosts: z.array(
    z.object({
      host: z.string(),
      queued: z.number().int(),
      bestScore: z.number().nullable(),
      /** `resting` until `until`: politeness. */
      state: z.enum(['ready', 'resting', 'busy', 'idle']),
      until: z.string().nullable(),
      delayMs: z.number().nullable(),
    }),
  ),
  workers: z.array(
    z.object({
      url: z.string(),
      host: z.string(),
      doing: z.enum([
        'robots',
        'fetching',
        'reading',
        'rendering',
        'judging',
        'archiving',
        'storing',
        'waiting',
      ]),
      since: z.string(),
    }),
  ),
  verdicts: z.array(verdictLine),
  errors: z.array(z.object({ kind: z.string(), count: z.number().int() })),
  notices: z.array(z.object({ at: z.string(), text: z.string() })),
})

const decision = z.enum(['accepted', 'rejected'])

const curation = z.strictObject({
  /** Null undoes a decision. */
  decision: decision.nullable(),
  reason: z.string().max(500).optional(),
})

const curationEntry = z.object({
  at: z.string(),
  what: z.enum(['page', 'source']),
  page: z.number().int().nullable(),
  target: z.string(),
  decision: decision.nullable(),
  reason: z.string(),
  /** Queued links whose score it changed. */
  links: z.number().int(),
})

const schedule = z.object({
  id: z.string(),
  collection: collectionId,
  cron: z.string(),
  timezone: z.string(),
  settings: sharedSettings,
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  /** The result of the last run, or missed runs; null if there is none. */
  note: z.string().nullable(),
})

export const crawlRoutes = {
  'GET /api/crawls': {
    summary: 'the state of every collection’s crawl',
    access: 'read',
    reply: z.object({ crawls: z.array(crawlStatus) }),
  },
  'GET /api/collections/:id/crawl': {
    summary: 'one crawl, with everything the live view shows',
    access: 'read',
    params: inCollection,
    reply: crawlLive,
  },
  'GET /api/collections/:id/crawl/live': {
    summary: 'server-sent events: `crawl` with the live view, at most once a second',
    access: 'read',
    params: inCollection,
    stream: 'events',
  },
  'GET /api/live': {
    summary: 'server-sent events: `crawls` with the state of every crawl whenever one changes',
    access: 'read',
    stream: 'events',
  },
  'POST /api/collections/:id/crawl/start': {
    summary: 'start or continue',
    access: 'write',
    params: inCollection,
    body: z.strictObject({
      settings: crawlSettings.default({}),
      seeds: z.array(z.string().max(2_000)).max(100_000).default([]),
    }),
    reply: crawlStatus,
  },
  'POST /api/collections/:id/crawl/pause': {
    summary: 'finish the pages in hand and wait',
    access: 'write',
    params: inCollection,
    reply: crawlStatus,
  },
  'POST /api/collections/:id/crawl/resume': {
    summary: 'go on',
    access: 'write',
    params: inCollection,
    reply: crawlStatus,
  },
  'POST /api/collections/:id/crawl/stop': {
    summary: 'finish the pages in hand and end',
    access: 'write',
    params: inCollection,
    reply: crawlStatus,
  },
  'PUT /api/collections/:id/crawl/settings': {
    summary: 'change strategy, budget or scope; a running crawl follows at once',
    access: 'write',
    params: inCollection,
    body: z.strictObject({ settings: crawlSettings }),
    reply: crawlStatus,
  },
  'PUT /api/collections/:id/pages/:page/curation': {
    summary: 'accept or reject a page; model and queue follow',
    access: 'write',
    params: z.strictObject({ id: collectionId, page: z.coerce.number().int().positive() }),
    body: curation,
    reply: curationEntry,
  },
  'PUT /api/collections/:id/sources/:source/curation': {
    summary: 'accept or reject a source; model and queue follow',
    access: 'write',
    params: z.strictObject({ id: collectionId, source: z.string().min(1).max(253) }),
    body: curation,
    reply: curationEntry,
  },
  'GET /api/collections/:id/curation': {
    summary: 'what curators decided, newest first',
    access: 'read',
    params: inCollection,
    reply: z.object({ entries: z.array(curationEntry) }),
  },
  'GET /api/schedules': {
    summary: 'crawls that run again',
    access: 'read',
    reply: z.object({ schedules: z.array(schedule) }),
  },
  'POST /api/schedules': {
    summary: 'run a crawl again and again: cron syntax',
    access: 'write',
    body: z.strictObject({
      collection: collectionId,
      cron: z.string().min(1).max(200),
      timezone: z.string().max(100).optional(),
      settings: crawlSettings.default({}),
    }),
    reply: schedule,
  },
  'DELETE /api/schedules/:schedule': {
    summary: 'forget a schedule',
    access: 'write',
    params: z.strictObject({ schedule: z.string().regex(/^[a-z0-9-]{1,64}$/) }),
    reply: done,
  },
} satisfies Record<string, Route>
