import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadGazetteer } from './load-gazetteer.ts'
import { smallGazetteer, writeSmallGazetteer } from './small-gazetteer.ts'

const gazetteer = smallGazetteer()
const folder = mkdtempSync(join(tmpdir(), 'eventide-gazetteer-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('Gazetteer', () => {
  it('finds places by id and lists their parent units, nearest first', () => {
    const wenchuan = gazetteer.resolve('Wenchuan')
    expect(wenchuan && gazetteer.get(wenchuan.id)).toEqual(wenchuan)
    expect(wenchuan).toMatchObject({ level: 'town', country: 'CN', lat: 31.5, lon: 103.6 })
    expect(wenchuan?.parents.map((id) => gazetteer.get(id)?.name)).toEqual([
      'Aba',
      'Sichuan',
      'China',
      'Asia',
      'World',
    ])
    expect(gazetteer.get('gn:999999')).toBeUndefined()
    expect(gazetteer.get('__proto__')).toBeUndefined()
  })

  it('finds a name in any case and language, the best known place first', () => {
    expect(gazetteer.named('PARIS').map((place) => place.country)).toEqual(['FR', 'US'])
    expect(gazetteer.named('四川')[0]?.name).toBe('Sichuan')
    expect(gazetteer.named('French')).toEqual([])
    expect(gazetteer.named('')).toEqual([])
  })

  it('resolves phrases, ids and names near other places', () => {
    expect(gazetteer.resolve('Paris, Texas')?.country).toBe('US')
    expect(gazetteer.resolve('Paris, Texas, United States')?.country).toBe('US')
    expect(gazetteer.resolve('Paris, China')).toBeUndefined()
    expect(gazetteer.resolve('iso:CN')?.name).toBe('China')
    const texas = gazetteer.named('Texas')
    expect(gazetteer.resolve('Paris', texas)?.country).toBe('US')
    expect(gazetteer.resolve('Nowhere')).toBeUndefined()
  })

  it('suggests names with a similar spelling', () => {
    expect(gazetteer.suggest('Pennsilvania')).toEqual(['Pennsylvania'])
    expect(gazetteer.suggest('Illnois')).toContain('Illinois')
    expect(gazetteer.suggest('Xyzzyx')).toEqual([])
  })

  it('lists the sources of its data', () => {
    expect(gazetteer.sources[0]?.attribution).toBe('made for tests')
    expect(gazetteer.version).toBe('test')
  })
})

describe('loadGazetteer', () => {
  it('reads a file only once', () => {
    const path = join(folder, 'one.bin')
    writeSmallGazetteer(path)
    expect(loadGazetteer(path)).toBe(loadGazetteer(path))
  })
  it('explains what to do when the file is missing or damaged', () => {
    expect(() => loadGazetteer(join(folder, 'none.bin'))).toThrow(/npm run build/)
    const broken = join(folder, 'broken.bin')
    writeFileSync(broken, 'not a gazetteer at all')
    expect(() => loadGazetteer(broken)).toThrow(/build it again/)
  })
})
