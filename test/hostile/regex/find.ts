import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { parseAst } from 'vitest/node'

/** A regular expression of the program and its location. */
export interface Expression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

const SRC = join(import.meta.dirname, '../../../src')

/** Every regular expression literal in `src/`, and the files that build expressions at run time. */
export function expressionsInSource(): { literals: Expression[]; builders: Map<string, number> } {
  const literals: Expression[] = []
  const builders = new Map<string, number>()
  for (const file of sourceFiles()) {
    const { code } = transformSync(readFileSync(join(SRC, file), 'utf8'), { loader: 'ts', target: 'esnext' })
    visit(parseAst(code), (node) => {
      const { regex, callee, type } = node
      if (isRegex(regex)) literals.push({ file, source: regex.pattern, flags: regex.flags })
      else if ((type === 'NewExpression' || type === 'CallExpression') && isNamed(callee, 'RegExp'))
        builders.set(file, (builders.get(file) ?? 0) + 1)
    })
  }
  return { literals, builders }
}

function sourceFiles(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.endsWith('.test.ts'))
    .sort()
}

type Node = Readonly<Record<string, unknown>>

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Node)
  for (const child of Object.values(value)) visit(child, see)
}

const isRegex = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value

const isNamed = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && value.name === name
