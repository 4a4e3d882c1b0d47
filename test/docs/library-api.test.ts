import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const source = readFileSync(join(ROOT, 'src/index.ts'), 'utf8')
const page = readFileSync(join(ROOT, 'docs/library-api.md'), 'utf8')

interface Exported {
  readonly name: string
  readonly isType: boolean
}

/** The names that src/index.ts exports, which it lists one by one. */
function exportedNames(): Exported[] {
  const lists = [...source.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => ({
        name: name.replace(/^type /, ''),
        isType: type !== undefined || name.startsWith('type '),
      })),
  )
  const constants = [...source.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => ({
    name,
    isType: false,
  }))
  return [...lists, ...constants]
}

const sorted = (names: Iterable<string | undefined>) => [...names].sort()

describe('the library API', () => {
  const exported = exportedNames()

  it('documents every exported value in a section, and no other', () => {
    const sections = [...page.matchAll(/^### `(\w+)/gm)].map((match) => match[1])
    expect(sorted(sections)).toEqual(sorted(exported.filter(({ isType }) => !isType).map(({ name }) => name)))
  })

  it('documents every exported type in the table, and no other', () => {
    const [, table = ''] = page.split('\n## Types\n')
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
    expect(sorted(rows)).toEqual(sorted(exported.filter(({ isType }) => isType).map(({ name }) => name)))
  })

  it('describes each export of src/index.ts in one line', () => {
    const undocumented = [...source.matchAll(/^(.*)\nexport .*$/gm)].filter(
      ([, before = '']) => !before.trimEnd().endsWith('*/'),
    )
    expect(undocumented.map(([text]) => text)).toEqual([])
  })

  it('exports nothing wholesale', () => {
    expect(source).not.toMatch(/^export (?:\*|default)/m)
  })
})
