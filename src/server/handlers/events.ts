import { existsSync } from 'node:fs'
import type { eventRoutes } from '../../api/events.ts'
import { eventFileOf } from '../../collection.ts'
import { EventideError } from '../../model/errors.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { searchPlaces } from '../../place/place-search.ts'
import { describePlaces } from '../../place/place-words.ts'
import { placesAt } from '../../place/places-at.ts'
import type { Context } from '../context.ts'
import { collectionNames, isReserved } from '../events/collection-name.ts'
import { modelPages } from '../events/draft.ts'
import { createEventFolder, eventHistory, replaceEvent } from '../events/event-folder.ts'
import { sourcedPage } from '../events/judging.ts'
import type { Handlers } from '../handler.ts'

export const eventHandlers: Handlers<keyof typeof eventRoutes> = {
  'GET /api/places': ({ query }) => {
    const gazetteer = loadGazetteer()
    return { places: describePlaces(gazetteer, searchPlaces(gazetteer, query.q, query.limit)) }
  },

  'GET /api/places/near': ({ query }) => {
    const gazetteer = loadGazetteer()
    return { places: describePlaces(gazetteer, placesAt(gazetteer, query.lat, query.lon)) }
  },

  'POST /api/events/check': async ({ body }, { events }) =>
    (await events.run({ kind: 'check', event: body })).reply,

  'POST /api/events/draft': async ({ body, signal }, { events, fetchPages }) => {
    const { urls, ...words } = body
    const { pages, failed } = await modelPages(urls, words, { fetchPages, signal })
    return { ...(await events.run({ kind: 'draft', words, pages })), failed }
  },

  'POST /api/events/interest': ({ body }, { events }) => events.run({ kind: 'interest', request: body }),

  'POST /api/events/judge': async ({ body, signal }, { events, fetchPages }) => {
    const { event } = body
    const { languages } = await events.run({ kind: 'check', event })
    const page = await sourcedPage(body.page, { fetchPages, languages, signal })
    return events.run({ kind: 'judge', event, page })
  },

  'GET /api/collections/:id/event': async ({ params }, context) => {
    const dir = existing(params.id, context)
    const stored = await context.events.run({ kind: 'stored', file: eventFileOf(dir) })
    return { ...stored, history: await eventHistory(dir) }
  },

  'POST /api/collections': async ({ body }, { collections, events }) => {
    const { reply, name } = await events.run({ kind: 'check', event: body.event })
    const { yaml } = reply
    if (body.id !== undefined) {
      if (isReserved(body.id) || !(await createEventFolder(collections.dirOf(body.id), yaml)))
        throw taken(body.id)
      return { id: body.id }
    }
    for (const id of collectionNames(name))
      if (await createEventFolder(collections.dirOf(id), yaml)) return { id }
    throw taken(name)
  },

  'PUT /api/collections/:id/event': async ({ params, body }, context) => {
    const dir = existing(params.id, context)
    const { reply } = await context.events.run({ kind: 'check', event: body.event })
    await replaceEvent(dir, reply.yaml, Date.now())
    return { ok: true }
  },
}

function existing(id: string, { collections }: Context): string {
  const dir = collections.dirOf(id)
  if (existsSync(eventFileOf(dir))) return dir
  throw new EventideError('no-collection', `There is no collection "${id}"`)
}

function taken(id: string): EventideError {
  return new EventideError('collection-exists', `The name "${id}" is taken or reserved. Choose another`)
}
