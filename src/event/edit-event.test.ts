import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyForm } from './edit-event.ts'
import { type EventForm, formOf } from './event-form.ts'

const FILE = `# what we collect, and why
# (kept by the library)

name: Typhoon Haiyan   # as the agency called it
what:                       # words
  # the kind of thing
  typhoon: { weight: 1, synonyms: [hurricane, super typhoon] }
  haiyan:   0.92   # the name
  台风: 0.8
  "storm surge": 0.40

where: {Philippines: 0.57, "Tacloban, Philippines": 1}   # from the map
when:
    start: 2013-11-03   # landfall
    interest:
    - { from: 2013-11-01, to: 2013-11-30, value: 100 }  # the peak
    - { from: 2013-12-01, to: 2013-12-31, value: 6 }
# people
who: [PAGASA, Red Cross]

concepts:
  global: { storm: [storm surge, landfall] }   # drawn by hand
languages: [en,   zh]
judge: { threshold: 0.4, weights: { topic: 0.36, place: 0.42 }, terms: 3 }  # calibrated
learned: { where: 1 }   # to be checked
seeds:
  - https://www.example.org/haiyan   # a good one
  # the other paper
  - https://www.example.com/
# the end
`

const form = formOf(FILE)
const edit = (change: Partial<EventForm>) => applyForm(FILE, { ...form, ...change })
const lines = (text: string) => text.split('\n')
/** Lines that the edit removed and lines that it added. */
const changed = (text: string) => ({
  gone: lines(FILE).filter((line) => !lines(text).includes(line)),
  new: lines(text).filter((line) => !lines(FILE).includes(line)),
})

describe('the form of an event file', () => {
  it('shows the weights as they are written', () => {
    expect(form).toEqual({
      name: 'Typhoon Haiyan',
      what: { typhoon: 1, haiyan: 0.92, 台风: 0.8, 'storm surge': 0.4 },
      where: { Philippines: 0.57, 'Tacloban, Philippines': 1 },
      when: {
        start: '2013-11-03',
        interest: [
          { from: '2013-11-01', to: '2013-11-30', value: 100 },
          { from: '2013-12-01', to: '2013-12-31', value: 6 },
        ],
      },
      who: { PAGASA: 1, 'Red Cross': 1 },
      languages: ['en', 'zh'],
      judge: { threshold: 0.4, weights: { topic: 0.36, place: 0.42 } },
      seeds: ['https://www.example.org/haiyan', 'https://www.example.com/'],
    })
  })

  it('reads a day alone as the start', () => {
    expect(formOf('when: 2013-11-03').when).toEqual({ start: '2013-11-03', interest: [] })
  })
})

