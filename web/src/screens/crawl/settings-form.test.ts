import { describe, expect, it } from 'vitest'
import { crawlSettings } from '../../../../src/api/crawls.ts'
import { DEFAULTS, formOf, readForm } from './settings-form.ts'

const settings = {
  strategy: 'adaptive',
  pages: 500,
  minutes: 2.5,
  concurrency: 8,
  delayMs: 0,
  allowHosts: ['news.example', 'b.example:8080'],
  denyHosts: ['ads.example'],
  maxDepth: 5,
  render: 'never' as const,
  archive: 'kept' as const,
  contact: 'crawl@example.org',
  stopWhenSaturated: true,
}

describe('the settings form', () => {
  it('brings every setting there is back as it was', () => {
    // These are of one run alone: they are asked for where a run is started or scheduled.
    const ofOneRun = ['morePages', 'lookAgainMinutes']
    expect([...Object.keys(settings), ...ofOneRun].sort()).toEqual(Object.keys(crawlSettings.shape).sort())
    const { settings: back, errors } = readForm(formOf(settings))
    expect(errors.size).toBe(0)
    expect(back).toEqual(settings)
    expect(crawlSettings.safeParse(back).success).toBe(true)
  })

  it('leaves out what is left empty', () => {
    expect(readForm(formOf({})).settings).toEqual({ allowHosts: [], denyHosts: [], stopWhenSaturated: false })
  })

  it('sends the default for what was set and is emptied: what is not sent would stay', () => {
    const { settings: back, errors } = readForm(formOf({}), settings)
    expect(errors.size).toBe(0)
    expect(back).toEqual({ ...DEFAULTS, allowHosts: [], denyHosts: [], stopWhenSaturated: false })
    expect(crawlSettings.safeParse(back).success).toBe(true)
    expect(formOf(back).minutes).toBe('')
  })

  it.each([
    ['pages', '0'],
    ['pages', '1.5'],
    ['pages', '1e99'],
    ['minutes', 'soon'],
    ['concurrency', '513'],
    ['delayMs', '-1'],
    ['maxDepth', 'Infinity'],
    ['allowHosts', 'https://news.example/path'],
    ['denyHosts', 'a b@c'],
  ] as const)('says what is errors with %s = %j, as the server would', (field, typed) => {
    const { settings, errors } = readForm({ ...formOf({}), [field]: typed })
    expect([...errors.keys()]).toEqual([field])
    if (!field.endsWith('Hosts')) expect(settings).not.toHaveProperty(field)
  })

  it('takes hosts as they are pasted', () => {
    const { settings } = readForm({ ...formOf({}), allowHosts: ' a.example, b.example\n\nb.example ' })
    expect(settings.allowHosts).toEqual(['a.example', 'b.example'])
  })
})
