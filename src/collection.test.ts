import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openForCrawl } from './collection.ts'
import type { EventWorld } from './event/event-file.ts'

const world: EventWorld = { places: { resolve: () => undefined, suggest: () => [] }, strategies: [] }
const into = { seeds: ['http://a.example/'], delayMs: 0 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'collection-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function conceptsOf(eventFile?: string) {
  const { event, store } = await openForCrawl(join(folder, 'made'), { ...into, eventFile }, world)
  await store.close()
  return event.concepts
}

it('a collection keeps the ontologies of its event, and knows its event again', async () => {
  const eventFile = join(folder, 'storm.yaml')
  await writeFile(eventFile, 'name: Storm\nwhat: [storm]\nconcepts: { global: concepts.yaml }\n')
  await writeFile(join(folder, 'concepts.yaml'), 'storm: [rain, hail]\n')
  const made = await conceptsOf(eventFile)
  expect(made?.global?.concepts).toHaveLength(3)
  expect(await conceptsOf(eventFile)).toEqual(made)

  await writeFile(join(folder, 'concepts.yaml'), 'storm: [rain]\n')
  await expect(conceptsOf(eventFile)).rejects.toThrow(/is not the event of this collection/)

  await rm(join(folder, 'concepts.yaml'))
  expect(await conceptsOf()).toEqual(made)
})

it('a collection is not made from an event whose ontology is wrong', async () => {
  const eventFile = join(folder, 'storm.yaml')
  await writeFile(eventFile, 'name: Storm\nwhat: [storm]\nconcepts: { global: missing.ttl }\n')
  await expect(conceptsOf(eventFile)).rejects.toThrow(/storm\.yaml:3:21: concepts\.global: cannot read/)
  await expect(conceptsOf()).rejects.toThrow(/has no event yet/)
})
