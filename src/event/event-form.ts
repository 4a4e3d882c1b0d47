import { isMap, isNode, isScalar, isSeq, type Node } from 'yaml'
import type { Day, Interest } from '../model/event.ts'
import { parseYaml } from '../yaml/parse-yaml.ts'
import { nameOf, sectionOf } from './yaml-section.ts'

/** An event as a form shows it: the parts that people change most, with the weights as written in the file. */
export interface EventForm {
  readonly name: string
  readonly what: Readonly<Record<string, number>>
  readonly where: Readonly<Record<string, number>>
  readonly when: { readonly start?: Day; readonly end?: Day; readonly interest: readonly Interest[] }
  readonly who: Readonly<Record<string, number>>
  readonly languages: readonly string[]
  readonly strategy?: string
  /** The options of the strategy; if omitted, those of the file are kept unless the strategy changes. */
  readonly strategyOptions?: Readonly<Record<string, unknown>>
  readonly judge?: { readonly threshold?: number; readonly weights?: Readonly<Record<string, number>> }
  readonly seeds: readonly string[]
}

/** The sections of an event file that a form shows, in the order in which a new file has them. */
export const FORM_SECTIONS = [
  'name',
  'what',
  'where',
  'when',
  'who',
  'languages',
  'strategy',
  'judge',
  'seeds',
] as const
export type FormSection = (typeof FORM_SECTIONS)[number]

/** The form of a valid event file; anything unreadable is omitted. */
export function formOf(text: string): EventForm {
  return formIn(parseYaml(text).contents as Node | null)
}

/** The same for a document that is already parsed. */
export function formIn(root: Node | null): EventForm {
  const at = (name: FormSection): unknown => sectionOf(root, name)?.value
  const { strategy, strategyOptions } = strategyIn(at('strategy'))
  const judge = judgeOf(at('judge'))
  return {
    name: textOf(at('name')) ?? '',
    what: weightsOf(at('what')),
    where: weightsOf(at('where')),
    when: whenOf(at('when')),
    who: weightsOf(at('who')),
    languages: textsOf(at('languages')),
    ...(strategy !== undefined && { strategy }),
    ...(strategyOptions && { strategyOptions }),
    ...(judge && { judge }),
    seeds: textsOf(at('seeds')),
  }
}

function strategyIn(node: unknown): Pick<EventForm, 'strategy' | 'strategyOptions'> {
  if (!isMap(node)) return { strategy: textOf(node) }
  const options = node.items.flatMap((pair) =>
    nameOf(pair) === 'name' ? [] : [[nameOf(pair), isNode(pair.value) ? pair.value.toJSON() : null]],
  )
  return {
    strategy: textOf(node.get('name', true)),
    ...(options.length > 0 && { strategyOptions: Object.fromEntries(options) }),
  }
}

function weightsOf(node: unknown): Record<string, number> {
  if (isSeq(node)) return Object.fromEntries(textsOf(node).map((name) => [name, 1]))
  if (!isMap(node)) return {}
  return Object.fromEntries(
    node.items.flatMap((pair) => {
      const weight = weightOf(pair.value)
      return weight === undefined ? [] : [[nameOf(pair), weight]]
    }),
  )
}

/** A number, or a mapping with an optional `weight`, 1 by default. */
export function weightOf(node: unknown): number | undefined {
  if (!isMap(node)) return numberOf(node)
  return node.has('weight') ? numberOf(node.get('weight', true)) : 1
}

function whenOf(node: unknown): EventForm['when'] {
  if (!isMap(node)) {
    const start = textOf(node)
    return { ...(start !== undefined && { start }), interest: [] }
  }
  const start = textOf(node.get('start', true))
  const end = textOf(node.get('end', true))
  const spans = node.get('interest', true)
  const interest = isSeq(spans) ? spans.items.flatMap((item) => spanIn(item) ?? []) : []
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }), interest }
}

function spanIn(node: unknown): Interest | undefined {
  if (!isMap(node)) return undefined
  const [from, to, value] = [
    textOf(node.get('from', true)),
    textOf(node.get('to', true)),
    numberOf(node.get('value', true)),
  ]
  return from === undefined || to === undefined || value === undefined ? undefined : { from, to, value }
}

function judgeOf(node: unknown): EventForm['judge'] {
  if (!isMap(node)) return undefined
  const threshold = numberOf(node.get('threshold', true))
  const weights = node.get('weights', true)
  return {
    ...(threshold !== undefined && { threshold }),
    ...(isMap(weights) && { weights: weightsOf(weights) }),
  }
}

function textsOf(node: unknown): string[] {
  return isSeq(node) ? node.items.flatMap((item) => textOf(item) ?? []) : []
}

/** As event files are read: a number is the text as written. */
export function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined
  if (typeof node.value === 'number') return node.source ?? String(node.value)
  return typeof node.value === 'string' && node.value.trim() !== '' ? node.value.trim() : undefined
}

function numberOf(node: unknown): number | undefined {
  return isScalar(node) && typeof node.value === 'number' ? node.value : undefined
}
