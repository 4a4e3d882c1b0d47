import { Document, isCollection, isMap, isScalar, type Node, type Pair, YAMLMap } from 'yaml'

/** Keeps long lines as written. */
export const FORMAT = { lineWidth: 0 } as const

/** The part of an event file under one of its keys. */
export function sectionOf(root: unknown, name: string): Pair | undefined {
  return isMap(root) ? root.items.find((item) => nameOf(item) === name) : undefined
}

export function nameOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : ''
}

/** The text of a section. */
export function rendered(pair: Pair): string {
  const document = new Document()
  const root = new YAMLMap()
  root.items.push(pair)
  document.contents = root as unknown as typeof document.contents
  return document.toString(FORMAT)
}

/** Start and end of a section in the text; null if it cannot be cut out, as in a file that is one flow mapping. */
export function spanOf(root: Node | null, pair: Pair): { start: number; end: number } | null {
  const key = pair.key as Node | null
  const value = pair.value as Node | null
  if (!isMap(root) || root.flow || !key?.range || !value?.range) return null
  return { start: key.range[0], end: value.range[1] }
}

export function isBlock(node: unknown): boolean {
  return isCollection(node) && !node.flow
}

/** Whether two values read from YAML are equal, regardless of the order of keys. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return sorted(a) === sorted(b)
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  )
}
