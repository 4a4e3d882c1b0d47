// Writes the parameter tables of docs/strategies/*.md from the schemas: `npm run docs`. A test fails when a table is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowedValues, type OptionDescription } from '../src/model/option-description.ts'
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../src/score/registry.ts'
import { describeOptions } from '../src/score/strategy-options.ts'

const STRATEGY_DOCS = join(import.meta.dirname, '../docs/strategies')

const HEADER = '| parameter | default | values | meaning |\n|---|---|---|---|\n'
/** The table of a page, also one of an earlier layout. */
const TABLE = /^\| parameter \|[^\n]*\n(?:\|[^\n]*\n)+/m

/** A page of docs/strategies with its parameter table up to date. */
export function strategyDocs(name: StrategyName, page: string): string {
  if (!TABLE.test(page)) throw new Error(`docs/strategies/${name}.md has no parameter table`)
  const rows = describeOptions(STRATEGIES[name]).map((option) => `${rowOf(option)}\n`)
  return page.replace(TABLE, () => HEADER + rows.join(''))
}

function rowOf(option: OptionDescription): string {
  const value = typeof option.default === 'string' ? option.default : JSON.stringify(option.default)
  const cells = [`\`${option.name}\``, `\`${value}\``, valuesOf(option), option.description]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function valuesOf(option: OptionDescription): string {
  const choices = option.choices?.map((choice) => `\`${choice}\``).join(', ')
  const values = choices ?? allowedValues({ ...option, nullable: false })
  // Repeating "number" in every row would add nothing.
  const short = values
    .replace(/^a number (?:from |of )?/, '')
    .replace(/^a whole number (?:from |of )?/, 'integer, ')
  return option.nullable ? `${short}; \`null\`` : short
}

if (process.argv[1] === import.meta.filename) {
  for (const name of STRATEGY_NAMES) {
    const file = join(STRATEGY_DOCS, `${name}.md`)
    writeFileSync(file, strategyDocs(name, readFileSync(file, 'utf8')))
  }
}
