import { describe, expect, it } from 'vitest'
import { EventideError } from '../model/errors.ts'
import { StrictYaml } from './strict-yaml.ts'

function problemsOf(text: string, check: (yaml: StrictYaml) => void = () => {}): string[] {
  const yaml = new StrictYaml(text, 'event.yaml', 'bad-event')
  check(yaml)
  try {
    yaml.done()
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EventideError)
    return (error as EventideError).message.split('\n')
  }
}

describe('StrictYaml', () => {
  it('accepts a valid file', () => {
    expect(problemsOf('name: A flood\nwhat: [flood]')).toEqual([])
  })

  it.each([
    ['name: a: b', /^event\.yaml:1:\d+: a second "key: value" on one line/],
    ['what: [a, b', /^event\.yaml:1:\d+: .*closing bracket is missing/],
    ['name: "a', /^event\.yaml:1:\d+: a character is missing/],
    ['what:\n\t- a', /^event\.yaml:2:\d+: tabs cannot be used for indentation/],
    ['name: @a', /^event\.yaml:1:\d+: a value cannot start with this character/],
    ['name: "\\q"', /^event\.yaml:1:\d+: the escape after/],
    ['what: &a &b c', /^event\.yaml:1:\d+: a value can have only one anchor/],
  ])('explains the syntax error in %j in its own words, with line and column', (text, expected) => {
    expect(problemsOf(text)[0]).toMatch(expected)
  })

  it('refuses a file that is nested too deeply before parsing it', () => {
    expect(problemsOf('['.repeat(10_000))).toEqual(['event.yaml:1:201: nested too deeply'])
  })

  it('reports every problem, up to 20, and the number of further ones', () => {
    const text = Array.from({ length: 30 }, (_, i) => `key${i}: 1`).join('\n')
    const problems = problemsOf(text, (yaml) => yaml.fields(yaml.root, 'an event', ['name']))
    expect(problems).toHaveLength(21)
    expect(problems[0]).toContain('event.yaml:1:1: unknown key "key0" in an event')
    expect(problems[20]).toBe('... and 10 more')
  })

  it('reports a key that occurs twice', () => {
    const [problem] = problemsOf('a: 1\na: 2', (yaml) => yaml.entries(yaml.root, 'an event'))
    expect(problem).toBe('event.yaml:2:1: keys must be unique: "a" occurs twice in an event')
  })
})
