import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countCollections, countFacets } from './facets.ts'
import { mapOf } from './place-map.ts'
import type { Sort } from './ranking.ts'
import { searchLibrary } from './search.ts'
import type { SearchQuery } from './search-query.ts'
import { selectMatches } from './search-selections.ts'
import { statisticsOf } from './statistics.ts'
import { at, person, TestLibrary, type TestPage, WORLD } from './test-library.ts'
import { timelineOf } from './timeline.ts'

const long = (subject: string) =>
  Array.from({ length: 40 }, (_, i) => `The ${subject} reached house number ${i} of the harbour.`).join(' ')

/** Each on a host of its own, so that none waits for another. */
const PAGES: readonly TestPage[] = [
  {
    url: 'https://www.alpha.example/2013/11/08/storm-surge-hits-tacloban',
    title: 'Storm surge hits Tacloban',
    text: long('storm surge'),
    published: '2013-11-08',
    places: at('Tacloban', 'Philippines'),
    who: [person('Benigno Aquino III'), person('Ann Example')],
    relevance: 0.9,
  },
  {
    url: 'https://news.beta.example/2013/11/12/rescue-teams-reach-leyte',
    title: 'Rescue teams reach Leyte',
    text: 'Rescue teams reached the island after the storm. The surge had taken the roads. A storm again.',
    published: '2013-11-12',
    places: at('Leyte'),
    who: [person('Ann Example')],
    relevance: 0.8,
  },
  {
    url: 'https://zh.gamma.example/2013/11/09/taifeng-denglu-feilvbin',
    title: '台风登陆菲律宾',
    text: '超强台风登陆菲律宾，救援人员前往灾区。',
    language: 'zh',
    published: '2013-11-09',
    places: at('Philippines', 'China'),
    relevance: 0.95,
  },
  {
    url: 'https://delta.example/storm/',
    title: 'All about storms',
    text: 'A list without a date: storm, storm and storm.',
    relevance: 0.5,
  },
  {
    url: 'https://omega.example/2013/11/20/football-results-of-sunday',
    title: 'Football results',
    text: 'London won in the storm. Nothing else was to be said of weather.',
    published: '2013-11-20',
    places: at('London'),
    relevance: 0.1,
    relevant: false,
  },
  {
    // A copy of the first.
    url: 'https://mirror.example/2013/11/10/storm-surge-hits-tacloban',
    title: 'Storm surge hits Tacloban',
    text: long('storm surge'),
    published: '2013-11-10',
    relevance: 0.9,
  },
]

const OTHERS: readonly TestPage[] = [
  {
    url: 'https://www.epsilon.example/2014/12/06/hagupit-nears-the-coast',
    title: 'Hagupit nears the coast',
    text: 'The storm Hagupit nears. Rescue teams are ready.',
    published: '2014-12-06',
    places: at('Leyte'),
    relevance: 0.7,
  },
]

let bed: TestLibrary
let other: TestLibrary
beforeAll(async () => {
  bed = await TestLibrary.make('haiyan', PAGES)
  other = await TestLibrary.make('hagupit', OTHERS)
})
afterAll(async () => {
  await bed.remove()
  await other.remove()
})

const OPTIONS = { sort: 'relevance', limit: 20, offset: 0 } as const
const hostsOf = (hits: readonly { url: string }[]) =>
  hits.map(({ url }) => new URL(url).host.split('.').at(-2))

async function found(q: string, picked: Partial<SearchQuery> = {}, sort: Sort = 'relevance') {
  const reply = await searchLibrary([bed.collection], { q, ...picked }, { ...OPTIONS, sort }, WORLD)
  expect(reply.total).toBe(reply.hits.length)
  return hostsOf(reply.hits)
}
const sorted = async (q: string, picked: Partial<SearchQuery> = {}) => (await found(q, picked)).sort()

