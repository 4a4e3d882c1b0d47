import { describe, expect, it } from 'vitest'
import docs from '../../../../docs/frontier.md?raw'
import { FETCH_FAILURES } from '../../../../src/model/errors.ts'
import { errorWords } from './error-words.ts'

const unknown = errorWords('no-such:code')

describe('errorWords', () => {
  it('knows every code of a fetch, as it is counted and as it is stored', () => {
    for (const code of Object.keys(FETCH_FAILURES)) {
      expect(errorWords(code)).not.toEqual(unknown)
      expect(errorWords(`fetch:${code}`)).toEqual(errorWords(code))
    }
  })

  it('knows every code that docs/frontier.md says leaves an address out', () => {
    const rules = docs.slice(docs.indexOf('## Scope rules'), docs.indexOf('**Soft 404s.**'))
    const codes = rules.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const cell = cells.length === 6 ? cells[2] : cells.length === 5 ? cells[1] : ''
      return [...(cell ?? '').matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1]!)
    })
    expect(codes.length).toBeGreaterThan(12)
    for (const code of codes) expect(errorWords(`scope:${code}`), code).not.toEqual(unknown)
  })

  it('knows statuses in both spellings, the odd ones too', () => {
    expect(errorWords('http:404')).toEqual(errorWords('http-404'))
    expect(errorWords('http:503').means).toContain('busy')
    expect(errorWords('http:599').means).toContain('599')
    expect(errorWords('http:418').means).toContain('418')
  })

  it('is not taken in by names of another kind', () => {
    for (const kind of ['constructor', '__proto__', 'http:99999', '<b>', ''])
      expect(errorWords(kind)).toEqual(unknown)
  })
})
