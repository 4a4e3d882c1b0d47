import { expect, it } from 'vitest'
import { collectionNames } from './collection-names.ts'

it('names collections after their events, with the id where two events have the same name', () => {
  const names = collectionNames([
    { id: 'a', name: 'Flood' },
    { id: 'b', name: 'Storm' },
    { id: 'c', name: 'Flood' },
    { id: 'd', name: '' },
  ])
  expect([...names.values()]).toEqual(['Flood (a)', 'Storm', 'Flood (c)', 'd'])
})
