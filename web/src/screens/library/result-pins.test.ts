import { describe, expect, it } from 'vitest'
import { NO_FILTERS } from './filters.ts'
import type { Hit } from './result-item.tsx'
import { pinsOf } from './result-pins.ts'

const tacloban = { id: '1', name: 'Tacloban', lat: 11.2, lon: 125, count: 5 }
const suva = { id: '2', name: 'Suva', lat: -18, lon: 178.4, count: 2 }
const hit = (places: Hit['places']): Hit => ({
  collection: 'c',
  page: 1,
  title: 'Title',
  url: 'https://example.org/',
  source: 'example.org',
  language: 'en',
  published: null,
  fetchedAt: '',
  relevance: 1,
  relevant: true,
  curated: null,
  kind: 'article',
  snippet: { text: '', marks: [] },
  places,
  copies: 0,
  archived: true,
})

describe('pinsOf', () => {
  it('numbers pins as the list; a page without a place has no pin', () => {
    const pins = pinsOf([hit([tacloban]), hit([]), hit([suva, tacloban])], 21, NO_FILTERS)
    expect(pins.map(({ number, place }) => [number, place])).toEqual([
      [21, 'Tacloban'],
      [23, 'Suva'],
    ])
  })

  it('puts the pin at the place the page was found by', () => {
    const both = hit([tacloban, suva])
    expect(pinsOf([both], 1, { ...NO_FILTERS, place: ['2'] })[0]?.place).toBe('Suva')
    expect(pinsOf([both], 1, { ...NO_FILTERS, box: [170, -30, -170, 0] })[0]?.place).toBe('Suva')
    expect(pinsOf([both], 1, { ...NO_FILTERS, box: [0, 0, 1, 1] })[0]?.place).toBe('Tacloban')
  })
})
