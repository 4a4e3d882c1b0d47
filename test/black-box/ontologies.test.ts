import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.ts'

const examples = join(import.meta.dirname, '../../examples')

/** Formats are read and written by packages that are loaded only then: a bundle can lack one and still start. */
describe('ontology files through the built program', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-ontologies-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(['ttl', 'rdf', 'skos', 'skos-rdf', 'yaml'])('writes %s and reads it back whole', async (format) => {
    const source = join(examples, 'rainstorm.ttl')
    const file = join(folder, `rainstorm.${format}.txt`)
    const written = await runCli(['ontology', 'convert', source, '--format', format, '-o', file])
    expect(written).toMatchObject({ code: 0, out: '' })
    const [original, copy] = await Promise.all(
      [source, file].map((path) => runCli(['ontology', 'show', path, '--json'])),
    )
    expect(copy).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(copy!.out)).toEqual(JSON.parse(original!.out))
  })

  it('reads an event that names an ontology file', async () => {
    const { code, out } = await runCli(['event', 'show', join(examples, 'zhengzhou.yaml')])
    expect(out).toContain('Rainstorm disasters: 35 concepts')
    expect(code).toBe(0)
  })
})