describe('search', () => {
  it('finds every form of words and phrases, and nothing excluded', async () => {
    expect(await sorted('storms')).toEqual(['alpha', 'beta', 'delta'])
    expect(await found('"storm surge"')).toEqual(['alpha'])
    expect(await sorted('storm -rescue')).toEqual(['alpha', 'delta'])
    expect(await sorted('-storm')).toEqual(['gamma'])
    expect(await found('storm surge team')).toEqual(['beta'])
    expect(await found('quagmire')).toEqual([])
  })

  it('finds Chinese words inside longer runs, alone and beside others', async () => {
    for (const q of ['台风', '救援人员', '菲', '登陆 place:China'])
      expect(await found(q), q).toEqual(['gamma'])
    expect(await found('台风 storm')).toEqual([])
  })

  it('ranks by words, and without words by relevance to the event', async () => {
    expect((await found('storm'))[0]).toBe('delta')
    expect(await found('')).toEqual(['gamma', 'alpha', 'beta', 'delta'])
  })

  it('orders by day, undated pages last', async () => {
    expect(await found('', {}, 'time')).toEqual(['beta', 'gamma', 'alpha', 'delta'])
    expect(await found('', {}, 'oldest')).toEqual(['alpha', 'gamma', 'beta', 'delta'])
  })

  it.each([
    ['site:alpha.example', ['alpha']],
    ['site:news.beta.example', ['beta']],
    ['site:https://www.beta.example/x', ['beta']],
    ['-site:alpha.example storm', ['beta', 'delta']],
    ['site:mirror.example', ['alpha']],
    ['site:pha.example', []],
    ['lang:zh', ['gamma']],
    ['lang:Chinese', ['gamma']],
    ['-lang:en', ['gamma']],
    ['place:Philippines', ['alpha', 'beta', 'gamma']],
    ['place:Philippines -place:Leyte', ['gamma']],
    ['place:gn:tac', ['alpha']],
    ['near:Tacloban within:5km', ['alpha']],
    ['near:Tacloban', ['alpha', 'beta']],
    ['near:Tacloban within:5km -near:London', ['alpha']],
    ['from:2013-11-09', ['beta', 'gamma']],
    ['to:2013-11-09', ['alpha', 'gamma']],
    ['from:2013-11 to:2013-11 storm', ['alpha', 'beta']],
    ['-from:2000', ['delta']],
    ['who:Aquino', ['alpha']],
    ['who:"ann example"', ['alpha', 'beta']],
    ['who:Ann who:Aquino', ['alpha']],
    ['who:Quin', []],
    ['kind:list', ['delta']],
    ['kind:article,list', ['alpha', 'beta', 'delta', 'gamma']],
    ['-kind:list storm', ['alpha', 'beta']],
    ['verdict:rejected', ['omega']],
    ['football verdict:rejected', ['omega']],
    ['weather verdict:all', ['omega']],
    ['verdict:all', ['alpha', 'beta', 'delta', 'gamma', 'omega']],
    ['-verdict:rejected lang:zh', ['gamma']],
    ['inclass:haiyan lang:zh', ['gamma']],
    ['-inclass:haiyan', []],
  ])('%s finds %j', async (q, hosts) => expect(await sorted(q)).toEqual(hosts))

  it('applies the selected facets', async () => {
    expect(await sorted('', { site: ['alpha.example', 'beta.example'] })).toEqual(['alpha', 'beta'])
    expect(await sorted('', { place: ['iso:PH'], lang: ['en'] })).toEqual(['alpha', 'beta'])
    expect(await sorted('', { who: 'Ann Example' })).toEqual(['alpha', 'beta'])
    expect(await sorted('', { who: 'Ann' })).toEqual([])
    expect(await sorted('', { kind: ['list'] })).toEqual(['delta'])
    expect(await sorted('', { from: '2013-11-08', to: '2013-11-09' })).toEqual(['alpha', 'gamma'])
    expect(await sorted('', { box: [124, 10, 126, 12] })).toEqual(['alpha', 'beta'])
    expect(await sorted('', { box: [124, 10, -170, 12] })).toEqual(['alpha', 'beta'])
    expect(await sorted('', { box: [-10, 50, 10, 60], verdict: 'all' })).toEqual(['omega'])
    expect(await sorted('storm', { verdict: 'rejected' })).toEqual(['omega'])
  })

  it('returns each result with snippet, places and copies', async () => {
    const { hits, total, notes } = await searchLibrary(
      [bed.collection],
      { q: '"storm surge"' },
      OPTIONS,
      WORLD,
    )
    expect(total).toBe(1)
    expect(notes).toEqual([])
    expect(hits[0]).toMatchObject({
      collection: 'haiyan',
      title: 'Storm surge hits Tacloban',
      source: 'alpha.example',
      published: '2013-11-08',
      relevant: true,
      curated: null,
      kind: 'article',
      copies: 1,
      archived: false,
    })
    expect(hits[0]!.places.map(({ name }) => name)).toEqual(['Tacloban', 'Philippines'])
    const { text, marks } = hits[0]!.snippet
    expect(text.slice(...marks[0]!)).toMatch(/^storm/i)
  })

  it('pages through results without losing or repeating one', async () => {
    const seen: (string | undefined)[] = []
    for (let offset = 0; offset < 6; offset += 2) {
      const reply = await searchLibrary([bed.collection], { q: '' }, { ...OPTIONS, limit: 2, offset }, WORLD)
      expect(reply.total).toBe(4)
      seen.push(...hostsOf(reply.hits))
    }
    expect(seen).toEqual(['gamma', 'alpha', 'beta', 'delta'])
  })

  it('ranks several collections together', async () => {
    const both = [bed.collection, other.collection]
    const byTime = await searchLibrary(both, { q: 'storm' }, { ...OPTIONS, sort: 'time' }, WORLD)
    expect(byTime.total).toBe(4)
    expect(hostsOf(byTime.hits)).toEqual(['epsilon', 'beta', 'alpha', 'delta'])
    const byRank = await searchLibrary(both, { q: 'rescue' }, { ...OPTIONS, limit: 1 }, WORLD)
    expect([byRank.total, byRank.hits.length]).toEqual([2, 1])
    const event = await searchLibrary(both, { q: 'inclass:hagupit' }, OPTIONS, WORLD)
    expect(hostsOf(event.hits)).toEqual(['epsilon'])
  })
})

