import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import { exampleCommand } from '../../src/cli/example.ts'
import { eventContext } from '../../src/event-context.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/start.ts'

const SRC = join(import.meta.dirname, '../../src')
/** The modules that determine the format of a collection on disk. */
const FORM = new Set(['store', 'archive', 'collection.ts'])
const CACHE = join(tmpdir(), 'eventide-test-collections')
const OLD_MS = 24 * 3_600_000
const PAGES = '150'
/** How often a test file checks whether another has created the collection, and when it assumes that the other was killed. */
const LOOK_MS = 200
const MAX_MS = 180_000

/** `url` is the application: `http://127.0.0.1:<port>`. */
export interface ServeHarness extends RunningServer {
  /** The served folder; `example` in it is the collection. */
  readonly folder: string
}

/**
 * A real server on a copy of a small collection, `example`, which is crawled from the example web once for all tests of the
 * same sources. The caller closes it.
 */
export async function openServeHarness(options: Partial<ServerOptions> = {}): Promise<ServeHarness> {
  const made = await exampleCollection()
  const folder = await mkdtemp(join(tmpdir(), 'eventide-serve-'))
  await cp(made, join(folder, 'example'), { recursive: true })
  const server = await startServer({
    ...{
      folder,
      eventContext: eventContext,
      host: '127.0.0.1',
      port: 0,
      replayPort: 0,
      readOnly: false,
      tiles: null,
      network: {},
      // One is enough to search as the program does; each takes a second to start.
      searchThreads: 1,
    },
    log: (line) => process.stderr.write(`server: ${line}\n`),
    ...options,
  })
  return {
    ...server,
    folder,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of the crawled example, which must not be changed. One test file creates it, the others wait. */
async function exampleCollection(): Promise<string> {
  const made = join(CACHE, digestOfSources())
  await mkdir(CACHE, { recursive: true })
  while (!existsSync(made)) {
    const isOurs = await mkdir(`${made}.making`).then(
      () => true,
      () => false,
    )
    if (isOurs) await crawlExample(made).finally(() => rm(`${made}.making`, { recursive: true, force: true }))
    else if (!(await changed(`${made}.making`))) await rm(`${made}.making`, { recursive: true, force: true })
  }
  return made
}

/** False if its creator was probably killed. */
async function changed(making: string): Promise<boolean> {
  await setTimeout(LOOK_MS)
  const since = statSync(making, { throwIfNoEntry: false })?.mtimeMs
  return since === undefined || Date.now() - since < MAX_MS
}

async function crawlExample(made: string): Promise<void> {
  await forgetOldOnes()
  const dir = join(`${made}.making`, 'example')
  const silent = { write: () => true }
  const program = new Command()
  exampleCommand(program, { out: silent, err: silent })
  const size = ['--web-pages', '1200', '--pages', PAGES]
  const plain = ['--no-serve', '--quiet', '--reading-workers', '0', '--render', 'never']
  await program.parseAsync(['example', dir, ...size, ...plain], { from: 'user' })
  await rename(dir, made)
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    if (!FORM.has(name.split('/')[0]!) && name !== 'cli/example.ts') continue
    hash.update(name).update(readFileSync(join(SRC, name)))
  }
  return hash.digest('hex').slice(0, 24)
}

async function forgetOldOnes(): Promise<void> {
  const limit = Date.now() - OLD_MS
  const old = readdirSync(CACHE).filter((name) => statSync(join(CACHE, name)).mtimeMs < limit)
  for (const name of old) await rm(join(CACHE, name), { recursive: true, force: true })
}
