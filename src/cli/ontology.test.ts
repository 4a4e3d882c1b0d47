import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEvent } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { findConcept } from '../ontology/make-ontology.ts'
import { readOntologyFile } from '../ontology/ontology-file.ts'
import { createProgram } from './program.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
const RAINSTORM = join(EXAMPLES, 'rainstorm.ttl')
const TABLE_1 = join(EXAMPLES, 'rainstorm-terms.csv')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ontology-'))
})
afterEach(() => rm(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

async function run(...args: string[]) {
  let [out, err] = ['', '']
  const terminal = {
    out: { write: (text: string) => (out += text) },
    err: { write: (text: string) => (err += text) },
  }
  await createProgram(terminal).parseAsync(['node', 'eventide', 'ontology', ...args])
  return { out, err }
}

const PAGES = [
  [
    'Flood in the valley',
    'The reservoir overflowed and floodwater reached the cathedral. Evacuation began after the flood.',
  ],
  [
    'Landslide above the valley',
    'The flood loosened a landslide above the reservoir. Evacuation goes on after the landslide.',
  ],
  ['Reservoir repaired', 'Engineers repaired the reservoir after the flood. The cathedral reopened.'],
]

describe('eventide ontology build', () => {
  it('builds the ontology of OA table 1 and draws its lattice', async () => {
    const { out, err } = await run(
      'build',
      TABLE_1,
      '--rows-are-terms',
      '--svg',
      at('l.svg'),
      '-o',
      at('t.owl'),
      '--json',
    )
    expect(err).toBe(`${at('t.owl')} written; look at it with: eventide ontology show ${at('t.owl')}\n`)
    const { topic, concepts, lattice } = JSON.parse(out)
    expect(topic).toBe('rainstorm disaster')
    expect(concepts.find((one: { id: string }) => one.id === 'disaster management').parents).toEqual([topic])
    expect(lattice).toHaveLength(12)
    expect(lattice[1]).toEqual({
      documents: ['Doc 1', 'Doc 2', 'Doc 3'],
      terms: ['rainstorm disaster', 'disaster management'],
      ownTerms: ['disaster management'],
      ownDocuments: ['Doc 1'],
      above: [0],
    })
    expect(await readFile(at('l.svg'), 'utf8')).toContain('>emergency alert level</text>')
    expect(await readFile(at('t.owl'), 'utf8')).toContain('<owl:Class')
  })

  it('chooses terms from pages, and puts a topic above them', async () => {
    const lines = PAGES.map(([title, text], i) =>
      JSON.stringify({ url: `http://a.example/${i}`, title, text }),
    )
    await writeFile(at('pages.jsonl'), lines.join('\n'))
    const { out } = await run(
      'build',
      at('pages.jsonl'),
      '--reading-workers',
      '0',
      '--terms',
      '100',
      '--topic',
      'valley disaster',
      '--format',
      'skos',
    )
    expect(out).toContain('skos:ConceptScheme')
    await writeFile(at('built.ttl'), out)
    const { ontology } = await readOntologyFile(at('built.ttl'))
    expect(ontology.topic).toBe('valley disaster')
    const called = (word: string) => findConcept(ontology.concepts, word)
    // Every page has the reservoir and the flood; two of them the evacuation.
    expect(called('evacuation')?.parents).toEqual([called('reservoir')?.id])
    expect(called('flood')?.id).toBe(called('reservoir')?.id)
    expect(called('reservoir')?.parents).toEqual(['valley disaster'])
  })

  it('does not mix tables and pages', async () => {
    await expect(run('build', TABLE_1, 'pages.jsonl')).rejects.toThrow(
      /is a table: build from one table, or from pages/,
    )
  })
})

describe('eventide ontology show', () => {
  it('shows the tree with the similarities to the topic, in the requested language', async () => {
    const { out, err } = await run('show', RAINSTORM, '--language', 'zh', '--svg', at('tree.svg'))
    expect(err).toBe('')
    expect(out).toMatch(/^Rainstorm disasters: 35 concepts about 暴雨灾害\n/)
    expect(out).toMatch(/\n暴雨灾害 .* 1\.00 {2}1\.00 {2}1\.00/)
    expect(out).toMatch(/\n {8}泥石流 .*also under 地质灾害/)
    expect(await readFile(at('tree.svg'), 'utf8')).toContain('urban waterlogging · 城市内涝')
  })

  it('reports a guessed topic, and accepts another', async () => {
    await writeFile(at('two.yaml'), '[flood, storm: [hail]]')
    const guess = await run('show', at('two.yaml'))
    expect(guess.err).toMatch(/several top concepts; taken as the topic: storm \(--topic names another\)/)
    const said = await run('show', at('two.yaml'), '--topic', 'Hail', '--json')
    expect(said.err).toBe('')
    expect(JSON.parse(said.out).topic).toBe('hail')
  })

  it('prints no control characters', async () => {
    await writeFile(at('evil.yaml'), '"\\e[31mred": ["\\u202Eback"]')
    const { out } = await run('show', at('evil.yaml'))
    for (const sign of ['\u001b', '\u202e']) expect(out).not.toContain(sign)
  })

  it.each([
    [['show', 'nowhere.ttl'], /Cannot read nowhere\.ttl: the file does not exist/],
    [['show', 'https://example.org/a.owl'], /is a URL: download/],
    [
      ['show', RAINSTORM, '--topic', 'volcano'],
      /rainstorm\.ttl: The topic "volcano" is not one of the concepts of the ontology/,
    ],
  ])('refuses %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message)
  })
})

describe('eventide ontology convert', () => {
  it.each(['ttl', 'rdf', 'skos', 'skos-rdf', 'yaml'])(
    'loses nothing in the conversion to %s',
    async (format) => {
      await run('convert', RAINSTORM, '--format', format, '-o', at('there'))
      const [before, after] = await Promise.all([readOntologyFile(RAINSTORM), readOntologyFile(at('there'))])
      expect(after.ontology).toEqual(before.ontology)
    },
  )

  it('chooses the format by file name, and does not replace a file without --force', async () => {
    await run('convert', RAINSTORM, '-o', at('a.rdf'))
    expect(await readFile(at('a.rdf'), 'utf8')).toMatch(/^<\?xml/)
    await expect(run('convert', RAINSTORM, '-o', at('a.rdf'))).rejects.toThrow(/already exists/)
    await run('convert', RAINSTORM, '-o', at('a.rdf'), '--format', 'yaml', '--force')
    expect(await readFile(at('a.rdf'), 'utf8')).toMatch(/^name: Rainstorm disasters\n/)
  })

  it('reports what the result cannot represent', async () => {
    await writeFile(
      at('c.ttl'),
      '<http://a/b> a <http://www.w3.org/2002/07/owl#Class>; <http://a/comment> "x", "y" .',
    )
    const { err } = await run('convert', at('c.ttl'))
    expect(err).toBe(`${at('c.ttl')}: left out, because concepts cannot represent it: comment 2\n`)
  })
})

describe('the examples', () => {
  it('name every concept in English and in Chinese', async () => {
    const { ontology, topicIsGuess } = await readOntologyFile(RAINSTORM)
    expect(topicIsGuess).toBe(false)
    const languages = ontology.concepts.map(({ labels }) => labels.map(({ language }) => language).join())
    expect(new Set(languages)).toEqual(new Set(['en,zh']))
  })

  it('are an event with a global and local ontologies', async () => {
    const { concepts } = await readEvent(join(EXAMPLES, 'zhengzhou.yaml'), eventContext)
    expect(concepts?.global?.concepts).toHaveLength(35)
    expect(concepts?.local.map(({ name, topic }) => [name, topic])).toEqual([
      ['Flooded city', 'urban waterlogging'],
      ['Rescue and relief', 'rescue'],
    ])
  })
})
