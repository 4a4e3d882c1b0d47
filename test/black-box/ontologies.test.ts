import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { done, eventide, INSTALLED, scratchFolder } from './bed.ts'

/** Formats are read and written by packages that are loaded only then: a bundle can lack one and still start. */
describe('ontology files', () => {
  const source = join(INSTALLED, 'examples/rainstorm.ttl')
  let cwd = ''
  let original: unknown

  beforeAll(async () => {
    await done('package')
    cwd = await scratchFolder()
    original = await shown(source)
  })

  const shown = async (file: string): Promise<unknown> => {
    const { code, out, err } = await eventide(['ontology', 'show', file, '--json'], { cwd })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }

  it.each(['ttl', 'rdf', 'skos', 'skos-rdf', 'yaml'])(
    'are written as %s and read back whole',
    async (format) => {
      const file = `rainstorm.${format}.txt`
      const written = await eventide(['ontology', 'convert', source, '--format', format, '-o', file], { cwd })
      expect(written).toMatchObject({ code: 0, out: '' })
      expect(await shown(file)).toEqual(original)
    },
  )
})
