import { describe, expect, it } from 'vitest'
import { pluginsIn } from './plugin-option.ts'

describe('pluginsIn', () => {
  it('finds plugins before and after the command, in both spellings', () => {
    expect(pluginsIn(['--plugin', './a.mjs', 'crawl', 'x', '--plugin=b'])).toEqual(['./a.mjs', 'b'])
  })

  it('ignores what follows -- and a flag without a value', () => {
    expect(pluginsIn(['search', 'x', '--', '--plugin', 'a'])).toEqual([])
    expect(pluginsIn(['crawl', '--plugin'])).toEqual([])
  })
})
