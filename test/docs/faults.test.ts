import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface Row {
  readonly entry: string
  readonly file: string
  readonly test: string
  readonly promise: string
}

const rows: Row[] = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| 4\.\d/.test(line))
  .map((line) => {
    const [, entry = '', , file = '', test = '', promise = ''] = line.split('|').map((cell) => cell.trim())
    return { entry, file: file.replaceAll('`', ''), test, promise }
  })

it('docs/reliability.md has one row for each entry of the catalogue', () => {
  expect(rows.map(({ entry }) => entry)).toEqual(Array.from({ length: 28 }, (_, i) => `4.${i + 1}`))
})

it.each(rows)('$entry names a test that exists, or says that there is none', ({ file, test, promise }) => {
  if (file === '-') {
    expect(promise).toMatch(/^not yet: ./)
    return
  }
  expect(existsSync(join(ROOT, file))).toBe(true)
  const source = readFileSync(join(ROOT, file), 'utf8')
  expect(test).not.toBe('')
  expect(source).toContain(test)
  expect(promise).not.toMatch(/^not yet/)
})
