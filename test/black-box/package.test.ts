import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { APP, done, INSTALLED } from './bed.ts'
import { packReport } from './prepare.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Everything the package may hold. A file of another kind is here because someone decided so. */
const ALLOWED = [
  /^(?:package\.json|LICENSE|(?:README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/,
  /^bin\/eventide\.js$/,
  /^dist\/[\w.-]+\.js$/,
  /^dist\/types\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/,
  /^dist\/gazetteer\/gazetteer-v\d+\.bin$/,
  /^dist\/words\/\w+\.txt$/,
  /^dist\/web\/(?:index\.html|assets\/[\w.-]+\.(?:js|css|json|svg|woff2)|[\w.-]+\.(?:js|svg|png|ico|webmanifest))$/,
  /^docs\/(?:[\w-]+\/)?[\w-]+\.(?:md|png)$/,
  /^examples\/[\w.-]+$/,
]

const REQUIRED = [
  'bin/eventide.js',
  'dist/cli.js',
  'dist/index.js',
  'dist/types/index.d.ts',
  'dist/crawl-worker.js',
  'dist/lab-worker.js',
  'dist/comparison-worker.js',
  'dist/reading-worker.js',
  'dist/judging-worker.js',
  'dist/web/index.html',
  'LICENSE',
  'README.md',
]

describe('the package', () => {
  let files: readonly string[] = []
  beforeAll(async () => {
    files = packReport(await done('package')).files.map(({ path }) => path)
  })

  it('holds the program, its workers and its licence', () => {
    expect(REQUIRED.filter((file) => !files.includes(file))).toEqual([])
  })

  it('holds every page of the docs and every example', () => {
    const required = ['docs', 'examples'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1)),
    )
    expect(required.filter((file) => !files.includes(file))).toEqual([])
  })

  it('holds nothing else: no sources, no tests, no source maps, no parts of earlier builds', () => {
    expect(files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))).toEqual([])
    const loaded = files.filter((file) => /^dist\/[\w.-]+\.js$/.test(file))
    const entries = loaded.filter((file) => /^dist\/(?:cli|index|[a-z-]+-worker)\.js$/.test(file))
    expect([...reachable(entries)].sort()).toEqual([...loaded].sort())
  })

  it('imports only packages that are installed with it', () => {
    const { dependencies } = JSON.parse(readFileSync(join(INSTALLED, 'package.json'), 'utf8'))
    const builtin = new Set(builtinModules)
    const imported = new Set(
      files
        .filter((file) => /^dist\/[\w.-]+\.js$/.test(file))
        .flatMap((file) => importsOf(file))
        .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !builtin.has(name))
        .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
    )
    expect([...imported].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
  })

  it('installs the program under its name', () => {
    expect(existsSync(join(APP, 'node_modules/.bin/eventide'))).toBe(true)
  })

  /** What an ES module of the package imports, at its start or later. */
  function importsOf(file: string): string[] {
    const text = readFileSync(join(INSTALLED, file), 'utf8')
    const found = text.matchAll(/(?:^(?:import|export)[^"';]*?(?:from)? ?|[^.\w]import\()"([^"\n]+)"/gm)
    return Array.from(found, (match) => match[1] ?? '')
  }

  /** Files that the entries load, directly or through others. Workers are named in the code that starts them. */
  function reachable(entries: readonly string[]): Set<string> {
    const seen = new Set(entries)
    for (const file of seen)
      for (const name of importsOf(file)) if (name.startsWith('./')) seen.add(`dist/${name.slice(2)}`)
    return seen
  }
})
