import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { knownLanguage, LANGUAGES, rulesOf } from './languages.ts'
import { stemmers } from './libraries.ts'

const guide = readFileSync(new URL('../../docs/page-reading.md', import.meta.url), 'utf8')

describe('LANGUAGES', () => {
  it('covers at least twenty languages, including those with the largest press', () => {
    expect(Object.keys(LANGUAGES).length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(LANGUAGES)).toEqual(expect.arrayContaining(['zh', 'ja', 'ar', 'ru', 'es', 'hi']))
  })

  it.each(Object.values(LANGUAGES).map(({ name }) => name))('lists %s in the guide', (name) => {
    expect(guide).toMatch(new RegExp(`^- .*\\b${name}\\b`, 'm'))
  })

  it('names only stemming algorithms that exist', () => {
    const named = Object.values(LANGUAGES).flatMap((rules) => ('stemmer' in rules ? [rules.stemmer] : []))
    expect(stemmers().algorithms()).toEqual(expect.arrayContaining(named))
  })

  it('does not treat inherited object members as languages', () => {
    expect(knownLanguage('constructor')).toBe('und')
    expect(rulesOf(knownLanguage('__proto__')).name).toBe('unknown')
  })
})