describe('several collections, ranked together', () => {
  const filler = (i: number) => Array.from({ length: 60 }, (_, n) => `filler${i}x${n}`).join(' ')

  it('weighs a word equally that is rare in one and common in the other', async () => {
    const mentions = await TestLibrary.make(
      'mentions',
      Array.from({ length: 12 }, (_, i) => ({
        url: `https://m${i}.example/2013/11/08/page-number-x`,
        title: `Page ${i}`,
        text: i === 0 ? `${filler(i)} an ember ${filler(i + 50)}` : filler(i),
      })),
    )
    const about = await TestLibrary.make(
      'about',
      Array.from({ length: 12 }, (_, i) => ({
        url: `https://a${i}.example/2013/11/08/page-number-x`,
        title: i < 5 ? `Ember ${i}` : `Page ${i}`,
        text: i < 5 ? `An ember beside an ember, ${filler(i)}` : filler(i + 100),
      })),
    )
    const reply = await searchLibrary(
      [mentions.collection, about.collection],
      { q: 'ember' },
      { ...OPTIONS, limit: 6 },
      WORLD,
    )
    expect(reply.hits.map(({ collection }) => collection)).toEqual([...Array(5).fill('about'), 'mentions'])
    await mentions.remove()
    await about.remove()
  })
})

describe('facets', () => {
  const counts = async (searchQuery: SearchQuery, collections = [bed.collection]) => {
    const facets = countFacets(await selectMatches(collections, searchQuery, WORLD))
    return (facet: keyof typeof facets) =>
      Object.fromEntries(facets[facet].map(({ value, count }) => [value, count]))
  }

  it('count the whole result, places with those inside them, copies under their sources', async () => {
    const of = await counts({ q: '' })
    expect(of('place')).toEqual({ 'iso:PH': 3, 'gn:leyte': 2, 'gn:tac': 1, 'iso:CN': 1 })
    expect(of('source')).toEqual({
      'alpha.example': 1,
      'mirror.example': 1,
      'beta.example': 1,
      'gamma.example': 1,
      'delta.example': 1,
    })
    expect(of('language')).toEqual({ en: 3, zh: 1 })
    expect(of('who')).toEqual({ 'Ann Example': 2, 'Benigno Aquino III': 1 })
    expect(of('kind')).toEqual({ article: 3, list: 1 })
    expect(of('verdict')).toEqual({ kept: 4, rejected: 1 })
  })

  it('count what selecting a value returns', async () => {
    for (const [value, count] of Object.entries((await counts({ q: '' }))('place')))
      expect(await found('', { place: [value] })).toHaveLength(count)
    for (const [value, count] of Object.entries((await counts({ q: '' }))('source')))
      expect(await found('', { site: [value] })).toHaveLength(count)
  })

  it('are counted without their own selection and with all others', async () => {
    const of = await counts({ q: '', lang: ['zh'], kind: ['article'] })
    expect(of('language')).toEqual({ en: 2, zh: 1 })
    expect(of('kind')).toEqual({ article: 1 })
    expect(of('place')).toEqual({ 'iso:PH': 1, 'iso:CN': 1 })
    expect((await counts({ q: 'storm', verdict: 'rejected' }))('verdict')).toEqual({ kept: 3, rejected: 1 })
  })

  it('add up over collections', async () => {
    const both = [bed.collection, other.collection]
    expect((await counts({ q: '' }, both))('place')).toMatchObject({ 'iso:PH': 4, 'gn:leyte': 3 })
    const answered = await selectMatches(both, { q: 'rescue' }, WORLD)
    expect(countCollections(answered, both)).toEqual([
      { value: 'haiyan', label: 'haiyan', count: 1 },
      { value: 'hagupit', label: 'hagupit', count: 1 },
    ])
  })

  it('show languages by name', async () => {
    const { language } = countFacets(await selectMatches([bed.collection], { q: 'lang:zh' }, WORLD))
    expect(language).toEqual([{ value: 'zh', label: 'Chinese', count: 1 }])
  })
})

