import { describe, expect, it } from 'vitest'
import { crawlSettings } from '../../../../src/api/crawl-settings.ts'
import { formOf, readForm } from './settings-form.ts'

const settings = {
  strategy: 'adaptive',
  pages: 500,
  time: 150_000,
  concurrency: 8,
  delay: 0,
  allowHost: ['news.example', 'b.example:8080'],
  denyHost: ['ads.example'],
  depth: 5,
  render: 'never' as const,
  archive: 'kept' as const,
  contact: 'crawl@example.org',
  stopWhenSaturated: true,
}

describe('the settings form', () => {
  it('brings every setting there is back as it was', () => {
    const { settings: back, errors } = readForm(formOf(settings))
    expect(errors.size).toBe(0)
    expect(back).toEqual(settings)
    expect(crawlSettings.safeParse(back).success).toBe(true)
  })

  it('leaves out what is left empty', () => {
    expect(readForm(formOf({})).settings).toEqual({ allowHost: [], denyHost: [], stopWhenSaturated: false })
  })

  it('sends null for what was set and is emptied', () => {
    const { settings: back, errors } = readForm(formOf({}), settings)
    expect(errors.size).toBe(0)
    const { strategy: _, ...others } = settings
    const unset = Object.fromEntries(Object.keys(others).map((name) => [name, null]))
    expect(back).toEqual({ ...unset, allowHost: [], denyHost: [], stopWhenSaturated: false })
    expect(crawlSettings.safeParse(back).success).toBe(true)
  })

  it.each([
    ['pages', '0'],
    ['pages', '1.5'],
    ['pages', '1e99'],
    ['minutes', 'soon'],
    ['concurrency', '1001'],
    ['delayMs', '-1'],
    ['maxDepth', 'Infinity'],
    ['allowHosts', 'https://news.example/path'],
    ['denyHosts', 'a b@c'],
  ] as const)('says what is errors with %s = %j, as the server would', (field, typed) => {
    const { settings, errors } = readForm({ ...formOf({}), [field]: typed })
    expect([...errors.keys()]).toEqual([field])
    if (field === 'pages') expect(settings).not.toHaveProperty(field)
  })

  it('takes hosts as they are pasted', () => {
    const { settings } = readForm({ ...formOf({}), allowHosts: ' a.example, b.example\n\nb.example ' })
    expect(settings.allowHost).toEqual(['a.example', 'b.example'])
  })
})
