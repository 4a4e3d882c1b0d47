import { describe, expect, it } from 'vitest'
import type { EventModel } from '../model/event.ts'
import type { Ontology } from '../model/ontology.ts'
import type { OptionDescription } from '../model/option-description.ts'
import type { Place } from '../model/place.ts'
import { readPage } from '../page/read-page.ts'
import { loadGazetteer } from '../place/load-gazetteer.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { createStrategy, STRATEGIES, STRATEGY_NAMES, type StrategyName } from './registry.ts'
import { sampleCandidate, sampleItem, sampleJudged, sampleObservation } from './samples.ts'
import { describeOptions } from './strategy-options.ts'

const gazetteer = loadGazetteer()
function place(name: string): Place {
  const found = gazetteer.resolve(name)
  if (!found) throw new Error(`no ${name} in the gazetteer`)
  return found
}

const concept = (id: string, ...parents: string[]) => ({
  id,
  labels: [{ text: id, language: 'en' }],
  synonyms: [],
  parents,
})
const ONTOLOGY: Ontology = {
  topic: 'flood',
  concepts: [
    concept('disaster'),
    concept('flood', 'disaster'),
    concept('quake', 'disaster'),
    concept('evacuation', 'flood'),
    concept('shelter', 'evacuation'),
    concept('tremor', 'quake'),
  ],
}

const EVENT: EventModel = {
  name: 'Flood',
  what: [
    { term: 'flood', weight: 1 },
    { term: 'evacuation', weight: 0.6 },
    { term: 'shelter', weight: 0.3 },
  ],
  where: ['Italy', 'France'].map((name, i) => ({ name, place: place(name), weight: 1 - i / 2 })),
  when: { start: '2024-11-08', interest: [] },
  who: [{ term: 'Maria Rossi', weight: 1 }],
  concepts: { global: ONTOLOGY, local: [{ ...ONTOLOGY, topic: 'evacuation' }] },
  languages: ['en'],
  seeds: [],
}

const PLACES = [
  'Italy',
  'Tuscany, Italy',
  'Province of Florence',
  'Certaldo',
  'Europe',
  'World',
  'Alps',
  'Japan',
  '',
]

const html = (title: string, day: string, text: string) => `<html lang=en><head><title>${title}</title>
  <meta name=description content="shelter"><meta property="article:published_time" content="${day}"></head>
  <body><h1>${title}</h1><h2>Evacuation and shelter</h2><p><strong>flood</strong> ${text}</p>
  <div>Flood news <ul><li>tremor <a href="http://a.example/2024/11/09/flood-evacuation">evacuation in Italy</a></li>
  <li>quake <a href="http://b.example/x/shelter">more</a> flood</li></ul></div>
  <a href="http://c.example/sport">Football</a><footer>disaster flood</footer></body></html>`

const PAGES = PLACES.flatMap((name, i) =>
  ['2024-11-07', '2024-11-09', '2025-11-08'].map((day, j) => {
    const text = [
      'A quiet day of sport and tremor. ',
      'Flood and evacuation, said Maria Rossi. ',
      'Shelter. ',
    ][(i + j) % 3]!
    const url = `http://news.example/${i}/${j}`
    const reading = readPage({
      url,
      body: Buffer.from(html(i % 2 ? 'Flood' : 'Disaster', day, text.repeat(12))),
      contentType: 'text/html',
    })
    const named = (name === '' ? [] : [name, ...(j === 1 ? [] : ['Japan'])]).flatMap(
      (one) => gazetteer.resolve(one) ?? [],
    )
    return {
      ...reading,
      places: named.map(({ id, name: as, lat, lon }) => ({ id, name: as, lat, lon, count: 2 })),
    }
  }),
)

const CANDIDATES = Array.from({ length: 300 }, (_, i) =>
  sampleCandidate(i + 1, {
    url: `http://h${i % 40}.example/${i % 3}/${i}`,
    host: `h${i % 40}.example`,
    source: `s${i % 20}.example`,
    score: ((i * 7919) % 101) / 100,
    bestParent: 1 + (i % 60),
  }),
)

