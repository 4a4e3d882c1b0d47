import { Document, isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml'
import type { EventWhen, LearnedParts } from '../model/event.ts'

/** A value and the reason for it, which becomes a comment on its line. */
export interface WithReason<T> {
  readonly value: T
  readonly reason?: string
}

/** An event to be written to a file. */
export interface EventDraft {
  readonly name: string
  readonly what: ReadonlyMap<string, WithReason<number>>
  readonly where: ReadonlyMap<string, WithReason<number>>
  readonly when?: EventWhen
  readonly whenReason?: string
  readonly who: ReadonlyMap<string, WithReason<number>>
  readonly languages: readonly string[]
  readonly seeds: readonly string[]
  readonly learned?: LearnedParts
}

/** The text of `event.yaml`, with the reasons as comments. What it writes, `parseEvent` reads. */
export function writeEvent(draft: EventDraft): string {
  const document = new Document({ name: draft.name })
  const root = document.contents as unknown as YAMLMap
  const put = (key: string, value: unknown, flow = false): Node => {
    const node = document.createNode(value, { flow }) as Node
    root.set(document.createNode(key), node)
    return node
  }
  for (const key of ['what', 'where', 'who'] as const) {
    const weights = draft[key]
    if (weights.size === 0) continue
    const node = put(key, new Map([...weights].map(([name, { value }]) => [name, value])))
    if (isMap(node)) for (const pair of node.items) explain(pair, weights.get(keyOf(pair))?.reason)
  }
  if (draft.when && (draft.when.start || draft.when.interest.length > 0)) {
    const { start, end, interest } = draft.when
    const node = put('when', { ...(start && { start }), ...(end && { end }) })
    if (isMap(node) && node.items[0]) explain(node.items[0], draft.whenReason)
    if (interest.length > 0 && isMap(node)) {
      const spans = interest.map((span) => document.createNode(span, { flow: true }))
      node.set('interest', document.createNode(spans))
    }
  }
  if (draft.languages.length > 0) put('languages', draft.languages, true)
  if (draft.seeds.length > 0) put('seeds', draft.seeds)
  if (draft.learned && Object.keys(draft.learned).length > 0) {
    put('learned', draft.learned, true).comment =
      ' parts read off this many pages, trusted less; take out what you have checked'
  }
  return document.toString({ lineWidth: 0 })
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : ''
}

function explain(pair: Pair, reason: string | undefined): void {
  if (reason && isScalar(pair.value)) pair.value.comment = ` ${reason.replace(/[\r\n]/g, ' ')}`
}
