import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

/** Modules from left to right, as in ARCHITECTURE.md: a module may import modules to its left, and the listed neighbours. */
const STEPS: readonly (readonly string[])[] = [
  ['model'],
  ['cache', 'http', 'log', 'plugins', 'process', 'random'],
  ['text'],
  ['html', 'yaml'],
  ['place', 'time', 'ontology'],
  ['event', 'page'],
  ['score'],
  ['frontier', 'fetch', 'archive', 'store'],
  ['render'],
  ['event-context', 'crawl', 'input', 'library', 'collection', 'pipeline', 'open-run', 'rebuild'],
  ['lab'],
  ['public', 'server'],
  ['cli', 'index'],
]

/** The browser's client imports the API, so the API must not import the program. */
const APART = 'api'

/** Allowed imports between neighbours on the same step. */
const NEIGHBOURS: ReadonlySet<string> = new Set([
  'pipeline>crawl',
  'input>crawl',
  'input>library',
  'open-run>crawl',
  'open-run>pipeline',
  'open-run>collection',
  'rebuild>collection',
  'rebuild>crawl',
  'rebuild>open-run',
  'rebuild>pipeline',
])

const DRIVERS = /^(@photostructure\/sqlite|better-sqlite3|postgres|pg)$/

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts') ? [path] : []
  })
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!)
}

const moduleOf = (file: string) => relative(SRC, file).split('/')[0]!.replace(/\.ts$/, '')
const stepOf = (module: string) => (module === APART ? 0 : STEPS.findIndex((step) => step.includes(module)))
const files = sources(SRC)

/** Imports between modules. */
function crossings() {
  return files.flatMap((path) =>
    importsOf(path).flatMap((name) => {
      const target = resolve(dirname(path), name)
      if (!name.startsWith('.') || !target.startsWith(`${SRC}/`) || moduleOf(path) === moduleOf(target))
        return []
      // What the API may import has a test of its own.
      if (moduleOf(path) === APART) return []
      return [
        {
          from: moduleOf(path),
          to: moduleOf(target),
          file: relative(SRC, path),
          target: relative(SRC, target),
        },
      ]
    }),
  )
}

describe('the modules', () => {
  it('are ordered as ARCHITECTURE.md says', () => {
    const order = STEPS.map((step) => `\`${step.join(', ')}\``).join(' ← ')
    expect(readFileSync(resolve(SRC, '../ARCHITECTURE.md'), 'utf8')).toContain(`\n${order}\n`)
  })

  it('are all listed', () => {
    expect(files.map(moduleOf).filter((module) => stepOf(module) < 0)).toEqual([])
  })

  it('import only modules to their left', () => {
    const wrong = crossings().filter(
      ({ from, to }) => stepOf(to) >= stepOf(from) && !NEIGHBOURS.has(`${from}>${to}`),
    )
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('have no exceptions that nothing needs', () => {
    const needed = new Set(crossings().map(({ from, to }) => `${from}>${to}`))
    expect([...NEIGHBOURS].filter((pair) => !needed.has(pair))).toEqual([])
    const known = new Set(files.map(moduleOf))
    expect(STEPS.flat().filter((module) => !known.has(module))).toEqual([])
  })

  it('import the API only in server and cli', () => {
    const wrong = files.filter((file) => {
      const usesApi = importsOf(file).some((name) =>
        resolve(dirname(file), name).startsWith(join(SRC, APART)),
      )
      return usesApi && ![APART, 'server', 'cli'].includes(moduleOf(file))
    })
    expect(wrong.map((file) => relative(SRC, file))).toEqual([])
  })

  it('let the API import zod, itself and the table of crawl options, and nothing else', () => {
    const wrong = files
      .filter((file) => moduleOf(file) === APART)
      .flatMap((file) => importsOf(file).map((name) => `${relative(SRC, file)} imports ${name}`))
      .filter(
        (line) =>
          !/ imports (?:zod|\.\/[a-z-]+\.ts|\.\.\/model\/crawl-(?:options|specification)\.ts)$/.test(line),
      )
    expect(wrong).toEqual([])
  })

  it('keep what the API and the browser import by value free of imports', () => {
    for (const name of [
      'model/crawl-options.ts',
      'model/quantities.ts',
      'model/errors.ts',
      'html/escape-html.ts',
      'library/csv.ts',
    ])
      expect(importsOf(join(SRC, name)), name).toEqual([])
  })

  // That only fetch/ opens sockets is tested there.
  it('use the database only in store/', () => {
    const importsDriver = (file: string) => importsOf(file).some((name) => DRIVERS.test(name))
    expect(files.filter((file) => moduleOf(file) !== 'store' && importsDriver(file))).toEqual([])
  })

  it('have no catch-all files', () => {
    const drawers = files.filter((file) => /\/(utils?|helpers?|common|misc)(\/|\.ts$)/.test(file))
    // api/common.ts holds schemas shared by the routes.
    expect(drawers.map((file) => relative(SRC, file)).filter((file) => file !== 'api/common.ts')).toEqual([])
  })

  it('re-export nothing wholesale and have no default exports', () => {
    expect(files.filter((file) => /^export (\*|default)/m.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('normalise text only in linear time', () => {
    const wrong = files.filter(
      (file) => /\.normalize\(/.test(readFileSync(file, 'utf8')) && !file.endsWith('/text/normalized.ts'),
    )
    expect(wrong.map((file) => `${relative(SRC, file)}: use normalized()`)).toEqual([])
  })

  it('parse YAML only in linear time', () => {
    const wrong = files.filter(
      (file) => /\bparseDocument\b/.test(readFileSync(file, 'utf8')) && !file.endsWith('/yaml/parse-yaml.ts'),
    )
    expect(wrong.map((file) => `${relative(SRC, file)}: use parseYaml()`)).toEqual([])
  })
})
