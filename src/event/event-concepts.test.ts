import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { strategyCatalog } from '../score/strategy-spec.ts'
import { readConceptFiles } from './concept-files.ts'
import { withInlineConcepts } from './event-concepts.ts'
import { type EventContext, parseEvent } from './event-file.ts'

const eventContext: EventContext = {
  places: { resolve: () => undefined, suggest: () => [] },
  strategies: strategyCatalog,
}
const TURTLE = `@prefix : <http://example.org/storm#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:Storm a owl:Class ; rdfs:label "storm"@en, "风暴"@zh .
:Rain rdfs:subClassOf :Storm ; rdfs:label "rainstorm"@en .
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-concepts-'))
})
afterEach(() => rm(folder, { recursive: true }))

const event = (concepts: string) => `name: Storm # a comment\nwhat: [storm]\nconcepts:\n${concepts}`
async function parse(text: string) {
  const file = join(folder, 'event.yaml')
  return parseEvent(text, eventContext, file, await readConceptFiles(text, file))
}
const plain = (text: string) => [{ text, language: '' }]
const written = (name: string, text: string) => writeFile(join(folder, name), text)

describe('concepts: in an event file', () => {
  it('is read as an inline tree', async () => {
    const { concepts } = await parse(
      event(`  global:
    disaster:
      label: { en: disaster, zh: 灾害 }
      also: { en: [calamity, catastrophe] }
      narrower:
        flood: [flash flood, waterlogging]
        landslide: flash flood
  local:
    - flood: [dam failure]
`),
    )
    expect(concepts?.global).toEqual({
      topic: 'disaster',
      concepts: [
        {
          id: 'disaster',
          labels: [
            { text: 'disaster', language: 'en' },
            { text: '灾害', language: 'zh' },
          ],
          synonyms: [
            { text: 'calamity', language: 'en' },
            { text: 'catastrophe', language: 'en' },
          ],
          parents: [],
        },
        { id: 'flood', labels: plain('flood'), synonyms: [], parents: ['disaster'] },
        { id: 'flash flood', labels: plain('flash flood'), synonyms: [], parents: ['flood', 'landslide'] },
        { id: 'waterlogging', labels: plain('waterlogging'), synonyms: [], parents: ['flood'] },
        { id: 'landslide', labels: plain('landslide'), synonyms: [], parents: ['disaster'] },
      ],
    })
    expect(concepts?.local.map(({ topic }) => topic)).toEqual(['flood'])
  })

  it('is read from files relative to the event file', async () => {
    await written('storm.ttl', TURTLE)
    const { concepts } = await parse(
      event('  topic: 风暴\n  global: storm.ttl\n  local: [{ file: storm.ttl, topic: rainstorm }]\n'),
    )
    expect(concepts?.global?.topic).toBe('http://example.org/storm#Storm')
    expect(concepts?.local[0]?.topic).toBe('http://example.org/storm#Rain')
  })

  it.each([
    [
      'global: nowhere.ttl',
      /event\.yaml:4:11: concepts\.global: Cannot read .*nowhere\.ttl: the file does not exist/,
    ],
    ['global: https://example.org/a.ttl', /is a URL: download the ontology/],
    ['global: bad.ttl', /bad\.ttl:2: not valid Turtle/],
    ['global: { a: [b], b: [a] }', /form a cycle: "a" is under "b" is under "a"/],
    ['global: [flood, fire]', /several top concepts \("flood", "fire"\): set topic:/],
    [
      'global: { flood: [dam] }\n  topic: fire',
      /The topic "fire" is not one of the concepts of the ontology/,
    ],
    ['topic: fire', /concepts\.topic is the topic of concepts\.global, which is missing/],
    ['glbal: [flood]', /unknown key "glbal" in concepts \(did you mean "global"\?\)/],
    ['global: { flood: { zh: 洪水 } }', /unknown key "zh" in "flood".*known keys: label, also, narrower/],
    ['global: { flood: { label: { english language: a } } }', /is not a language code/],
    [
      'global: { flood: { label: a, narrower: { dam: { label: b } } }, dam: { label: c } }',
      /"dam" is described twice/,
    ],
    ['local: flood', /concepts\.local must be a list/],
  ])('refuse %s', async (concepts, message) => {
    await written('bad.ttl', '@prefix : <http://example.org/> .\n:a :b .\n')
    await expect(parse(event(`  ${concepts}\n`))).rejects.toThrow(message)
  })

  it.each([300, 5_000])('is refused with %i nested levels', async (levels) => {
    const text = event(`  global: ${'['.repeat(levels)}${']'.repeat(levels)}\n`)
    await expect(parse(text)).rejects.toThrow(/event\.yaml:4:\d+: (?:nested too deeply|a concept in)/)
  })

  it('is inlined when the event is copied', async () => {
    await written('storm.ttl', TURTLE)
    const text = event(
      '  global: storm.ttl # the subject\n  local: [{ file: storm.ttl, topic: rainstorm }]\n',
    )
    const before = await parse(text)
    const whole = withInlineConcepts(text, await readConceptFiles(text, join(folder, 'event.yaml')))
    expect(parseEvent(whole, eventContext)).toEqual(before)
    expect(whole).toContain('# a comment')
    expect(whole).not.toContain('storm.ttl')
  })

  it('leaves an event without files exactly as it is', () => {
    const text = event('  global:   { storm:   [rain] }\n')
    expect(withInlineConcepts(text, new Map())).toBe(text)
  })
})
