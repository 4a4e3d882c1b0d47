import { seededRandom } from '../../src/random/seeded-random.ts'
import { PLANTED } from '../speed/library-collection.ts'

/** Number of popular queries; the n-th is sent 1/n as often as the first. */
const POPULAR = 500
/** Share of requests with a new query, so that caching alone does not determine the result. */
const DISTINCT = 0.3

/** What one visit to the search page requests, as shares. */
const ROUTES: readonly (readonly [share: number, route: string])[] = [
  [0.65, 'search'],
  [0.2, 'facets'],
  [0.1, 'timeline'],
  [0.05, 'map'],
]
const PLACES = ['Philippines', 'Tacloban', 'Leyte', 'Manila', 'Vietnam', 'Cebu']
const CHINESE = ['台风登陆', '救援人员', '灾区群众', '菲律宾政府', '暴雨预警', '台风', '救援']
const MONTHS = ['2013-10', '2013-11', '2013-12', '2014-01']

/** An endless list of requests; the same for the same seed. */
export function* requestPaths(words: readonly string[], seed: number): Generator<string, never> {
  const random = seededRandom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const from = <T>(list: readonly T[]): T => list[below(list.length)]!
  const planted = Object.keys(PLANTED)
  const word = () => (random() < 0.4 ? from(planted) : from(words))
  const forms: readonly (readonly [share: number, query: () => Record<string, string>])[] = [
    [0.22, () => ({ q: word() })],
    [0.22, () => ({ q: `${word()} ${word()}` })],
    [0.08, () => ({ q: `${word()} ${word()} -${word()}` })],
    [0.06, () => ({ q: '"storm surge warning"' })],
    [0.04, () => ({ q: `"storm surge" ${word()}` })],
    [0.08, () => ({ q: from(CHINESE) })],
    [0.08, () => ({ q: `${word()} place:${from(PLACES)}` })],
    [0.06, () => ({ q: `${word()} near:${from(PLACES)} within:${20 + below(200)}km` })],
    [0.06, () => ({ q: `${word()} from:${from(MONTHS)}`, sort: 'time' })],
    [0.04, () => ({ q: word(), site: `s${1 + below(30)}.example`, lang: 'en' })],
    [0.03, () => ({ q: '', kind: 'article', from: `2013-11-${10 + below(20)}` })],
    [0.03, () => ({ q: `${word().slice(0, 4)}*` })],
  ]
  const pick = <T>(list: readonly (readonly [number, T])[]): T => {
    let left = random()
    for (const [share, one] of list) {
      left -= share
      if (left < 0) return one
    }
    return list[0]![1]
  }
  const query = () => {
    const form = pick(forms)()
    return random() < 0.15 ? { ...form, offset: String(20 * (1 + below(4))) } : form
  }
  const popular = Array.from({ length: POPULAR }, query)
  for (let n = 0; ; n++) {
    const distinct = random() < DISTINCT
    const chosen = distinct ? query() : popular[zipf(random, POPULAR)]!
    const { sort, offset, ...searchQuery } = chosen
    // A word that no page has changes the query, not its result.
    if (distinct) searchQuery.q = `${searchQuery.q} -zz${n}q`.trim()
    const route = pick(ROUTES)
    const paged = route === 'search' ? { ...(sort && { sort }), ...(offset && { offset }) } : {}
    yield `/api/${route}?${new URLSearchParams({ ...searchQuery, ...paged })}`
  }
}

function zipf(random: () => number, n: number): number {
  return Math.min(n - 1, Math.floor(Math.exp(random() * Math.log(n + 1)) - 1))
}
