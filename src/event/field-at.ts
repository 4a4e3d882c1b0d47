import { isMap, isNode, LineCounter, type Pair } from 'yaml'
import { parseYaml } from '../yaml/parse-yaml.ts'
import { nameOf } from './yaml-section.ts'

/** The entry of an event file at `line:column`, such as `where.Taclobn`; empty if unknown. */
export function fieldAt(text: string, place: string): string {
  const [line, column] = place.split(':').map(Number)
  const lines = new LineCounter()
  const document = parseYaml(text, lines)
  const at = (lines.lineStarts[(line ?? 1) - 1] ?? 0) + (column ?? 1) - 1
  const section = pairAt(document.contents, at)
  if (!section) return ''
  const entry = pairAt(section.value, at)
  return entry ? `${nameOf(section)}.${nameOf(entry)}` : nameOf(section)
}

function pairAt(node: unknown, at: number): Pair | undefined {
  if (!isMap(node)) return undefined
  return node.items.find(({ key, value }) => {
    const start = isNode(key) ? (key.range?.[0] ?? 0) : 0
    const end = isNode(value) ? (value.range?.[1] ?? start) : start
    return at >= start && at <= end
  })
}
