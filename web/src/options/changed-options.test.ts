import { expect, it } from 'vitest'
import { changedOptions } from './changed-options.ts'

it('lists the options that differ from their defaults, apart from the strategy', () => {
  expect(
    changedOptions({
      strategy: 'tabu',
      pages: 1_000,
      delay: 2_000,
      sitemaps: false,
      allowHost: ['a.example'],
    }),
  ).toEqual(['Allow host a.example', 'Sitemaps off', 'Delay 2s'])
  expect(changedOptions({})).toEqual([])
})
