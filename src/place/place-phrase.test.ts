import { describe, expect, it } from 'vitest'
import { locatePhrase } from './place-phrase.ts'
import { smallGazetteer } from './small-gazetteer.ts'

const gazetteer = smallGazetteer()
const at = (phrase: string): string | undefined => locatePhrase(gazetteer, phrase)?.name

describe('locatePhrase', () => {
  it.each([
    ['Wenchuan, Aba, Sichuan, China', 'Wenchuan'],
    ['5 km north of Wenchuan in Sichuan', 'Wenchuan'],
    ['an unknown village, Aba, Sichuan', 'Aba'],
    ['wenchuan, sichuan', 'Wenchuan'],
    ['Highway 9, TX', 'Texas'],
    ['nothing at all', undefined],
    ['', undefined],
  ])('locates "%s" at %s', (phrase, name) => {
    expect(at(phrase)).toBe(name)
  })
  it('chooses the namesake inside the unit that follows', () => {
    expect(locatePhrase(gazetteer, 'road near Paris, Texas')?.country).toBe('US')
  })
})
