import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RENDER_LIMITS } from './limits.ts'
import { RENDER_PROBLEMS } from './rendering.ts'

// Formatters pad the columns of tables.
const docs = readFileSync(new URL('../../docs/rendering.md', import.meta.url), 'utf8').replace(/ +/g, ' ')

describe('docs/rendering.md', () => {
  it.each(Object.entries(RENDER_PROBLEMS))('lists the reason %s', (code, says) => {
    expect(docs).toContain(`| \`${code}\` | ${says} |`)
  })

  it.each(Object.entries(DEFAULT_RENDER_LIMITS))('lists the limit %s with its default', (name, value) => {
    expect(docs).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`)
  })
})

describe('docs/reliability.md, the browser', () => {
  const root = new URL('../../', import.meta.url)
  const rows = readFileSync(new URL('docs/reliability.md', root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| browser 4.'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))

  it('has the entries about fetching', () => {
    expect(rows.map(([, entry]) => entry)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `browser 4.${n}`))
  })

  it.each(rows)('%s %s names a test that exists', (_, __, ___, file = '', test = '') => {
    expect(test).not.toBe('')
    expect(readFileSync(new URL(file, root), 'utf8')).toContain(test)
  })
})
