import { describe, expect, it } from 'vitest'
import { sampleReading } from '../page/sample-reading.ts'
import { strategyCatalog } from '../score/strategy-spec.ts'
import { draftEvent } from './draft-event.ts'
import { parseEvent } from './event-file.ts'
import { writeEvent } from './write-event.ts'

const HARBOUR = { id: 'gn:1', name: 'Port Aldan', lat: 1, lon: 2, count: 3 }
const page = sampleReading(
  'Ferry sinks off Port Aldan',
  'The ferry Morning Petrel sank off Port Aldan on Monday, the coast guard said. Captain Ruta Valdis called for help. ' +
    'Valdis said the ferry took water near Gull Rock Bridge. Divers searched the ferry. People said the ferry was old, ' +
    'according to a report.',
  { published: '2024-11-09', places: [HARBOUR] },
)

describe('draftEvent', () => {
  it('extracts distinctive words and names from one page, and no background terms', () => {
    const { what, who } = draftEvent({ name: 'Ferry' }, [page])
    expect([...what.keys()].slice(0, 6)).toContain('ferry')
    expect([...what.keys()]).toContain('Gull Rock Bridge')
    for (const word of ['said', 'monday', 'people', 'report', 'according'])
      expect([...what.keys()]).not.toContain(word)
    expect(who.get('Ruta Valdis')).toMatchObject({ value: 1, reason: '2 times in 1 of 1 pages' })
  })

  it('gives a name more weight than a common word of equal frequency', () => {
    const { what } = draftEvent({ name: 'Ferry' }, [page])
    expect(what.get('petrel')?.value).toBeGreaterThan(what.get('water')?.value ?? 1)
  })

  it('keeps no more terms than requested', () => {
    expect(draftEvent({ name: 'Ferry' }, [page], { terms: 5 }).what.size).toBe(5)
  })

  it('uses the week up to the pages if no day is given, and the given day otherwise', () => {
    expect(draftEvent({ name: 'Ferry' }, [page]).when).toMatchObject({
      start: '2024-11-02',
      end: '2024-11-09',
    })
    const given = draftEvent({ name: 'Ferry', start: '2024-11-08' }, [page]).when
    expect(given?.start).toBe('2024-11-08')
    expect(given?.end).toBeUndefined()
  })

  it('records what was extracted from how many pages, and not what was given', () => {
    expect(draftEvent({ name: 'Ferry' }, [page]).learned).toEqual({ where: 1, when: 1, who: 1 })
    const given = { name: 'Ferry', start: '2024-11-08', where: ['Oslo'], who: ['Ruta Valdis'] }
    expect(draftEvent(given, [page]).learned).toEqual({})
    expect(draftEvent({ name: 'Ferry', what: ['ferry'] }, []).learned).toEqual({})
  })

  it('gives the beginning more weight, and keeps names and figures in full', () => {
    const rest = 'Fishermen mended torn nets beside painted boats. '.repeat(20)
    const text = `A trawler with 23 sailors left Sund Harbour. ${rest} A kestrel circled.`
    const { what } = draftEvent({ name: 'Trawler' }, [sampleReading('', text)])
    expect(what.get('trawler')?.value).toBeGreaterThan(2 * (what.get('kestrel')?.value ?? 1))
    expect([...what.keys()]).toContain('23 sailors')
    expect([...what.keys()]).toContain('sund harbour')
    expect([...what.keys()]).not.toContain('harbour fishermen')
  })

  it('puts given words first, and uses the places of the pages only if none is given', () => {
    const given = draftEvent({ name: 'Ferry', what: ['shipwreck'], where: ['Oslo'] }, [page])
    expect([...given.what.keys()][0]).toBe('shipwreck')
    expect([...given.where.keys()]).toEqual(['Oslo'])
    expect([...draftEvent({ name: 'Ferry' }, [page]).where.keys()]).toEqual(['gn:1'])
  })

  it('drops words of single pages once there are several', () => {
    const other = sampleReading('Ferry', 'The ferry sank. Nothing else was known about the vessel.')
    expect([...draftEvent({ name: 'Ferry' }, [page, other]).what.keys()]).toEqual(['ferry', 'sank'])
  })

  it('refuses empty input', () => {
    expect(() => draftEvent({ name: 'Ferry' }, [])).toThrow(/Describe what happened/)
  })

  it('is the same after writing and reading', () => {
    const place = { ...HARBOUR, level: 'town' as const, population: 1, country: 'XX', parents: [] }
    const places = { resolve: () => place, suggest: () => [] }
    const model = parseEvent(writeEvent(draftEvent({ name: 'Ferry' }, [page])), {
      places,
      strategies: strategyCatalog,
    })
    expect(model.who[0]).toMatchObject({ term: 'Ruta Valdis', weight: 1 })
    expect(model.what[0]?.weight).toBe(1)
    expect(model.learned).toEqual({ where: 1, when: 1, who: 1 })
  })
})
