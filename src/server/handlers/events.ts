import { existsSync } from 'node:fs'
import type { eventRoutes } from '../../api/events.ts'
import { eventFileOf, eventFrom, selfContained } from '../../collection.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { treesSvg } from '../../ontology/tree-svg.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { searchPlaces } from '../../place/place-search.ts'
import { describePlaces } from '../../place/place-words.ts'
import { placesAt } from '../../place/places-at.ts'
import type { Context } from '../context.ts'
import { collectionNames, isReserved } from '../events/collection-name.ts'
import { draft } from '../events/draft.ts'
import { createEventFolder, eventHistory, replaceEvent } from '../events/event-folder.ts'
import { type ReadEvent, readGiven, shownForm } from '../events/given-event.ts'
import { readInterest } from '../events/interest.ts'
import { judgeFor, sourcedPage } from '../events/judging.ts'
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

  'POST /api/events/check': ({ body }, { world }) => replyOf(readGiven(body, world)),

  'POST /api/events/draft': async ({ body, signal }, { world, fetchPages }) => {
    const { urls, ...words } = body
    const drafted = await draft(words, urls, { world, fetchPages, signal })
    return { ...replyOf(drafted), failed: drafted.failed }
  },

  'POST /api/events/interest': ({ body }) => readInterest(body),

  'POST /api/events/judge': async ({ body, signal }, { world, fetchPages }) => {
    const { model } = readGiven(body.event, world)
    const page = await sourcedPage(body.page, { fetchPages, languages: model.languages, signal })
    return judgeFor(model, page)
  },

  'GET /api/collections/:id/event': async ({ params }, context) => {
    const dir = existing(params.id, context)
    const file = eventFileOf(dir)
    const yaml = await selfContained(file)
    const model = await eventFrom(yaml, context.world, file)
    return { ...replyOf({ yaml, model, form: shownForm(yaml) }), history: await eventHistory(dir) }
  },

  'POST /api/collections': async ({ body }, { collections, world }) => {
    const { yaml, model } = readGiven(body.event, world)
    if (body.id !== undefined) {
      if (isReserved(body.id) || !(await createEventFolder(collections.dirOf(body.id), yaml)))
        throw taken(body.id)
      return { id: body.id }
    }
    for (const id of collectionNames(model.name))
      if (await createEventFolder(collections.dirOf(id), yaml)) return { id }
    throw taken(model.name)
  },

  'PUT /api/collections/:id/event': async ({ params, body }, context) => {
    const dir = existing(params.id, context)
    const { yaml } = readGiven(body.event, context.world)
    await replaceEvent(dir, yaml, Date.now())
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

function replyOf({ yaml, model, form }: ReadEvent) {
  const places = describePlaces(
    loadGazetteer(),
    model.where.map(({ place }) => place),
  ).map((place, i) => ({ ...place, as: model.where[i]?.name ?? '', weight: model.where[i]?.weight ?? 1 }))
  return { form, yaml, places, ontology: drawing(model) }
}

function drawing({ name, concepts }: EventModel): string | null {
  const all = [...(concepts?.global ? [concepts.global] : []), ...(concepts?.local ?? [])]
  return all.length > 0 ? treesSvg(all, `The concepts of ${name}`) : null
}