describe('timeline, map and statistics', () => {
  it('count the pages of each day, with the days between', async () => {
    expect(await timelineOf([bed.collection], { q: '' }, 'auto', WORLD)).toEqual({
      by: 'day',
      undated: 1,
      buckets: [
        { from: '2013-11-08', to: '2013-11-08', counts: [1] },
        { from: '2013-11-09', to: '2013-11-09', counts: [1] },
        { from: '2013-11-10', to: '2013-11-10', counts: [0] },
        { from: '2013-11-11', to: '2013-11-11', counts: [0] },
        { from: '2013-11-12', to: '2013-11-12', counts: [1] },
      ],
      collections: ['haiyan'],
    })
  })

  it('keep collections apart', async () => {
    const { buckets, collections } = await timelineOf(
      [bed.collection, other.collection],
      { q: '' },
      'year',
      WORLD,
    )
    expect(collections).toEqual(['haiyan', 'hagupit'])
    expect(buckets.map(({ counts }) => counts)).toEqual([
      [3, 0],
      [0, 1],
    ])
  })

  it('are empty when nothing was found', async () => {
    const none = { by: 'day', undated: 0, buckets: [] }
    expect(await timelineOf([bed.collection], { q: 'quagmire' }, 'auto', WORLD)).toMatchObject(none)
    expect(await mapOf([], { q: '' }, 10, WORLD)).toMatchObject({ ids: [], truncated: false })
  })

  it('list each named place once, most frequent first', async () => {
    const map = await mapOf([bed.collection, other.collection], { q: '' }, 10, WORLD)
    expect(map.ids).toEqual(expect.arrayContaining(['gn:tac', 'iso:PH', 'gn:leyte', 'iso:CN']))
    expect(map.pages[map.ids.indexOf('iso:PH')]).toBe(2)
    expect(map.pages[map.ids.indexOf('gn:leyte')]).toBe(2)
    expect(map.lats[map.ids.indexOf('gn:tac')]).toBe(11.24)
    expect(map.truncated).toBe(false)
    expect(await mapOf([bed.collection], { q: '' }, 1, WORLD)).toMatchObject({
      ids: ['iso:PH'],
      truncated: true,
    })
  })

  it('count several topics within the results of a query', async () => {
    const searchQuery = { q: 'place:Philippines' }
    expect(
      await statisticsOf([bed.collection], searchQuery, 'storm, "rescue teams", 台风, ,storm', 'week', WORLD),
    ).toEqual({
      by: 'week',
      buckets: [
        { from: '2013-11-04', to: '2013-11-10', pages: 2 },
        { from: '2013-11-11', to: '2013-11-17', pages: 1 },
      ],
      series: [
        { topic: 'storm', counts: [1, 1], total: 2 },
        { topic: '"rescue teams"', counts: [0, 1], total: 1 },
        { topic: '台风', counts: [1, 0], total: 1 },
      ],
    })
  })
})

describe('a growing library', () => {
  it('finds new pages and applies decisions of any process', async () => {
    const growing = await TestLibrary.make('growing', PAGES.slice(0, 2))
    const ids = async (q: string) =>
      hostsOf((await searchLibrary([growing.collection], { q }, OPTIONS, WORLD)).hits).sort()
    expect(await ids('storm')).toEqual(['alpha', 'beta'])
    const id = await growing.add({
      url: 'https://kappa.example/2013/12/01/storm-of-the-year',
      title: 'Storm of the year',
      text: 'Whole of it is about storms and embers.',
      relevant: false,
    })
    expect(await ids('embers')).toEqual([])
    expect(await ids('embers verdict:rejected')).toEqual(['kappa'])
    const decide = (
      decision: 'accepted' | 'rejected' | null,
      target: { page: number } | { source: string },
    ) => growing.store.curate({ target, decision, reason: '', at: '2026-01-01T00:00:00.000Z' })
    await decide('accepted', { page: id })
    expect(await ids('embers')).toEqual(['kappa'])
    expect(await ids('verdict:accepted')).toEqual(['kappa'])
    await decide('rejected', { source: 'alpha.example' })
    expect(await ids('storm')).toEqual(['beta', 'kappa'])
    await decide(null, { source: 'alpha.example' })
    await decide(null, { page: id })
    expect(await ids('storm')).toEqual(['alpha', 'beta'])
    await growing.remove()
  })
})
