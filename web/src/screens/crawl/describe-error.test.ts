import { describe, expect, it } from 'vitest'
import docs from '../../../../docs/frontier.md?raw'
import { FETCH_FAILURES } from '../../../../src/model/errors.ts'
import { describeError } from './describe-error.ts'

const unknown = describeError('no-such:code')

describe('describeError', () => {
  it('describes every fetch error, as counted and as stored', () => {
    for (const code of Object.keys(FETCH_FAILURES)) {
      expect(describeError(code)).not.toEqual(unknown)
      expect(describeError(`fetch:${code}`)).toEqual(describeError(code))
    }
  })

  it('describes every exclusion code of docs/frontier.md', () => {
    const rules = docs.slice(docs.indexOf('## Scope rules'), docs.indexOf('**Soft 404s.**'))
    const codes = rules.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const cell = cells.length === 6 ? cells[2] : cells.length === 5 ? cells[1] : ''
      return [...(cell ?? '').matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1]!)
    })
    expect(codes.length).toBeGreaterThan(12)
    for (const code of codes) expect(describeError(`scope:${code}`), code).not.toEqual(unknown)
  })

  it('describes HTTP statuses in both spellings, unusual ones too', () => {
    expect(describeError('http:404')).toEqual(describeError('http-404'))
    expect(describeError('http:503').meaning).toContain('overloaded')
    expect(describeError('http:599').meaning).toContain('599')
    expect(describeError('http:418').meaning).toContain('418')
  })

  it('treats names such as constructor as unknown', () => {
    for (const kind of ['constructor', '__proto__', 'http:99999', '<b>', ''])
      expect(describeError(kind)).toEqual(unknown)
  })
})
