import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface Row {
  readonly entry: string
  readonly file: string
  readonly test: string
  readonly guarantee: string
}

const rows: Row[] = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?:(?:also|browser) )?[24](?:\.\d| \|)/.test(line))
  .map((line) => {
    const [, entry = '', , file = '', test = '', guarantee = ''] = line.split('|').map((cell) => cell.trim())
    return { entry, file: file.replaceAll('`', ''), test, guarantee }
  })

describe('the fault tables of docs/reliability.md', () => {
  it('have one row for each entry of section 4 of the catalogue', () => {
    const entries = rows.map(({ entry }) => entry).filter((entry) => entry.startsWith('4.'))
    expect(entries).toEqual(Array.from({ length: 28 }, (_, i) => `4.${i + 1}`))
  })

  it('have the entries about fetching once more for the browser', () => {
    const entries = rows.map(({ entry }) => entry).filter((entry) => entry.startsWith('browser '))
    expect(entries).toEqual(Array.from({ length: 8 }, (_, i) => `browser 4.${i + 1}`))
  })

  it('have the entries of section 2', () => {
    const entries = rows.map(({ entry }) => entry)
    expect(entries).toEqual(expect.arrayContaining(['2.1 to 2.6', '2.7', '2', 'also 4.14']))
  })

  it.each(rows)('name an existing test for $entry, or state that there is none', (row) => {
    const { file, test, guarantee } = row
    if (file === '-') {
      expect(guarantee).toMatch(/^not yet: ./)
      return
    }
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    expect(test).not.toBe('')
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(test)
    expect(guarantee).not.toMatch(/^(not yet.*)?$/)
  })
})