describe('an event file edited through the form', () => {
  it('is unchanged if the form is', () => {
    expect(applyForm(FILE, form)).toBe(FILE)
    expect(applyForm(FILE.replaceAll('\n', '\r\n'), form)).toBe(FILE.replaceAll('\n', '\r\n'))
  })

  it('changes the name and keeps its comment', () => {
    const text = edit({ name: 'Super Typhoon: Yolanda' })
    expect(changed(text).gone).toEqual(['name: Typhoon Haiyan   # as the agency called it'])
    expect(changed(text).new).toEqual(['name: "Super Typhoon: Yolanda"   # as the agency called it'])
  })

  it('keeps synonyms and comments of the words that stay', () => {
    const { haiyan: _, ...others } = form.what
    const text = edit({ what: { ...others, typhoon: 0.9, yolanda: 0.5 } })
    expect(text).toContain('  # the kind of thing\n')
    expect(text).toContain('synonyms: [ hurricane, super typhoon ]')
    expect(text).not.toContain('haiyan:')
    expect(formOf(text).what).toEqual({ ...others, typhoon: 0.9, yolanda: 0.5 })
    expect(text.slice(text.indexOf('where:'))).toBe(FILE.slice(FILE.indexOf('where:')))
    expect(text.slice(0, text.indexOf('what:'))).toBe(FILE.slice(0, FILE.indexOf('what:')))
  })

  it('keeps the comment above a list when its first entry is removed', () => {
    const { typhoon: _, ...others } = form.what
    expect(edit({ what: others })).toContain('  # the kind of thing\n  haiyan: 0.92 # the name\n')
  })

  it('changes one place in a flow mapping', () => {
    const text = edit({ where: { ...form.where, Vietnam: 0.2 } })
    expect(changed(text)).toEqual({
      gone: ['where: {Philippines: 0.57, "Tacloban, Philippines": 1}   # from the map'],
      new: ['where: { Philippines: 0.57, "Tacloban, Philippines": 1, Vietnam: 0.2 }   # from the map'],
    })
  })

  it('changes the start and keeps its comment and those of the spans', () => {
    const text = edit({ when: { ...form.when, start: '2013-11-05', end: '2013-12-31' } })
    expect(text).toContain('start: 2013-11-05 # landfall\n')
    expect(text).toContain('value: 100 } # the peak\n')
    expect(text).toContain('# people\nwho: [PAGASA, Red Cross]\n')
    expect(formOf(text).when).toEqual({ ...form.when, start: '2013-11-05', end: '2013-12-31' })
  })

  it('writes a plain list as weights only when the weights differ', () => {
    expect(edit({ who: { PAGASA: 1, 'Red Cross': 1, UN: 1 } })).toContain('who: [ PAGASA, Red Cross, UN ]\n')
    expect(edit({ who: { PAGASA: 1, 'Red Cross': 0.5 } })).toContain('who: { PAGASA: 1, Red Cross: 0.5 }\n')
  })

  it('removes and adds sections', () => {
    const text = edit({ who: {}, languages: [], strategy: 'event-model' })
    expect(changed(text)).toEqual({
      gone: ['who: [PAGASA, Red Cross]', 'languages: [en,   zh]'],
      new: ['strategy: event-model'],
    })
  })

  it('keeps judge.terms when threshold and weights change', () => {
    const text = edit({ judge: { weights: { topic: 0.5, date: 0.5 } } })
    expect(text).toContain('judge: { weights: { topic: 0.5, date: 0.5 }, terms: 3 }  # calibrated\n')
  })

  it('keeps the comments of the seeds that stay', () => {
    const text = edit({ seeds: ['https://www.example.com/', 'https://www.example.net/'] })
    expect(text).toContain(
      '# the other paper\n  - https://www.example.com/\n  - https://www.example.net/\n# the end\n',
    )
  })

  it('is rewritten with its comments if it is one flow mapping', () => {
    const text = applyForm('# mine\n{ name: A, what: [b], learned: { when: 2 } }\n', {
      ...formOf('{ name: A, what: [b] }'),
      name: 'C',
    })
    expect(text).toBe('# mine\n{ name: C, what: [ b ], learned: { when: 2 } }\n')
  })

  it('is created from an empty text, in the usual order, with comments on ids', () => {
    const text = applyForm(
      '',
      { ...form, where: { 'gn:1705545': 1, Leyte: 0.5 }, strategy: 'adaptive' },
      (section, name) => (section === 'where' && name.startsWith('gn:') ? 'Ormoc,\nPhilippines' : undefined),
    )
    expect(text).toContain('where:\n  gn:1705545: 1 # Ormoc, Philippines\n  Leyte: 0.5\n')
    expect(
      lines(text)
        .filter((line) => /^\w/.test(line))
        .map((line) => line.split(':')[0]),
    ).toEqual(['name', 'what', 'where', 'when', 'who', 'languages', 'strategy', 'judge', 'seeds'])
    expect(formOf(text)).toEqual({ ...form, where: { 'gn:1705545': 1, Leyte: 0.5 }, strategy: 'adaptive' })
  })

  it('treats names as data', () => {
    const what = Object.fromEntries([
      ['__proto__', 0.5],
      ['constructor', 1],
      ['2013', 0.1],
      ['yes', 0.2],
      ['a: b #c', 0.3],
      ['- "x"\u0000', 0.4],
      ['<img src=x onerror=alert(1)>', 1],
    ])
    expect(formOf(edit({ what })).what).toEqual(what)
    expect(({} as Record<string, unknown>).weight).toBeUndefined()
  })

  it('refuses a file that is not YAML, with line and column', () => {
    expect(() => applyForm('name: [a\nwhat: b', form)).toThrow(/event\.yaml:2:\d+: /)
    expect(() => applyForm('['.repeat(10_000), form)).toThrow(/nested too deeply/)
  })
})

