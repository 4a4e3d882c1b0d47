import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { knownLanguage, LANGUAGES, rulesOf } from './languages.ts'
import { stemmers } from './libraries.ts'

const guide = readFileSync(new URL('../../docs/page-reading.md', import.meta.url), 'utf8')

describe('languages', () => {
  it('are at least twenty, those of the widest press among them', () => {
    expect(Object.keys(LANGUAGES).length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(LANGUAGES)).toEqual(expect.arrayContaining(['zh', 'ja', 'ar', 'ru', 'es', 'hi']))
  })

  it.each(Object.values(LANGUAGES).map(({ name }) => name))('%s is in the guide', (name) => {
    expect(guide).toMatch(new RegExp(`^- .*\\b${name}\\b`, 'm'))
  })

  it('name algorithms that exist', () => {
    const named = Object.values(LANGUAGES).flatMap((rules) => ('stemmer' in rules ? [rules.stemmer] : []))
    expect(stemmers().algorithms()).toEqual(expect.arrayContaining(named))
  })

  it('know nothing of members every object has', () => {
    expect(knownLanguage('constructor')).toBe('und')
    expect(rulesOf(knownLanguage('__proto__')).name).toBe('unknown')
  })
})
