import { describe, expect, it } from 'vitest'
import { noun, plural } from './format.ts'

describe('plural', () => {
  it('uses the singular for one and the plural for any other count', () => {
    expect([0, 1, 2, 21].map((pages) => plural(pages, 'page'))).toEqual([
      '0 pages',
      '1 page',
      '2 pages',
      '21 pages',
    ])
    expect(plural(1, 'copy', 'copies')).toBe('1 copy')
    expect(plural(3, 'copy', 'copies')).toBe('3 copies')
  })

  it('writes the noun alone where the count is shown apart', () => {
    expect([noun(1, 'page'), noun(2, 'page')]).toEqual(['page', 'pages'])
  })
})
