import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { READ_ATTRIBUTES } from './html-reading.ts'

/** The listeners of the pass over a page's markup. */
const LISTENERS = ['html-reading.ts', 'head.ts', 'links.ts', 'block-hints.ts', '../time/date-hints.ts']

describe('attributes kept by the pass', () => {
  it.each(LISTENERS)('include all that %s reads', (file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    const read = [
      ...[...source.matchAll(/(?<!-)attributes\.([a-z]+)/g)].map(([, name]) => name),
      ...[...source.matchAll(/attributes\['([^']+)'\]/g)].map(([, name]) => name),
      ...[...source.matchAll(/\{([a-z, ]+)\} = attributes/g)].flatMap(([, names]) => names?.split(', ')),
      ...[...source.matchAll(/^ +'(data-[a-z]+|datetime)',$/gm)].map(([, name]) => name),
    ].map((name) => name?.trim())
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter((name) => name === undefined || !READ_ATTRIBUTES.has(name))).toEqual([])
  })
})
