import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RENDER_LIMITS } from './limits.ts'
import { RENDER_PROBLEMS } from './rendering.ts'

// Formatters pad the columns of tables.
const docs = readFileSync(new URL('../../docs/rendering.md', import.meta.url), 'utf8').replace(/ +/g, ' ')

describe('docs/rendering.md', () => {
  it.each(Object.entries(RENDER_PROBLEMS))('lists the reason %s', (code, description) => {
    expect(docs).toContain(`| \`${code}\` | ${description} |`)
  })

  it.each(Object.entries(DEFAULT_RENDER_LIMITS))('lists the limit %s with its default', (name, value) => {
    expect(docs).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`)
  })
})
