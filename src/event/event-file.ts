import { isMap, isScalar, isSeq, type Node } from 'yaml'
import {
  type Day,
  type EventModel,
  type EventWhen,
  type Interest,
  JUDGE_PARTS,
  type JudgeSettings,
  LEARNED_PARTS,
  type LearnedParts,
  type WeightedPlace,
  type WeightedTerm,
} from '../model/event.ts'
import type { Place } from '../model/place.ts'
import type { StrategyCatalog, StrategySpec } from '../model/strategy-spec.ts'
import { dayNumber } from '../time/day.ts'
import { StrictYaml } from '../yaml/strict-yaml.ts'
import type { ConceptFiles } from './concept-files.ts'
import { readConcepts } from './event-concepts.ts'
import { readCrawlOptions } from './read-crawl-options.ts'
import { readStrategy } from './read-strategy.ts'

const KEYS = [
  'name',
  'what',
  'where',
  'when',
  'who',
  'concepts',
  'languages',
  'strategy',
  'judge',
  'crawl',
  'seeds',
  'learned',
] as const

/** Far more topic terms than an event file has; a larger number is a mistake. */
const MAX_TERMS = 10_000

/** Far more places than an event has; each is compared with all others to choose among namesakes. */
const MAX_PLACES = 500

/** Far more model pages than anyone has. */
const MAX_PAGES = 1_000_000

/** What reading an event file depends on. */
export interface EventContext {
  /** Finds the places of `where`; `near` are the event's other places. */
  readonly places: {
    resolve(name: string, near?: readonly Place[]): Place | undefined
    suggest(name: string): string[]
  }
  /** What `strategy:` may be. */
  readonly strategies: StrategyCatalog
}

/** Reads `event.yaml`. A file with anything unknown, misspelt, out of range or unresolvable is refused, with every problem reported. */
export function parseEvent(
  text: string,
  eventContext: EventContext,
  file = 'event.yaml',
  ontologies: ConceptFiles = new Map(),
): EventModel {
  const yaml = new StrictYaml(text, file, 'event-file')
  yaml.done()
  const fields = yaml.fields(yaml.root, 'the event', KEYS)
  const at = (key: (typeof KEYS)[number]) => fields.get(key)

  const name = at('name') ? yaml.text(at('name')!.node, 'name') : undefined
  if (!at('name')) yaml.problem(yaml.root, 'the event has no name: add a line such as "name: Typhoon Haiyan"')
  const what = at('what') ? readTerms(yaml, at('what')!.node, 'what') : []
  const where = at('where') ? readPlaces(yaml, at('where')!.node, eventContext) : []
  const when = at('when') ? readWhen(yaml, at('when')!.node) : { interest: [] }
  const who = at('who') ? readTerms(yaml, at('who')!.node, 'who') : []
  const concepts = at('concepts') && readConcepts(yaml, at('concepts')!.node, ontologies)
  const languages = at('languages') ? readLanguages(yaml, at('languages')!.node) : []
  const strategy = at('strategy')
    ? readStrategy(yaml, at('strategy')!.node, eventContext.strategies)
    : undefined
  const section = at('crawl') && readCrawlOptions(yaml, at('crawl')!.node, eventContext.strategies)
  if (strategy && section?.strategy)
    yaml.problem(at('crawl')!.node, 'the strategy is set twice: under "strategy" and under "crawl"')
  const judging = at('judge') ? readJudge(yaml, at('judge')!.node) : undefined
  const seeds = at('seeds') ? readSeeds(yaml, at('seeds')!.node) : []
  const learned = at('learned') ? readLearned(yaml, at('learned')!.node) : undefined
  if (!at('what')) {
    yaml.problem(
      yaml.root,
      'the event does not say what happened: add "what:" with a few words, e.g. what: [typhoon, haiyan]',
    )
  }
  yaml.done()
  const { terms = what.length, ...judge } = judging ?? {}
  return {
    name: name ?? '',
    what: topTerms(what, terms),
    where,
    when,
    who,
    ...(concepts && { concepts }),
    languages,
    ...strategyFields(strategy ?? section?.strategy),
    ...(judging && { judge }),
    ...(section && { crawl: section.crawl }),
    seeds,
    ...(learned && { learned }),
  }
}

function strategyFields(
  strategy: StrategySpec | undefined,
): Pick<EventModel, 'strategy' | 'strategyOptions'> {
  if (!strategy) return {}
  const { name, options } = strategy
  return { strategy: name, ...(Object.keys(options).length > 0 && { strategyOptions: options }) }
}

