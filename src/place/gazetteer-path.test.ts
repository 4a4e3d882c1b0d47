import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_NAME } from './gazetteer-format.ts'
import { gazetteerPath } from './gazetteer-path.ts'

describe('gazetteerPath', () => {
  it('resolves EVENTIDE_GAZETTEER against the working directory', () => {
    expect(gazetteerPath({ EVENTIDE_GAZETTEER: 'mine.bin' })).toBe(resolve('mine.bin'))
  })

  it('returns the built file when EVENTIDE_GAZETTEER is not set', () => {
    expect(gazetteerPath({})).toBe(resolve(import.meta.dirname, '../../dist/gazetteer', FILE_NAME))
  })
})
