import fc from 'fast-check'
import { expect, it } from 'vitest'
import { strategyCatalog } from '../score/strategy-spec.ts'
import { parseEvent } from './event-file.ts'
import { type EventDraft, writeEvent } from './write-event.ts'

const place = { level: 'town', lat: 0, lon: 0, population: 0, country: '', parents: [] } as const
const world = {
  places: { resolve: (name: string) => ({ ...place, id: name, name }), suggest: () => [] },
  strategies: strategyCatalog,
}
const draft = (given: Partial<EventDraft>): EventDraft => ({
  name: 'x',
  what: new Map([['storm', { value: 1 }]]),
  where: new Map(),
  who: new Map(),
  languages: [],
  seeds: [],
  ...given,
})

it('writes what it reads, with reasons as comments', () => {
  const text = writeEvent(
    draft({
      name: 'Typhoon: the "big" one',
      what: new Map([
        ['storm surge', { value: 0.5, reason: '12 times in 3 pages' }],
        ['台风', { value: 1 }],
      ]),
      where: new Map([['Leyte, Philippines', { value: 1 }]]),
      when: { start: '2024-11-08', interest: [{ from: '2024-11-08', to: '2024-11-30', value: 100 }] },
      whenReason: 'given',
      languages: ['en', 'zh'],
      seeds: ['https://news.example/a'],
    }),
  )
  expect(text).toContain('storm surge: 0.5 # 12 times in 3 pages')
  const event = parseEvent(text, world)
  expect(event.name).toBe('Typhoon: the "big" one')
  expect(event.what.map((t) => t.term)).toEqual(['storm surge', '台风'])
  expect(event.where[0]?.name).toBe('Leyte, Philippines')
  expect(event.when.interest).toHaveLength(1)
  expect(event.seeds).toEqual(['https://news.example/a'])
})

it('quotes any name so that the file stays valid', () => {
  const name = fc.string({ unit: 'binary', minLength: 1 }).filter((s) => s.trim() !== '' && s === s.trim())
  fc.assert(
    fc.property(name, name, (eventName, term) => {
      fc.pre(!/[\ud800-\udfff]/u.test(eventName + term))
      const text = writeEvent(
        draft({ name: eventName, what: new Map([[term, { value: 1, reason: eventName }]]) }),
      )
      const event = parseEvent(text, world)
      expect(event.what).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})
