import { describe, expect, it } from 'vitest'
import type { Place } from '../model/place.ts'
import { strategyCatalog } from '../score/strategy-spec.ts'
import { type EventContext, parseEvent } from './event-file.ts'

const place = (name: string): Place => ({
  id: `test:${name}`,
  name,
  level: 'country',
  lat: 0,
  lon: 0,
  population: 0,
  country: '',
  parents: [],
})
const known = ['Philippines', 'Guangxi', 'Vietnam']
const eventContext: EventContext = {
  places: {
    resolve: (name) => (known.includes(name) ? place(name) : undefined),
    suggest: (name) => known.filter((k) => k[0] === name[0]),
  },
  strategies: strategyCatalog,
}
const parse = (text: string) => parseEvent(text, eventContext, 'e.yaml')
const problems = (text: string): string => {
  try {
    parse(text)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('parseEvent', () => {
  it('reads a strategy with options, and one without', () => {
    expect(parse('name: x\nwhat: [a]\nstrategy: tabu')).toMatchObject({ strategy: 'tabu' })
    expect(parse('name: x\nwhat: [a]\nstrategy: tabu')).not.toHaveProperty('strategyOptions')
    expect(
      parse(
        'name: x\nwhat: [a]\nstrategy: { name: event-model-sources, importance: thompson, unknown: 0.2 }',
      ),
    ).toMatchObject({
      strategy: 'event-model-sources',
      strategyOptions: { importance: 'thompson', unknown: 0.2 },
    })
  })

  it('reads a whole event', () => {
    const event = parse(`
name: Typhoon Haiyan
what: { typhoon: { weight: 1, synonyms: [hurricane] }, haiyan: 0.92, storm surge: 0.3 }
where: { Philippines: 0.57, Guangxi: 0.45 }
when: { start: 2013-11-03, interest: [ { from: 2013-12-01, to: 2013-12-31, value: 6 }, { from: 2013-11-01, to: 2013-11-30, value: 100 } ] }
who: { PAGASA: 0.3 }
languages: [en, zh]
strategy: best-first
seeds: ["https://news.example/a"]
`)
    expect(event.what.map((t) => t.term)).toEqual(['typhoon', 'haiyan', 'storm surge'])
    expect(event.what[0]!.synonyms).toEqual(['hurricane'])
    expect(event.when.start).toBe('2013-11-03')
    expect(event.when.interest.map((i) => i.value)).toEqual([100, 6])
    expect(event.who).toEqual([{ term: 'PAGASA', weight: 1 }])
  })

  it('scales weights so that the largest is 1', () => {
    const event = parse('name: x\nwhat: [a]\nwhere: { Philippines: 0.57, Guangxi: 0.285 }')
    expect(event.where.map((w) => w.weight)).toEqual([1, 0.5])
  })

  it('reads a plain list and a plain day', () => {
    const event = parse('name: x\nwhat: [typhoon, storm surge]\nwhen: 2013-11-03')
    expect(event.what.map((t) => t.weight)).toEqual([1, 1])
    expect(event.when.start).toBe('2013-11-03')
  })

  it('reads which parts were extracted from pages, and from how many', () => {
    expect(parse('name: x\nwhat: [a]\nlearned: { where: 1, when: 3 }').learned).toEqual({ where: 1, when: 3 })
    expect(parse('name: x\nwhat: [a]').learned).toBeUndefined()
    expect(problems('name: x\nwhat: [a]\nlearned: { what: 1 }')).toContain('unknown key "what" in learned')
    expect(problems('name: x\nwhat: [a]\nlearned: { where: 0 }')).toContain('from 1 to')
  })

  it('reads the judge section', () => {
    const judge = { threshold: 0.4, weights: { topic: 0.36, place: 0.42, date: 0.22, who: 0 } }
    expect(parse(`name: x\nwhat: [a]\njudge: ${JSON.stringify(judge)}`).judge).toEqual(judge)
    expect(parse('name: x\nwhat: [a]\njudge: { threshold: 0 }').judge).toEqual({ threshold: 0 })
    expect(parse('name: x\nwhat: [a]')).not.toHaveProperty('judge')
  })

  it('keeps the judge.terms terms of largest weight, in the order of the file', () => {
    const what = (terms: string) =>
      parse(`name: x\nwhat: { a: 0.2, b: 1, c: 0.2, d: 0.5 }\njudge: { terms: ${terms} }`).what.map(
        (t) => t.term,
      )
    expect(what('1')).toEqual(['b'])
    expect(what('3')).toEqual(['a', 'b', 'd'])
    expect(what('9')).toEqual(['a', 'b', 'c', 'd'])
  })

  it.each([
    [
      'a misspelt part of the judge',
      'name: x\nwhat: [a]\njudge: { weights: { plcae: 1 } }',
      'e.yaml:3:21: unknown key "plcae" in judge.weights',
      'did you mean "place"',
    ],
    [
      'an unknown key of the judge',
      'name: x\nwhat: [a]\njudge: { treshold: 0.4 }',
      'e.yaml:3:10: unknown key "treshold" in judge',
      'did you mean "threshold"',
    ],
    [
      'a threshold above one',
      'name: x\nwhat: [a]\njudge: { threshold: 1.1 }',
      'e.yaml:3:21: judge.threshold',
      'from 0 to 1',
    ],
    [
      'a part that weighs more than one',
      'name: x\nwhat: [a]\njudge: { weights: { date: 2 } }',
      'e.yaml:3:27: the weight of date',
      'from 0 to 1',
    ],
    [
      'weights that leave nothing to judge by',
      'name: x\nwhat: [a]\njudge: { weights: { date: 0 } }',
      'e.yaml:3:19: judge.weights',
      'above 0',
    ],
    ['half a term', 'name: x\nwhat: [a]\njudge: { terms: 2.5 }', 'e.yaml:3:17: judge.terms', 'whole number'],
    ['a judge that is not a mapping', 'name: x\nwhat: [a]\njudge: strict', 'e.yaml:3:8: judge', 'mapping'],
    [
      'a misspelt key',
      'name: x\nwhat: [a]\nwehre: [Vietnam]',
      'e.yaml:3:1: unknown key "wehre"',
      'did you mean "where"',
    ],
    ['a weight above one', 'name: x\nwhat: { a: 1.5 }', 'e.yaml:2:12: ', 'above 0 and at most 1'],
    ['a weight of zero', 'name: x\nwhat: { a: 0 }', 'e.yaml:2:12: ', 'above 0'],
    ['a weight that is not a number', 'name: x\nwhat: { a: high }', 'e.yaml:2:12: ', 'not "high"'],
    [
      'an end before the start',
      'name: x\nwhat: [a]\nwhen: { start: 2020-02-02, end: 2020-02-01 }',
      'e.yaml:3:',
      'before it starts',
    ],
    ['a day that does not exist', 'name: x\nwhat: [a]\nwhen: 2021-02-29', 'e.yaml:3:7: ', 'YYYY-MM-DD'],
    [
      'an unknown place',
      'name: x\nwhat: [a]\nwhere: { Philipines: 1 }',
      'e.yaml:3:10: ',
      'did you mean "Philippines"',
    ],
    [
      'an unknown strategy',
      'name: x\nwhat: [a]\nstrategy: constructor',
      'e.yaml:3:11: ',
      'unknown strategy "constructor"',
    ],
    [
      'an unknown strategy with options',
      'name: x\nwhat: [a]\nstrategy:\n  name: best-frist\n  threshold: 0.3',
      'e.yaml:4:9: ',
      'did you mean "best-first"',
    ],
    [
      'an unknown option of a strategy',
      'name: x\nwhat: [a]\nstrategy: { name: best-first, treshold: 0.3 }',
      'e.yaml:3:41: strategy best-first: unknown option "treshold"',
      'did you mean "threshold"',
    ],
    [
      'an option of a strategy that is out of range',
      'name: x\nwhat: [a]\nstrategy:\n  name: best-first\n  threshold: 3',
      'e.yaml:5:14: ',
      'option threshold must be a number from 0 to 1, not 3',
    ],
    [
      'options that do not fit together',
      'name: x\nwhat: [a]\nstrategy: { name: annealing, alpha: 1 }',
      'e.yaml:3:19: ',
      'alpha, beta, gamma and theta must sum to 1',
    ],
    [
      'options without the name of a strategy',
      'name: x\nwhat: [a]\nstrategy: { threshold: 0.3 }',
      'e.yaml:3:11: ',
      'strategy needs a name; known: adaptive',
    ],
    [
      'overlapping interest',
      'name: x\nwhat: [a]\nwhen: { interest: [ { from: 2020-01-01, to: 2020-01-31, value: 3 }, { from: 2020-01-31, to: 2020-02-01, value: 3 } ] }',
      'e.yaml:3:',
      'overlap',
    ],
    [
      'a seed that is not an http or https URL',
      'name: x\nwhat: [a]\nseeds: ["file:///etc/passwd"]',
      'e.yaml:3:9: ',
      'not an http',
    ],
    ['no name', 'what: [a]', 'e.yaml:1:1: ', 'has no name'],
    ['no what', 'name: x', 'e.yaml:1:1: ', 'what happened'],
    ['a list for an event', '- a', 'e.yaml:1:1: ', 'mapping'],
    ['an empty file', '', 'e.yaml:1:1: ', 'mapping'],
    ['broken YAML', 'name: x\nwhat: [a', 'e.yaml:2:', ''],
    ['a duplicate key', 'name: x\nname: y\nwhat: [a]', 'e.yaml:2:1: ', 'unique'],
    ['an alias bomb', 'name: &a x\nwhat: [*a, *a]', 'e.yaml:2:8: ', 'must be text'],
  ])('refuses %s, with its position', (_, text, where, message) => {
    expect(problems(text)).toContain(where)
    expect(problems(text)).toContain(message)
  })

  it('reports every problem at once', () => {
    expect(problems('name: x\nwaht: [a]\nwhen: soon').split('\n').length).toBeGreaterThanOrEqual(3)
  })

  it('treats names of the prototype as data', () => {
    expect(problems('name: x\nwhat: [a]\n__proto__: { polluted: 1 }')).toContain('unknown key "__proto__"')
    const event = parse('name: x\nwhat: { __proto__: 1, constructor: 0.5, toString: 0.2 }')
    expect(event.what.map((t) => t.term)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
