import { describe, expect, it } from 'vitest'
import {
  CRAWL_OPTION_NAMES,
  crawlOption,
  type StoredSpecification,
} from '../../../../src/model/crawl-options.ts'
import { checkOptionValue } from '../../../../src/model/crawl-specification.ts'
import { crawlOptionDisplay } from './option-display.ts'
import { FORM_OPTIONS, type FormOption, formOf, readSettings, type SettingsForm } from './settings-form.ts'

const strategies = { list: [], fallback: 'adaptive' }
const read = (form: SettingsForm, stored: StoredSpecification = {}) => readSettings(form, stored, strategies)
const typed = (texts: Partial<Record<FormOption, string>>, stored: StoredSpecification = {}) => {
  const form = formOf(stored)
  return read({ ...form, texts: { ...form.texts, ...texts } }, stored)
}

const settings: StoredSpecification = {
  strategy: { name: 'shark-search', delta: 0.3 },
  pages: 500,
  time: 150_000,
  delay: 0,
  allowHost: ['news.example', 'b.example:8080'],
  sitemaps: false,
  render: 'never',
  contact: 'crawl@example.org',
  stopWhenSaturated: true,
  minFree: 5e8,
  minScore: 0.25,
}

describe('the settings form', () => {
  it('has every option of the table that is stored with a collection', () => {
    const stored = CRAWL_OPTION_NAMES.filter((name) => {
      const { operator, singleRun } = crawlOption(name)
      return !operator && !singleRun
    })
    expect([...FORM_OPTIONS, 'strategy'].sort()).toEqual([...stored].sort())
  })

  it('restores every stored value', () => {
    const { change, errors } = read(formOf(settings), {})
    expect(errors.size).toBe(0)
    expect(change).toEqual(settings)
    expect(read(formOf(settings), settings).change).toEqual({})
  })

  it('changes nothing while nothing is typed', () => {
    expect(read(formOf({}))).toMatchObject({ change: {}, errors: new Map() })
  })

  it('sets an emptied option back to its default', () => {
    const { change } = typed({ pages: '', time: '', allowHost: '', sitemaps: '' }, settings)
    expect(change).toEqual({ pages: null, time: null, allowHost: null, sitemaps: null })
  })

  it.each([
    ['pages', '200', 200],
    ['time', '2.5h', 9_000_000],
    ['delay', '250', 250],
    ['delay', '2s', 2_000],
    ['minFree', '1.5GB', 1.5e9],
    ['allowHost', ' a.example, b.example\n\nb.example ', ['a.example', 'b.example']],
    ['followNofollow', 'true', true],
  ] as const)('reads %s %j', (name, text, value) => {
    expect(typed({ [name]: text })).toMatchObject({ change: { [name]: value }, errors: new Map() })
    expect(checkOptionValue(name, value)).toEqual({ value })
  })

  it.each([
    ['pages', '0', 'Must be a whole number from 1 to 100000000.'],
    ['pages', '1.5', 'Must be a whole number from 1 to 100000000.'],
    ['concurrency', '1001', 'Must be a whole number from 1 to 1000.'],
    ['time', 'soon', 'Must be a duration such as 500ms, 90s, 30m, 2h or 1d, from 1ms to 1000d.'],
    ['minScore', '1.5', 'Must be a number from 0 to 1.'],
    [
      'denyHost',
      'https://news.example/path',
      '“https://news.example/path” is not a host name. Enter names such as news.example, one per line.',
    ],
  ] as const)('refuses %s %j', (name, text, message) => {
    const { change, errors } = typed({ [name]: text })
    expect([...errors]).toEqual([[name, message]])
    expect(change).toEqual({})
  })

  it.each(FORM_OPTIONS)('shows a label, a hint and the default of %s', (name) => {
    const { label, hint, input } = crawlOptionDisplay(name, 'running')
    expect(label).toMatch(/^[A-Z][a-zA-Z ]+$/)
    expect(hint).toMatch(crawlOption(name).live ? /Applies at once\.$/ : /Restarts the session\.$/)
    if (input.kind === 'text' || input.kind === 'lines') expect(input.placeholder).not.toBe('')
    if (input.kind === 'choice') expect(input.choices[0]?.value).toBe('')
  })
})
