import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { cliDocs } from '../../scripts/cli-docs.ts'
import { withOptionTable } from '../../scripts/option-docs.ts'
import { strategyDocs } from '../../scripts/strategy-docs.ts'
import { createProgram } from '../../src/cli/program.ts'
import { exportFormatNames } from '../../src/library/export/formats.ts'
import { CRAWL_OPTION_NAMES } from '../../src/model/crawl-options.ts'
import { EXIT_CODES, FETCH_FAILURES } from '../../src/model/errors.ts'
import { STRATEGY_NAMES } from '../../src/score/registry.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const silent = { write: () => true }
const program = createProgram({ out: silent, err: silent })
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true }).map((f) => `docs/${f}`),
].filter((f) => f.endsWith('.md'))

/** Options of every command, and of benchmarks, Chromium and V8. */
const FOREIGN_OPTIONS = new Set([
  '--help',
  '--version',
  '--options',
  '--no-sandbox',
  '--maglev',
  '--always-sparkplug',
  '--interrupt-budget',
  '--max-bytecode-size-for-early-opt',
  '--max-valid-polymorphic-map-count',
  // Of bench/load/run.ts.
  '--with-crawl',
  '--connections',
  '--program',
  '--folder',
])

describe('the docs', () => {
  it('describe every command and option, and none that is not there (npm run docs)', () => {
    expect(read('docs/cli.md')).toBe(cliDocs(program))
  })

  it('describe every crawl option as the program defines it (npm run docs)', () => {
    expect(read('docs/crawling.md')).toBe(withOptionTable(read('docs/crawling.md')))
    for (const name of CRAWL_OPTION_NAMES) expect(read('docs/crawling.md')).toContain(`| \`${name}\` | \`--`)
  })

  it('give every command an example in its help', () => {
    const leaves = program.commands.flatMap((c) => (c.commands.length > 0 ? c.commands : [c]))
    const without = leaves.filter((command) => {
      const help: string[] = []
      command.configureOutput({ writeOut: (text) => void help.push(text) })
      command.outputHelp()
      return !/Examples?:\n {2}eventide /.test(help.join(''))
    })
    expect(without.map((c) => c.name())).toEqual([])
  })

  it('offer --json on every command', () => {
    const leaves = program.commands.flatMap((c) => (c.commands.length > 0 ? c.commands : [c]))
    expect(leaves.filter((c) => !c.options.some((o) => o.long === '--json')).map((c) => c.name())).toEqual([])
  })

  it('list exactly the exit codes there are', () => {
    const rows = [...read('docs/cli.md').matchAll(/^\| (\d+) \| (\w+) \|/gm)].map((m) => [m[2], Number(m[1])])
    expect(Object.fromEntries(rows)).toEqual(EXIT_CODES)
  })

  it('have a page for every strategy and no other, each in the index', () => {
    const pages = readdirSync(join(ROOT, 'docs/strategies')).map((file) => file.replace(/\.md$/, ''))
    expect(pages.sort()).toEqual([...STRATEGY_NAMES].sort())
    const rows = [
      ...read('docs/strategies.md').matchAll(/^\| \[([a-z-]+)\]\(strategies\/([a-z-]+)\.md\) \|/gm),
    ]
    expect(rows.map((row) => row[1]).sort()).toEqual([...STRATEGY_NAMES].sort())
    expect(rows.map((row) => row[2])).toEqual(rows.map((row) => row[1]))
  })

  it.each(STRATEGY_NAMES)('have the parameters of %s as its schema has them (npm run docs)', (name) => {
    const page = read(`docs/strategies/${name}.md`)
    expect(page).toBe(strategyDocs(name, page))
  })

  it('have a section for every export format and no other, each in the overview', () => {
    const page = read('docs/export.md')
    expect([...page.matchAll(/^## (.+)$/gm)].map((match) => match[1]).sort()).toEqual(
      exportFormatNames().sort(),
    )
    const rows = [...page.matchAll(/^\| \[([a-z]+)\]\(#\1\) \|/gm)].map((match) => match[1])
    expect(rows.sort()).toEqual(exportFormatNames().sort())
  })

  it('list exactly the ways a fetch can fail', () => {
    const rows = [...read('docs/fetching.md').matchAll(/^\| `([a-z-]+)`\s+\|/gm)].map((m) => m[1]!)
    expect(Object.keys(FETCH_FAILURES).filter((code) => !rows.includes(code))).toEqual([])
  })

  it.each(documents)('%s names only npm scripts and commands that exist', (document) => {
    const text = read(document)
    const scripts = [...text.matchAll(/npm run ([a-z:-]+)/g)].map((m) => m[1]!)
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([])
    const commands = [...text.matchAll(/^(?:\$ )?(?:npx )?eventide ([a-z]+)/gm)].map((m) => m[1]!)
    const known = program.commands.map((c) => c.name())
    expect(commands.filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(documents)('%s names only options that some command has', (document) => {
    const known = new Set(
      [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)].flatMap((c) =>
        c.options.flatMap((o) => (o.long ? [o.long] : [])),
      ),
    )
    const text = read(document).replaceAll('\\\n', ' ')
    const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!)
    const commands = [...text.matchAll(/^(?:npx )?eventide [^\n]+/gm)].map(([line]) => line)
    const used = [...spans.filter((span) => /^(?:--|(?:npx )?eventide )/.test(span)), ...commands].flatMap(
      (code) => [...code.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag),
    )
    expect(used.filter((flag) => !known.has(flag) && !FOREIGN_OPTIONS.has(flag))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  const modules = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => !/\.(?:test|d)\.ts$/.test(name))

  it('has a row for every module of src/ and no other', () => {
    const [table = ''] = read('ARCHITECTURE.md').split('Beside `src/`')
    const rows = [...table.matchAll(/^\| `([a-z-]+(?:\/|\.ts))` \|/gm)].map((match) => match[1]!)
    expect(rows.sort()).toEqual(modules.sort())
  })
})
