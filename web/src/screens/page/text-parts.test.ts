import { describe, expect, it } from 'vitest'
import { directionOf, textParts } from './text-parts.ts'

describe('text with places marked', () => {
  const text = 'From Tacloban to Cebu.'
  const marks = [
    { start: 17, end: 21, id: '2' },
    { start: 5, end: 13, id: '1' },
  ]

  it('is split at the marks without losing text', () => {
    const parts = textParts(text, marks, Infinity)
    expect(parts.map(({ text, place }) => [text, place])).toEqual([
      ['From ', null],
      ['Tacloban', '1'],
      [' to ', null],
      ['Cebu', '2'],
      ['.', null],
    ])
  })

  it('survives marks that overlap or reach outside the text', () => {
    const wild = [
      { start: 5, end: 13, id: '1' },
      { start: 8, end: 10, id: '2' },
      { start: 20, end: 900, id: '3' },
      { start: 900, end: 901, id: '4' },
      { start: 3, end: 3, id: '5' },
    ]
    const parts = textParts(text, wild, Infinity)
    expect(parts.map(({ text }) => text).join('')).toBe(text)
    expect(parts.flatMap(({ place }) => place ?? [])).toEqual(['1', '3'])
  })

  it('can be cut to a length', () => {
    expect(textParts(text, marks, 8).map(({ text }) => text)).toEqual(['From ', 'Tac'])
  })

  it('has the direction of its language', () => {
    expect(['ar', 'he-IL', 'zh', 'en', '', 'und'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'auto',
      'auto',
    ])
  })
})
