import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FETCH_FAILURES } from '../model/errors.ts'
import { DEFAULT_SOCKET_LIMITS } from './connections.ts'
import { DEFAULT_LIMITS } from './limits.ts'

// Formatters pad the columns of tables.
const docs = readFileSync(new URL('../../docs/fetching.md', import.meta.url), 'utf8').replace(/ +/g, ' ')

describe('docs/fetching.md', () => {
  it.each(Object.entries(FETCH_FAILURES))('lists the failure %s', (code, { retry, meaning }) => {
    expect(docs).toContain(`| \`${code}\` | ${retry ? 'yes' : 'no'} | ${meaning} |`)
  })

  it.each(Object.entries(DEFAULT_LIMITS))('lists the limit %s with its default', (name, value) => {
    expect(docs).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`)
  })

  it('states the limits of connections', () => {
    const { perOrigin, total, idleMs } = DEFAULT_SOCKET_LIMITS
    expect(docs).toContain(
      `at most ${perOrigin} to one origin and ${total} in all, closed after ${idleMs / 1000} s`,
    )
  })
})
