import { isMap, type Node } from 'yaml'
import type { StrategyCatalog, StrategySpec } from '../model/strategy-spec.ts'
import type { Field, StrictYaml } from '../yaml/strict-yaml.ts'

/** Reads `strategy: adaptive`, or `strategy: { name: adaptive, threshold: 0.6 }`. */
export function readStrategy(
  yaml: StrictYaml,
  node: Node | null,
  strategies: StrategyCatalog,
): StrategySpec | undefined {
  const fields = isMap(node) ? yaml.entries(node, 'strategy') : []
  const nameField = fields.find(({ key }) => key === 'name')
  if (isMap(node) && !nameField) {
    yaml.problem(node, `strategy needs a name; known: ${strategies.names().join(', ')}`)
    return undefined
  }
  const nameNode = nameField ? nameField.node : node
  const name = yaml.text(nameNode, nameField ? 'strategy.name' : 'strategy')
  if (name === undefined) return undefined
  const given = new Map(fields.filter((field) => field !== nameField).map((field) => [field.key, field]))
  const spec = { name, options: optionsOf(given) }
  for (const { option, message } of strategies.problems(spec))
    yaml.problem(nodeOf(option === null ? undefined : given.get(option)) ?? nameNode, message)
  return spec
}

function optionsOf(given: ReadonlyMap<string, Field>): StrategySpec['options'] {
  return Object.fromEntries([...given].map(([key, { node }]) => [key, node?.toJSON() ?? null]))
}

function nodeOf(field: Field | undefined): Node | undefined {
  return field && (field.node ?? field.keyNode)
}
