import type { NamedStrategy } from '../../../../src/model/crawl-options.ts'
import type { Reply } from '../../api/client.ts'
import { readUrls, urlLinesError } from '../../design/url-lines.ts'
import {
  NO_STRATEGY,
  readStrategyForm,
  type StrategyForm,
  strategyFormOf,
} from '../../options/strategy-form.ts'
import type { Strategies } from '../../options/use-strategies.ts'

export type EventForm = Reply<'POST /api/events/check'>['form']
export type ReadEvent = Reply<'POST /api/events/check'>
export type Interest = EventForm['when']['interest']

export interface Weighted {
  readonly name: string
  readonly weight: number
}

/** An event while somebody edits it: lists keep their order, and nothing has to be valid yet. */
export interface Draft {
  readonly name: string
  readonly what: readonly Weighted[]
  readonly where: readonly Weighted[]
  readonly who: readonly Weighted[]
  readonly start: string
  readonly end: string
  readonly interest: Interest
  readonly languages: readonly string[]
  readonly strategy: StrategyForm
  /** Null: as the strategy does. */
  readonly threshold: number | null
  readonly weights: readonly Weighted[] | null
  /** One URL per line. */
  readonly seeds: string
}

export const EMPTY: Draft = {
  name: '',
  what: [],
  where: [],
  who: [],
  start: '',
  end: '',
  interest: [],
  languages: [],
  strategy: NO_STRATEGY,
  threshold: null,
  weights: null,
  seeds: '',
}

const listOf = (weights: Readonly<Record<string, number>>): Weighted[] =>
  Object.entries(weights).map(([name, weight]) => ({ name, weight }))

const recordOf = (list: readonly Weighted[]): Record<string, number> =>
  Object.fromEntries(list.map(({ name, weight }) => [name, weight]))

export function draftOf(form: EventForm): Draft {
  return {
    name: form.name,
    what: listOf(form.what),
    where: listOf(form.where),
    who: listOf(form.who),
    start: form.when.start ?? '',
    end: form.when.end ?? '',
    interest: form.when.interest,
    languages: form.languages,
    strategy: strategyFormOf(form.strategy && { ...form.strategyOptions, name: form.strategy }),
    threshold: form.judge?.threshold ?? null,
    weights: form.judge?.weights ? listOf(form.judge.weights) : null,
    seeds: form.seeds.join('\n'),
  }
}

export function formOf(draft: Draft, strategies: Strategies): EventForm {
  const { name, start, end, interest, threshold, weights } = draft
  const { strategy } = readStrategyForm(draft.strategy, strategies.list, strategies.defaultName)
  const judge = {
    ...(threshold !== null && { threshold }),
    ...(weights !== null && { weights: recordOf(weights) }),
  }
  return {
    name: name.trim(),
    what: recordOf(draft.what),
    where: recordOf(draft.where),
    who: recordOf(draft.who),
    when: { ...(start && { start }), ...(end && { end }), interest },
    languages: [...draft.languages],
    ...(strategy !== undefined && strategyFields(strategy)),
    ...(Object.keys(judge).length > 0 && { judge }),
    seeds: [...readUrls(draft.seeds).urls],
  }
}

/** Options are always sent, so that those of the file are removed when none is set. */
function strategyFields(strategy: NamedStrategy): Pick<EventForm, 'strategy' | 'strategyOptions'> {
  if (typeof strategy === 'string') return { strategy, strategyOptions: {} }
  const { name, ...strategyOptions } = strategy
  return { strategy: name, strategyOptions }
}

export interface Missing {
  readonly name?: string
  readonly what?: string
  readonly when?: string
  readonly seeds?: string
  readonly strategy?: string
}

/** What must be corrected before the event can be read at all. */
export function missingIn(draft: Draft, strategies: Strategies): Missing {
  const { errors } = readStrategyForm(draft.strategy, strategies.list, strategies.defaultName)
  const seeds = urlLinesError(readUrls(draft.seeds))
  return {
    ...(draft.name.trim() === '' && { name: 'Enter a name for the event.' }),
    ...(draft.what.length === 0 && { what: 'Add at least one word that distinguishes the event.' }),
    ...(draft.start && draft.end && draft.end < draft.start && { when: 'The end is before the start.' }),
    ...(seeds && { seeds }),
    ...(errors.size > 0 && { strategy: 'Correct the options of the strategy.' }),
  }
}

/** Adds what was typed or pasted: several names at once, separated by commas, semicolons or lines. */
export function addNames(list: readonly Weighted[], typed: string, weight = 1): readonly Weighted[] {
  const names = typed
    .split(/[,;，；、\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  return names.reduce(addName(weight), list)
}

const addName =
  (weight: number) =>
  (list: readonly Weighted[], name: string): readonly Weighted[] =>
    list.some((one) => one.name === name) ? list : [...list, { name, weight }]

/**
 * Places picked from the gazetteer are written by their names, which people can read. Where the name is understood
 * as another place, or not at all, the id takes over. Gives back the same list when nothing has to change.
 */
export function renamePicked(
  where: readonly Weighted[],
  picked: Map<string, string>,
  isWrong: (as: string, id: string) => boolean,
): readonly Weighted[] {
  let changed = false
  const renamed = where.map((place) => {
    const id = picked.get(place.name)
    if (id === undefined || !isWrong(place.name, id)) return place
    picked.delete(place.name)
    changed = true
    return { ...place, name: id }
  })
  return changed ? renamed : where
}