describe('applyForm on a strategy with options', () => {
  const base = `name: A
what: [b]
strategy:
  name: event-model-sources   # by source
  importance: thompson   # draws
  threshold: 0.60
seeds: []
`
  const shown = formOf(base)

  it('shows them', () => {
    expect(shown).toMatchObject({
      strategy: 'event-model-sources',
      strategyOptions: { importance: 'thompson', threshold: 0.6 },
    })
  })

  it('keeps them when something else changes', () => {
    expect(applyForm(base, { ...shown, name: 'C' })).toBe(base.replace('name: A', 'name: C'))
  })

  it('keeps them when the form has no options and the same strategy', () => {
    const { strategyOptions: _, ...without } = shown
    expect(applyForm(base, without)).toBe(base)
  })

  it('changes only the option that differs', () => {
    const strategyOptions = { importance: 'thompson', threshold: 0.7 }
    expect(applyForm(base, { ...shown, strategyOptions })).toBe(
      base.replace('0.60', '0.7').replaceAll('   #', ' #'),
    )
  })

  it('adds and removes options', () => {
    const text = applyForm(base, { ...shown, strategyOptions: { threshold: 0.6, unknown: 0 } })
    expect(text).toContain('  name: event-model-sources # by source\n  threshold: 0.60\n  unknown: 0\n')
    expect(text).not.toContain('importance')
  })

  it('writes only the name when the last option is removed or the strategy changes', () => {
    expect(formOf(applyForm(base, { ...shown, strategyOptions: {} }))).toEqual({
      ...formOf('name: A\nwhat: [b]'),
      strategy: 'event-model-sources',
    })
    const { strategyOptions: _, ...without } = shown
    expect(applyForm(base, { ...without, strategy: 'tabu' })).toContain('strategy: tabu')
  })

  it('turns the name into a mapping when the first option is added', () => {
    const text = applyForm('name: A\nwhat: [b]\nstrategy: tabu # calm\n', {
      ...formOf('name: A\nwhat: [b]'),
      strategy: 'tabu',
      strategyOptions: { tenure: 3, neighbourhood: 'directory' },
    })
    expect(text).toBe(
      'name: A\nwhat: [b]\nstrategy: { name: tabu, tenure: 3, neighbourhood: directory } # calm\n',
    )
  })
})

describe('any edit of any file', () => {
  const name = fc.stringMatching(/^[a-z台 ]{1,8}[a-z]$/)
  const weight = fc.integer({ min: 1, max: 100 }).map((n) => n / 100)
  const names = fc.dictionary(name, weight, { minKeys: 1, maxKeys: 6 })
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2013-11-${String(n).padStart(2, '0')}`)
  const anyForm = fc.record({
    name: fc.stringMatching(/^[a-zA-Z:#台 "'-]{0,20}[a-z]$/).map((text) => text.trim()),
    what: names,
    where: fc.oneof(fc.constant({}), names),
    when: fc.record(
      { start: day, end: day, interest: fc.constant([{ from: '2013-11-01', to: '2013-11-02', value: 5 }]) },
      { requiredKeys: ['interest'] },
    ),
    who: fc.oneof(fc.constant({}), names),
    languages: fc.subarray(['en', 'zh', 'es']),
    strategy: fc.constantFrom('adaptive', 'tabu'),
    strategyOptions: fc.dictionary(
      fc.constantFrom('tenure', 'threshold', 'suggest', 'width'),
      fc.oneof(weight, fc.boolean(), fc.constant(null), fc.constantFrom('page', 'yes', '1')),
      { minKeys: 1 },
    ),
    seeds: fc.subarray(['https://a.example/', 'https://b.example/', 'https://c.example/']),
  })

  it('matches the form, keeps everything else, and changes nothing the second time', () => {
    fc.assert(
      fc.property(anyForm, anyForm, fc.integer({ min: 0, max: 3 }), (first, second, layout) => {
        const extra = 'learned: { where: 3 } # L1\nconcepts:\n  # C1\n  global: { a: [b, c] } # C2\n# L2\n'
        const written = applyForm('', first)
        const base = [
          `${written}${extra}`,
          `# top\n${extra}${written}# bottom\n`,
          `${extra}${written.replaceAll('\n', ' # each\n')}`,
          `${written.trimEnd()}`,
        ][layout]!
        const edited = applyForm(base, second)
        expect(formOf(edited)).toEqual(second)
        expect(applyForm(edited, second)).toBe(edited)
        for (const comment of ['# L1', '# C1', '# C2', '# L2', '# top', '# bottom'])
          expect(edited.split(comment).length).toBe(base.split(comment).length)
        if (layout < 3) expect(edited).toContain('learned: { where: 3 } # L1')
      }),
      { numRuns: 80 },
    )
  })
})
