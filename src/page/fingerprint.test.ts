import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { copyResemblance, fingerprintOf, sketchLikeness, sketchOf } from './fingerprint.ts'
import { minHash } from './min-hash.ts'
import { resemblance, shinglesOf } from './shingles.ts'

/** A text of made-up words, deterministic for each seed. */
function prose(words: number, seed: number): string {
  const random = seededRandom(seed)
  return Array.from({ length: words }, () => `w${Math.floor(random() * 5_000)}`).join(' ')
}
const isCopy = (a: string, b: string) => {
  const [one, other] = [fingerprintOf('', a), fingerprintOf('', b)]
  const shared = one.keys.some((key, i) => key === other.keys[i])
  return { shared, copy: copyResemblance(one, other) !== null }
}
const YES = { shared: true, copy: true }
const sketch = (text: string) => sketchOf({ title: '', mainText: text, text })

describe('shingles', () => {
  it('ignore case, width, punctuation and white space', () => {
    const set = (text: string) => [...shinglesOf(text)]
    expect(set('The STORM, which  hit Leyte!')).toEqual(set('the storm which hit\nｌｅｙｔｅ'))
    expect(set('台风海燕，登陆菲律宾中部。')).toEqual(set('台风海燕登陆菲律宾中部'))
    expect(set('')).toEqual([])
    expect(set('... !')).toEqual([])
    expect(set('storm')).toHaveLength(1)
  })

  it('treat all numbers as equal on request', () => {
    const of = (text: string) => [...shinglesOf(text, { foldNumbers: true })]
    expect(of('events of 12 May 2031 here')).toEqual(of('events of 7 May 2044 here'))
    expect(of('events of 12 May 2031 here')).not.toEqual(of('events of 12 June 2031 here'))
  })

  it('take bounded time and memory, and never throw', () => {
    expect(shinglesOf('a '.repeat(3_000_000)).length).toBeLessThanOrEqual(20_000)
    expect(shinglesOf('台'.repeat(3_000_000)).length).toBeLessThanOrEqual(20_000)
    expect(shinglesOf('x'.repeat(3_000_000))).toHaveLength(1)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => shinglesOf(text).length >= 0),
    )
  })
})

describe('minHash', () => {
  it('estimates the resemblance of two texts, long or short', () => {
    for (const words of [60, 2_000]) {
      let [estimated, exact] = [0, 0]
      for (let seed = 0; seed < 100; seed++) {
        const shared = prose(words, seed)
        const a = shinglesOf(`${shared} ${prose(words / 4, seed + 1_000)}`)
        const b = shinglesOf(`${shared} ${prose(words / 4, seed + 2_000)}`)
        const [one, other] = [minHash(a), minHash(b)]
        estimated += (one ?? []).filter((value, i) => value === other?.[i]).length / 64 / 100
        exact += resemblance(new Set(a), new Set(b)) / 100
      }
      expect(Math.abs(estimated - exact)).toBeLessThan(0.03)
    }
    expect(minHash(new Uint32Array(0))).toBeNull()
  })
})

describe('copies', () => {
  const story = prose(400, 1)

  it('are found after typical editorial changes', () => {
    expect(isCopy(story, story)).toEqual(YES)
    expect(isCopy(story, `Updated 9 November 2013 07:12 ${story}`)).toEqual(YES)
    expect(isCopy(story, `${story} ${prose(60, 2)}`)).toEqual(YES)
    expect(isCopy(story, story.replace('w1', 'other'))).toEqual(YES)
    const sentences = Array.from(
      { length: 12 },
      (_, i) => `台风${i}海燕登陆菲律宾中部造成重大伤亡${prose(3, i)}救援队伍赶往${i}号灾区`,
    )
    expect(isCopy(sentences.join('。'), `${sentences.join('。')}。记者报道`)).toEqual(YES)
  })

  it('do not include other stories, half copies, or headlines that differ in one word', () => {
    expect(isCopy(story, prose(400, 3)).copy).toBe(false)
    expect(isCopy(story, `${prose(400, 1).split(' ').slice(0, 200).join(' ')} ${prose(200, 4)}`).copy).toBe(
      false,
    )
    expect(isCopy('Magnitude 4.1 quake near Cebu', 'Magnitude 4.2 quake near Cebu').copy).toBe(false)
    expect(isCopy('Magnitude 4.1 quake near Cebu', 'Magnitude 4.1 quake near Cebu').copy).toBe(true)
    expect(copyResemblance(fingerprintOf('', ''), fingerprintOf('', ''))).toBeNull()
  })
})

describe('sketches', () => {
  it('are 64 hexadecimal digits from which the resemblance of two pages is estimated', () => {
    const page = prose(300, 5)
    expect(sketch(page)).toMatch(/^[0-9a-f]{64}$/)
    expect(sketch('')).toBe('')
    expect(sketchLikeness(sketch(page), sketch(page))).toBe(1)
    expect(sketchLikeness(sketch(page), sketch(`${page} ${prose(10, 6)}`))).toBeGreaterThan(0.85)
    expect(sketchLikeness(sketch(page), sketch(prose(300, 7)))).toBeLessThan(0.2)
    expect([sketchLikeness('', ''), sketchLikeness('', sketch(page))]).toEqual([1, 0])
  })
})
