import { describe, expect, it } from 'vitest'
import { type ExportFormat, pageByPage } from './export-format.ts'
import { exportFormat, exportFormatNames, registerExportFormat } from './formats.ts'

const format: ExportFormat = {
  title: 'Titles',
  help: 'one title per line',
  type: 'text/plain',
  ending: 'txt',
  text: true,
  write: (selection) =>
    pageByPage(selection, async function* () {
      yield 'nothing'
    }),
}

describe('registerExportFormat', () => {
  it('adds a format after the built-in ones', () => {
    registerExportFormat('titles', format)
    expect(exportFormatNames().at(-1)).toBe('titles')
    expect(exportFormat('titles')).toBe(format)
  })

  it('refuses a name that is taken', () => {
    expect(() => registerExportFormat('csv', format)).toThrow(/already/)
  })

  it.each(['', 'With Spaces', '../csv', '__proto__', 'x'.repeat(41)])('refuses the name "%s"', (name) => {
    expect(() => registerExportFormat(name, format)).toThrow(/cannot be the name/)
  })

  it('refuses a format that cannot write', () => {
    expect(() => registerExportFormat('broken', {} as ExportFormat)).toThrow(/needs write\(\)/)
  })
})
