import { describe, expect, it } from 'vitest'
import { kindOf, pageOf } from './pasted-page.ts'

describe('a pasted page', () => {
  it.each([
    ['https://www.example.org/a', 'url'],
    ['  <!doctype html><p>x', 'html'],
    ['<div class="a">x</div>', 'html'],
    ['Two words and https://www.example.org/a', 'text'],
    ['< 5 people', 'text'],
  ])('recognizes %s as %s', (pasted, kind) => {
    expect(kindOf(pasted)).toBe(kind)
  })

  it('is sent as its kind', () => {
    expect(pageOf(' https://www.example.org/a ', '')).toEqual({ url: 'https://www.example.org/a' })
    expect(pageOf('text', '2013-11-08')).toEqual({ text: 'text', date: '2013-11-08' })
    expect(kindOf(' \n')).toBeNull()
  })
})
