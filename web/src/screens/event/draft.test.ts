import { describe, expect, it } from 'vitest'
import type { Strategies } from '../../options/use-strategies.ts'
import { addNames, type Draft, draftOf, EMPTY, formOf, missingIn, renamePicked } from './draft.ts'

const strategies: Strategies = {
  list: [
    {
      name: 'event-model',
      summary: '',
      from: '',
      options: [
        { name: 'topic', type: 'number', default: 9, min: 0, max: 100, nullable: false, description: '' },
      ],
    },
  ],
  defaultName: 'adaptive',
}

const full: Draft = {
  name: 'Typhoon Haiyan',
  what: [
    { name: 'typhoon', weight: 1 },
    { name: '台风', weight: 0.8 },
  ],
  where: [{ name: 'Tacloban, Philippines', weight: 1 }],
  who: [{ name: 'PAGASA', weight: 0.3 }],
  start: '2013-11-03',
  end: '',
  interest: [{ from: '2013-11-01', to: '2013-11-30', value: 100 }],
  languages: ['en', 'zh'],
  strategy: { name: 'event-model', typed: { 'event-model': { topic: '7' } } },
  threshold: 0.4,
  weights: [{ name: 'topic', weight: 0.5 }],
  seeds: 'https://www.example.org/a\nhttps://www.example.org/b',
}

describe('an event being edited', () => {
  it('survives a round trip through the form', () => {
    expect(draftOf(formOf(full, strategies))).toEqual(full)
    expect(draftOf(formOf({ ...EMPTY, name: 'x' }, strategies))).toEqual({ ...EMPTY, name: 'x' })
  })

  it('omits empty dates, strategy and judging', () => {
    const form = formOf({ ...EMPTY, name: ' x ' }, strategies)
    expect(form).toEqual({
      name: 'x',
      what: {},
      where: {},
      who: {},
      when: { interest: [] },
      languages: [],
      seeds: [],
    })
  })

  it('sends the options of the strategy, and none when they are emptied', () => {
    expect(formOf(full, strategies)).toMatchObject({
      strategy: 'event-model',
      strategyOptions: { topic: 7 },
    })
    const emptied = { ...full, strategy: { name: 'event-model', typed: {} } }
    expect(formOf(emptied, strategies)).toMatchObject({ strategy: 'event-model', strategyOptions: {} })
    const wrong = { ...full, strategy: { name: 'event-model', typed: { 'event-model': { topic: 'x' } } } }
    expect(missingIn(wrong, strategies).strategy).toBe('Correct the options of the strategy.')
  })

  it('adds several words at once, each once, in any script', () => {
    const list = addNames([{ name: 'flood', weight: 0.4 }], 'flood, storm surge；台风、 landfall\n')
    expect(list).toEqual([
      { name: 'flood', weight: 0.4 },
      { name: 'storm surge', weight: 1 },
      { name: '台风', weight: 1 },
      { name: 'landfall', weight: 1 },
    ])
  })

  it('keeps words such as __proto__', () => {
    const what = addNames([], '__proto__, constructor')
    const sent = JSON.parse(JSON.stringify(formOf({ ...full, what }, strategies))) as ReturnType<
      typeof formOf
    >
    expect(draftOf(sent).what).toEqual(what)
  })

  it('reports what is missing, and the first invalid line of the seeds', () => {
    expect(missingIn(full, strategies)).toEqual({})
    expect(Object.keys(missingIn(EMPTY, strategies))).toEqual(['name', 'what'])
    expect(missingIn({ ...full, end: '2013-11-02' }, strategies).when).toContain('before the start')
    expect(missingIn({ ...full, seeds: 'https://ok.example\n\njavascript:alert(1)' }, strategies).seeds).toBe(
      'Line 3 is not an http or https URL: javascript:alert(1)',
    )
  })
})

describe('picked places', () => {
  const where = [
    { name: 'Springfield, Illinois', weight: 1 },
    { name: 'typed', weight: 0.5 },
  ]

  it('are replaced by their ids where the name means another place', () => {
    const picked = new Map([['Springfield, Illinois', 'gn:1']])
    expect(renamePicked(where, picked, () => true)).toEqual([{ name: 'gn:1', weight: 1 }, where[1]])
    expect(picked.size).toBe(0)
  })

  it('keep their names, in the same list, where the name means them', () => {
    expect(renamePicked(where, new Map([['Springfield, Illinois', 'gn:1']]), () => false)).toBe(where)
  })
})
