import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openForCrawl } from './collection.ts'
import type { EventContext } from './event/event-file.ts'
import { strategyCatalog } from './score/strategy-spec.ts'

const eventContext: EventContext = {
  places: { resolve: () => undefined, suggest: () => [] },
  strategies: strategyCatalog,
}
const into = { seeds: ['http://a.example/'] }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'collection-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function conceptsOf(eventFile?: string) {
  const { event, store } = await openForCrawl(join(folder, 'made'), { ...into, eventFile }, eventContext)
  await store.close()
  return event.concepts
}

it('a collection stores the ontologies of its event, and recognises its event', async () => {
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

it('a collection is not created from an event with an invalid ontology', async () => {
  const eventFile = join(folder, 'storm.yaml')
  await writeFile(eventFile, 'name: Storm\nwhat: [storm]\nconcepts: { global: missing.ttl }\n')
  await expect(conceptsOf(eventFile)).rejects.toThrow(/storm\.yaml:3:21: concepts\.global: Cannot read/)
  await expect(conceptsOf()).rejects.toThrow(/has no event yet/)
})

it('a collection without pages can be crawled from seeds given later, and not without seeds', async () => {
  await writeFile(join(folder, 'event.yaml'), 'name: Storm\nwhat: [storm]\n')
  await expect(openForCrawl(folder, { seeds: [] }, eventContext)).rejects.toThrow(/nothing to start from/)
  expect(await readdir(folder)).toEqual(['event.yaml'])
  const { event, store } = await openForCrawl(folder, into, eventContext)
  await store.close()
  expect(event.name).toBe('Storm')
  // From then on the queue is in the database.
  await (await openForCrawl(folder, { seeds: [] }, eventContext)).store.close()
})