/** A mapping of words to weights (or to `{ weight, synonyms }`), or a plain list of words of equal weight. */
function readTerms(yaml: StrictYaml, node: Node | null, what: string): WeightedTerm[] {
  const terms: WeightedTerm[] = []
  if (isSeq(node)) {
    for (const item of yaml.items(node, what)) {
      const term = yaml.text(item, `a word in ${what}`)
      if (term) terms.push({ term, weight: 1 })
    }
  } else {
    for (const { key, keyNode, node: value } of yaml.entries(node, what)) {
      if (key.trim() === '') yaml.problem(keyNode, `${what} has an empty word`)
      const term = isMap(value)
        ? readTerm(yaml, key, value)
        : { term: key, weight: readWeight(yaml, value, `${what}.${key}`) }
      if (term.weight !== undefined) terms.push({ ...term, weight: term.weight })
    }
  }
  if (terms.length === 0) yaml.problem(node, `${what} is empty: give at least one word`)
  return scaled(terms)
}

function readTerm(yaml: StrictYaml, key: string, node: Node) {
  const fields = yaml.fields(node, `"${key}"`, ['weight', 'synonyms'])
  const weight = fields.has('weight') ? readWeight(yaml, fields.get('weight')!.node, `${key}.weight`) : 1
  const synonyms = fields.has('synonyms')
    ? yaml
        .items(fields.get('synonyms')!.node, `${key}.synonyms`)
        .flatMap((item) => yaml.text(item, `a synonym of ${key}`) ?? [])
    : []
  return { term: key, weight, synonyms }
}

function readPlaces(yaml: StrictYaml, node: Node | null, eventContext: EventContext): WeightedPlace[] {
  const named: { name: string; weight: number; node: Node }[] = []
  if (isSeq(node)) {
    for (const item of yaml.items(node, 'where')) {
      const name = yaml.text(item, 'a place in where')
      if (name) named.push({ name, weight: 1, node: item })
    }
  } else {
    for (const { key, keyNode, node: value } of yaml.entries(node, 'where')) {
      const weight = readWeight(yaml, value, `where.${key}`)
      if (weight !== undefined) named.push({ name: key, weight, node: keyNode })
    }
  }
  if (named.length > MAX_PLACES) {
    yaml.problem(node, `where has ${named.length} places; ${MAX_PLACES} at most`)
    return []
  }
  // Two rounds: the first finds the best-known place of each name, the second uses the other places to choose among namesakes.
  const first = named.map(({ name }) => eventContext.places.resolve(name))
  const places = named.flatMap(({ name, weight, node: at }, i) => {
    const others = first.flatMap((place, j) => (place && j !== i ? [place] : []))
    const place = eventContext.places.resolve(name, others)
    if (place) return [{ name, place, weight }]
    const near = yaml.showsMore ? eventContext.places.suggest(name) : []
    const hint = near.length > 0 ? ` (did you mean ${near.map((n) => `"${n}"`).join(' or ')}?)` : ''
    yaml.problem(
      at,
      `the place "${name}" is not in the gazetteer${hint}; write a name, "Town, Province, Country", or a gazetteer id`,
    )
    return []
  })
  return scaled(places)
}

function readWhen(yaml: StrictYaml, node: Node | null): EventWhen {
  if (isScalar(node)) return { start: readDay(yaml, node, 'when'), interest: [] }
  const fields = yaml.fields(node, 'when', ['start', 'end', 'interest'])
  const start = fields.has('start') ? readDay(yaml, fields.get('start')!.node, 'when.start') : undefined
  const end = fields.has('end') ? readDay(yaml, fields.get('end')!.node, 'when.end') : undefined
  if (start && end && end < start) {
    yaml.problem(fields.get('end')!.node, `the event ends (${end}) before it starts (${start})`)
  }
  const interest = fields.has('interest') ? readInterest(yaml, fields.get('interest')!.node) : []
  return { start, end, interest }
}

function readInterest(yaml: StrictYaml, node: Node | null): Interest[] {
  const spans: (Interest & { node: Node })[] = []
  for (const item of yaml.items(node, 'when.interest')) {
    const fields = yaml.fields(item, 'an interest span', ['from', 'to', 'value'])
    for (const key of ['from', 'to', 'value']) {
      if (!fields.has(key)) yaml.problem(item, `an interest span needs "${key}"`)
    }
    const from = fields.has('from') ? readDay(yaml, fields.get('from')!.node, 'from') : undefined
    const to = fields.has('to') ? readDay(yaml, fields.get('to')!.node, 'to') : undefined
    const value = fields.has('value')
      ? yaml.number(fields.get('value')!.node, 'value', { from: 0, to: 100 })
      : undefined
    if (from && to && to < from)
      yaml.problem(item, `an interest span ends (${to}) before it starts (${from})`)
    else if (from && to && value !== undefined) spans.push({ from, to, value, node: item })
  }
  spans.sort((a, b) => (a.from < b.from ? -1 : 1))
  for (const [i, span] of spans.entries()) {
    const before = spans[i - 1]
    if (before && span.from <= before.to) {
      yaml.problem(
        span.node,
        `interest spans overlap: ${before.from}..${before.to} and ${span.from}..${span.to}`,
      )
    }
  }
  return spans.map(({ from, to, value }) => ({ from, to, value }))
}

