import { expect, it } from 'vitest'
import { collectionNames } from './collection-names.ts'

it('collections are called by their events, and told apart where those are named alike', () => {
  const names = collectionNames([
    { id: 'a', name: 'Flood' },
    { id: 'b', name: 'Storm' },
    { id: 'c', name: 'Flood' },
    { id: 'd', name: '' },
  ])
  expect([...names.values()]).toEqual(['Flood (a)', 'Storm', 'Flood (c)', 'd'])
})
