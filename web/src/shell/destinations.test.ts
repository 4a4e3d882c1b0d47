import { expect, it } from 'vitest'
import { routeUrl } from '../api/client.ts'
import { collectionAt, destinationAt, GENERAL, screensOf } from './destinations.ts'

it.each([
  ['/', '', null, 'home'],
  ['/lab', '', null, 'lab'],
  ['/events/new', '', null, 'events/new'],
  ['/library', '', null, 'library'],
  ['/library', '?q=a&in=example', 'example', 'pages'],
  ['/library', '?in=a,b', null, 'library'],
  ['/c/example/map', '', 'example', 'map'],
  ['/c/example/pages/12', '?q=x', 'example', 'pages'],
  ['/c/%E0%A4%A/map', '', '%E0%A4%A', 'map'],
])('%s%s belongs to the collection %s and the screen %s', (path, search, collection, screen) => {
  expect(collectionAt(path, search)).toBe(collection)
  expect(destinationAt(path, search)).toBe(screen)
})

it('gives every screen a different letter', () => {
  const letters = [...GENERAL, ...screensOf('x')].map((to) => to.letter)
  expect(new Set(letters).size).toBe(letters.length)
})

it('escapes values in URLs', () => {
  expect(routeUrl('GET /api/collections/:id', { params: { id: '../a?b' } })).toBe(
    '/api/collections/..%2Fa%3Fb',
  )
  expect(routeUrl('GET /api/places', { query: { q: 'a&b=c', limit: 5 } })).toBe(
    '/api/places?q=a%26b%3Dc&limit=5',
  )
  expect(routeUrl('GET /api/search', { query: { q: '', in: undefined } })).toBe('/api/search')
})
