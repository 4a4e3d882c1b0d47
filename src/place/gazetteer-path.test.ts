import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_NAME } from './gazetteer-format.ts'
import { gazetteerPath } from './gazetteer-path.ts'

describe('gazetteerPath', () => {
  it('is the file that EVENTIDE_GAZETTEER names, from the working directory', () => {
    expect(gazetteerPath({ EVENTIDE_GAZETTEER: 'mine.bin' })).toBe(resolve('mine.bin'))
  })

  it('is the built file when the environment names none', () => {
    expect(gazetteerPath({})).toBe(resolve(import.meta.dirname, '../../dist/gazetteer', FILE_NAME))
  })
})