/** Everything a strategy decides about the pages, links and candidates above, before and after it has learnt from pages. */
function decisions(name: StrategyName, options: object): string {
  const strategy = createStrategy(name, { event: EVENT, random: seededRandom(5) }, options)
  const seen: unknown[] = [strategy.view, strategy.tunnel]
  const decide = () => {
    for (const page of PAGES) {
      const from = sampleJudged(strategy, page, { depth: 2, link: { score: 0.4, evidence: {} } })
      seen.push(from.verdict, strategy.score(page.links, from), strategy.suggest?.(from))
    }
    for (const n of [1, 8]) seen.push(strategy.select?.(CANDIDATES, n).map(({ id }) => id))
    seen.push(strategy.saturated?.())
  }
  decide()
  for (let i = 1; i <= 700; i++) {
    const page = PAGES[i % PAGES.length]!
    const from = sampleJudged(strategy, page, { id: i })
    const memo = strategy.remember?.(
      from,
      page.links.map(({ url, anchor }) => sampleItem(url, { anchor, parent: i })),
    )
    strategy.observe?.(
      sampleObservation(i, {
        url: page.url,
        canonicalUrl: `${page.url}?${i}`,
        host: `h${i % 25}.example`,
        source: `s${(i * i) % 20}.example`,
        bestParent: 1 + (i % 30),
        score: i < 300 ? 0.99 : 0.3,
        memo: memo ?? null,
        relevance: i < 90 && i % 3 ? 0.9 : 0.1,
        relevant: i < 90 && i % 3 > 0,
        published: page.published,
      }),
    )
    if (i % 50 === 7) seen.push(strategy.select?.(CANDIDATES, 5).map(({ id }) => id))
  }
  decide()
  return JSON.stringify(seen)
}

/** Options whose effect needs more than this test has: limits of memory and of work, and what cancels out by definition. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  logBase: 'cancels out in the cosine of the anchor weights',
  graphLinks: 'a limit of memory: the default is never reached here',
  targets: 'a limit of memory: the default is never reached here',
  rankWork: 'a limit of work: ranks of so few pages converge all the same',
  outLinks: 'a limit of memory: the default is never reached here',
  spaces: 'a limit of memory: the default is never reached here',
}

/** Values other than the default, the most different first. */
function otherValues({ type, default: value, choices, min, above, max }: OptionDescription): unknown[] {
  if (type === 'boolean') return [!value]
  if (type === 'choice') return (choices ?? []).filter((choice) => choice !== value)
  const low = min ?? (above === undefined ? 0 : above + 0.001)
  const given = typeof value === 'number' ? value : 10
  const whole = (number: number) => (type === 'integer' ? Math.round(number) : number)
  const high = max ?? given * 100 + 10
  return [low, high, whole((low + given) / 2), whole((given + Math.min(high, given * 3 + 1)) / 2)].filter(
    (other) => other !== value,
  )
}

/** Options that have an effect only beside others, or that have to change together. */
const BESIDE: Readonly<Record<string, object>> = {
  growth: { width: 1 },
  target: { schedule: 'falling' },
  alpha: { beta: 0.3, gamma: 0.1, theta: 0.2 },
  beta: { alpha: 0.3, gamma: 0.1, theta: 0.2 },
  gamma: { alpha: 0.35, beta: 0.2, theta: 0.2 },
  theta: { alpha: 0.35, beta: 0.2, gamma: 0.1 },
}

const CPEM = ['alpha', 'beta', 'gamma', 'theta']

describe.each(STRATEGY_NAMES)('options of %s', (name) => {
  const options = describeOptions(STRATEGIES[name])
  const isCpem = CPEM.every((key) => options.some((option) => option.name === key))
  const tested = options.filter((option) => !Object.hasOwn(OUT_OF_REACH, option.name))

  it.each(tested.map((option) => [option.name, option] as const))('%s changes a decision', (key, option) => {
    const names = new Set(options.map((one) => one.name))
    const isShare = isCpem && CPEM.includes(key)
    const beside = Object.fromEntries(
      Object.entries(BESIDE[key] ?? {}).filter(
        ([other]) => (isShare || !CPEM.includes(other)) && names.has(other),
      ),
    )
    const rest = Object.values(beside).reduce<number>((sum, value) => sum + (isShare ? Number(value) : 0), 0)
    const values = isShare ? [1 - rest] : otherValues(option)
    const before = decisions(name, isShare ? {} : beside)
    expect(values.some((value) => decisions(name, { ...beside, [key]: value }) !== before)).toBe(true)
  })
})