function readDay(yaml: StrictYaml, node: Node | null, what: string): Day | undefined {
  const text = yaml.text(node, what)
  if (text === undefined || dayNumber(text) !== null) return text
  yaml.problem(node, `${what} must be a day written YYYY-MM-DD, not "${text.slice(0, 40)}"`)
  return undefined
}

function readWeight(yaml: StrictYaml, node: Node | null, what: string): number | undefined {
  return yaml.number(node, `the weight of ${what}`, { above: 0, to: 1 })
}

function readLanguages(yaml: StrictYaml, node: Node | null): string[] {
  return yaml.items(node, 'languages').flatMap((item) => {
    const code = yaml.text(item, 'a language')
    if (code === undefined) return []
    if (/^[a-z]{2}$/.test(code)) return [code]
    yaml.problem(item, `"${code.slice(0, 40)}" is not a two-letter language code such as en, zh or es`)
    return []
  })
}

/** `terms` is applied to `what` here, so that every strategy uses the same words. */
function readJudge(yaml: StrictYaml, node: Node | null): JudgeSettings & { terms?: number } {
  const fields = yaml.fields(node, 'judge', ['threshold', 'weights', 'terms'])
  const threshold = fields.get('threshold')
  const weights = fields.get('weights')
  const terms = fields.get('terms')
  return {
    ...(threshold && { threshold: yaml.number(threshold.node, 'judge.threshold', { from: 0, to: 1 }) }),
    ...(weights && { weights: readJudgeWeights(yaml, weights.node) }),
    ...(terms && { terms: readTermCount(yaml, terms.node) }),
  }
}

function readJudgeWeights(yaml: StrictYaml, node: Node | null): Record<string, number> {
  const read = [...yaml.fields(node, 'judge.weights', JUDGE_PARTS).values()].map(
    ({ key, node: value }) => [key, yaml.number(value, `the weight of ${key}`, { from: 0, to: 1 })] as const,
  )
  const known = read.flatMap(([key, weight]) => (weight === undefined ? [] : [[key, weight] as const]))
  // A weight that could not be read has been reported already.
  if (known.length === read.length && !known.some(([, weight]) => weight > 0)) {
    yaml.problem(node, `judge.weights needs a weight above 0 for one of ${JUDGE_PARTS.join(', ')} at least`)
  }
  return Object.fromEntries(known)
}

function readTermCount(yaml: StrictYaml, node: Node | null): number | undefined {
  const terms = yaml.number(node, 'judge.terms', { from: 1, to: MAX_TERMS })
  if (terms === undefined || Number.isInteger(terms)) return terms
  yaml.problem(node, `judge.terms must be a whole number, not ${terms}`)
  return undefined
}

/** The `max` terms of largest weight, in the order of the file; of equal ones the earlier. */
export function topTerms(terms: readonly WeightedTerm[], max: number): readonly WeightedTerm[] {
  if (terms.length <= max) return terms
  const kept = new Set([...terms].sort((a, b) => b.weight - a.weight).slice(0, max))
  return terms.filter((term) => kept.has(term))
}

function readSeeds(yaml: StrictYaml, node: Node | null): string[] {
  return yaml.items(node, 'seeds').flatMap((item) => {
    const url = yaml.text(item, 'a seed')
    if (url === undefined) return []
    if (/^https?:\/\//i.test(url) && URL.canParse(url)) return [url]
    yaml.problem(item, `the seed "${url.slice(0, 80)}" is not an http or https URL`)
    return []
  })
}

function readLearned(yaml: StrictYaml, node: Node | null): LearnedParts {
  const parts = [...yaml.fields(node, 'learned', LEARNED_PARTS).values()].map(({ key, node: value }) => {
    const pages = yaml.number(value, `the number of pages that ${key} was learned from`, {
      from: 1,
      to: MAX_PAGES,
    })
    return [key, pages ?? 1] as const
  })
  return Object.fromEntries(parts)
}

/** Weights so that the largest is 1. */
function scaled<T extends { readonly weight: number }>(items: readonly T[]): T[] {
  const largest = Math.max(...items.map((item) => item.weight), 0)
  return largest > 0 ? items.map((item) => ({ ...item, weight: item.weight / largest })) : [...items]
}
