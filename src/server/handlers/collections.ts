import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import type { collectionCard, collectionRoutes } from '../../api/collections.ts'
import { type Collection, eventFileOf, isCrawled, readEvent } from '../../collection.ts'
import { exportFormat, exportFormatNames } from '../../library/export/formats.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { DEFAULT_STRATEGY, strategyNamed, strategyNames } from '../../score/registry.ts'
import { describeOptions } from '../../score/strategy-options.ts'
import type { Overview } from '../../store/records.ts'
import type { QueueCounts, Store } from '../../store/store.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../handler.ts'
import { accessOf, folderReadOnly } from '../write-access.ts'

type Card = z.input<typeof collectionCard>

export const collectionHandlers: Handlers<keyof typeof collectionRoutes> = {
  'GET /api/about': (_asked, context) => ({
    version: manifest.version,
    mayWrite: context.mayWrite,
    readOnly: folderReadOnly(context),
    isCollection: context.collections.isCollection,
    hasLogin: context.hasLogin,
    replayOrigin: context.replayOrigin,
    tiles: context.tiles,
    strategies: strategyNames().map((name) => ({ name, summary: strategyNamed(name).summary })),
    defaultStrategy: DEFAULT_STRATEGY,
    exportFormats: exportFormatNames().map((name) => {
      const { title, help } = exportFormat(name)
      return { name, title, help }
    }),
  }),
  'GET /api/strategies': () => ({
    defaultStrategy: DEFAULT_STRATEGY,
    strategies: strategyNames().map((name) => {
      const definition = strategyNamed(name)
      const { summary, from } = definition
      return { name, summary, from, options: describeOptions(definition).map((option) => ({ ...option })) }
    }),
  }),
  async 'GET /api/collections'(_asked, context) {
    const ids = await context.collections.ids()
    return { collections: await Promise.all(ids.map((id) => cardOf(id, context))) }
  },
  async 'GET /api/collections/:id'({ params: { id } }, context) {
    await requireCollection(id, context)
    return cardOf(id, context)
  },
  async 'GET /api/collections/:id/access'({ params: { id } }, context) {
    await requireCollection(id, context)
    return accessOf(id, context)
  },
}

async function requireCollection(id: string, { collections }: Context): Promise<void> {
  if (!(await collections.ids()).includes(id))
    throw new EventideError('no-collection', `There is no collection "${id}"`)
}

/** Words and places shown on a card. */
const MAX_LISTED = 6

async function cardOf(id: string, context: Context): Promise<Card> {
  const { collections, eventContext, crawls } = context
  const dir = collections.dirOf(id)
  try {
    const { state } = await crawls.control.status(id)
    if (isCrawled(dir)) return { ...(await fullCard(id, await collections.open(id))), state }
    return { ...emptyCard(id), ...eventPart(await readEvent(eventFileOf(dir), eventContext)), state }
  } catch (error) {
    if (error instanceof EventideError) return { ...emptyCard(id), problem: error.message }
    throw error
  }
}

async function fullCard(id: string, { store, event, archiveDir }: Collection): Promise<Card> {
  const counts = await store.counts()
  const { fetched, kept, copies, queued } = counts
  const [overview, bytes, used] = await Promise.all([
    overviewOf(store, counts),
    bytesIn(archiveDir),
    store.reads.strategy(),
  ])
  const harvest = fetched > 0 ? kept / fetched : 0
  return {
    ...emptyCard(id),
    ...eventPart(event),
    ...(used && { strategy: used.name, strategyOptions: { ...used.options } }),
    ...overview,
    ...{ fetched, kept, copies, queued, harvest, bytes },
  }
}

function eventPart({ name, what, where, when, strategy, strategyOptions }: EventModel) {
  const heaviest = <T extends { weight: number }>(list: readonly T[]) =>
    [...list].sort((a, b) => b.weight - a.weight).slice(0, MAX_LISTED)
  return {
    name,
    what: heaviest(what).map(({ term }) => term),
    where: heaviest(where).map(({ name: as, place }) => ({ name: as, lat: place.lat, lon: place.lon })),
    start: when.start ?? null,
    end: when.end ?? null,
    strategy: strategy ?? DEFAULT_STRATEGY,
    strategyOptions: { ...strategyOptions },
  }
}

function emptyCard(id: string): Card {
  return {
    ...{ id, name: id, what: [], where: [], start: null, end: null },
    ...{ strategy: DEFAULT_STRATEGY, strategyOptions: {} },
    ...{ fetched: 0, kept: 0, copies: 0, queued: 0, sources: 0, harvest: 0, bytes: 0 },
    ...{ firstPublished: null, lastPublished: null, lastFetchedAt: null, state: 'new', problem: null },
  }
}

const overviews = new WeakMap<Store, { readonly of: string; readonly overview: Promise<Overview> }>()

/** Cached until a page is added or a verdict changes. */
function overviewOf(store: Store, { fetched, kept, copies }: QueueCounts): Promise<Overview> {
  const of = `${fetched} ${kept} ${copies}`
  const before = overviews.get(store)
  if (before?.of === of) return before.overview
  const overview = store.overview()
  overviews.set(store, { of, overview })
  return overview
}

async function bytesIn(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  const sizes = names.map(async (name) => (await stat(join(dir, name)).catch(() => null))?.size ?? 0)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
