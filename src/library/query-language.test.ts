import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchLibrary } from './search.ts'
import { at, TestLibrary, type TestPage, WORLD } from './test-library.ts'

const page = (name: string, title: string, text: string, changes: Partial<TestPage> = {}): TestPage => ({
  url: `https://${name}.example/story`,
  title,
  text,
  ...changes,
})

const PAGES: readonly TestPage[] = [
  page('a', 'Storm surge hits Tacloban', 'Thousands were evacuated before the typhoon.', {
    places: at('Tacloban'),
  }),
  page('b', 'Rescue after the flood', 'The evacuation of Leyte began. A storm followed.'),
  page('c', '台风登陆菲律宾', '超强台风登陆菲律宾，救援人员前往灾区。', { language: 'zh' }),
  page('d', 'El tifón en Filipinas', 'La evacuación de la isla: inundaciones.', { language: 'es' }),
  page('e', 'Sport', 'A football match in London.', { places: at('London') }),
]

let bed: TestLibrary
beforeAll(async () => {
  bed = await TestLibrary.make('Typhoon Lingwayan', PAGES)
})
afterAll(() => bed.remove())

async function search(q: string): Promise<{ found: string; notes: string[] }> {
  const options = { sort: 'oldest' as const, limit: 100, offset: 0 }
  const { hits, notes, total } = await searchLibrary([bed.collection], { q }, options, WORLD)
  const found = hits.map(({ url }) => new URL(url).host[0]).sort()
  expect(total).toBe(found.length)
  return { found: found.join(''), notes }
}

describe('the query language', () => {
  it.each([
    ['flood OR football', 'be'],
    ['"storm surge" OR 台风', 'ac'],
    ['storm flood OR typhoon', 'ab'],
    ['flood OR typhoon -rescue', 'a'],
    ['flood | football', 'be'],
    ['tifón OR 台风 OR typhoon', 'acd'],
    ['football OR lang:zh', 'ce'],
    ['place:Tacloban OR place:London', 'ae'],
    ['site:a.example OR flood', 'ab'],
    ['football OR -lang:en', 'cde'],
    ['flood OR NOT storm', 'bcde'],
    ['storm (', 'ab'],
    ['flood OR …', 'b'],
    ['title:storm', 'a'],
    ['title:"storm surge"', 'a'],
    ['title:"surge storm"', ''],
    ['-title:storm storm', 'b'],
    ['title:rescue OR title:sport', 'be'],
    ['title:台风', 'c'],
    ['evacu*', 'abd'],
    // Its stem is that of the Spanish word, too.
    ['evacuati*', 'abd'],
    ['typh*', 'a'],
    ['title:typh*', ''],
    ['tif*', 'd'],
    ['"storm su*"', 'a'],
    ['台*', 'c'],
    ['台风登*', 'c'],
    ['-evacu*', 'ce'],
    ['inclass: Typhoon Lingwayan', 'abcde'],
    ['inclass: Typhoon Lingwayan football', 'e'],
    ['inclass: Typhoon Lingwayan football OR flood', 'be'],
    ['inclass: Typhoon Lingwayan lang:zh', 'c'],
  ])('%s', async (q, expected) => {
    expect((await search(q)).found).toBe(expected)
  })

  it('notes how a name without quotes was read', async () => {
    expect((await search('inclass: Typhoon Lingwayan')).notes).toEqual([
      'inclass: was read as inclass:"Typhoon Lingwayan"; put quotes around the name to be exact.',
    ])
    expect((await search('inclass: Typhoon Lingwayan football')).notes).toEqual([
      'inclass: was read as inclass:"Typhoon Lingwayan", and "football" as words; put quotes around the name to be exact.',
    ])
    expect((await search('inclass: Typhoon Nobody')).notes.join(' ')).toContain(
      'No event and no concept is called "Typhoon Nobody"',
    )
  })

  const term = fc.constantFrom(
    ...[
      'storm',
      'flood',
      '台风',
      '"storm surge"',
      'title:storm',
      'evacu*',
      'lang:zh',
      'place:London',
      '-flood',
    ],
  )

  it('OR finds the pages of either side, two terms the pages of both', async () => {
    const set = async (q: string) => new Set((await search(q)).found)
    await fc.assert(
      fc.asyncProperty(term, term, async (a, b) => {
        const [left, right] = [await set(a), await set(b)]
        expect(await set(`${a} OR ${b}`)).toEqual(new Set([...left, ...right].sort()))
        if (!a.includes(':') || !b.includes(':'))
          expect(await set(`${a} ${b}`)).toEqual(new Set([...left].filter((one) => right.has(one))))
      }),
      { numRuns: 60 },
    )
  })

  it('accepts any text without an index error', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'OR',
        '|',
        'NOT',
        '*',
        '"',
        'title:',
        'inclass: ',
        'NEAR(a b)',
        '{title}: x',
        'a" OR "b',
        '台*',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
        await search(pieces.join(' ')).catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'query' }),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('marks the words that a prefix matches', async () => {
    const options = { sort: 'relevance' as const, limit: 5, offset: 0 }
    const { hits } = await searchLibrary([bed.collection], { q: 'evacu*' }, options, WORLD)
    const [hit] = hits.filter(({ url }) => url.includes('//b.'))
    const [mark] = hit!.snippet.marks
    expect(hit!.snippet.text.slice(...mark!)).toBe('evacuation')
  })
})
