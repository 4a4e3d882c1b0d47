import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { brokenInvariants } from './invariants.ts'
import { createIslandWeb } from './island-web.ts'
import { type WatchedWeb, watch } from './watched-web.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRELOAD = join(import.meta.dirname, 'kill-point.mjs')
const MAX_KILLS = 12
const NAME = 'islands'
const DELAY_MS = 0

/** Whatever writes to a collection or beside it. */
const COMMANDS = ['crawl', 'look-again', 'seeds', 'recover', 'index', 'export', 'schedule', 'serve'] as const
type CommandName = (typeof COMMANDS)[number]

/** About how many disk calls each makes on the island web: the moments of kills are drawn from these. */
const CALLS: Readonly<Record<CommandName, number>> = {
  crawl: 1500,
  'look-again': 500,
  seeds: 300,
  recover: 60,
  index: 12,
  export: 40,
  schedule: 8,
  serve: 900,
}

interface Kill {
  readonly command: CommandName
  readonly n: number
  readonly when: 'before' | 'torn' | 'after'
}

interface Outcome {
  readonly plan: readonly string[]
  /** Violated guarantees, each with the kill before it. */
  readonly problems: readonly string[]
  readonly pages: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

export function drawKills(seed: number): Kill[] {
  const random = seededRandom(seed)
  const upTo = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  return Array.from({ length: 3 + upTo(MAX_KILLS - 2) }, (_, i) => {
    // Mostly crawls at first: the other commands need a collection to work on.
    const command = i < 2 ? 'crawl' : pick(COMMANDS)
    // And at first while it is being made.
    const calls = i === 0 ? 60 : CALLS[command]
    return { command, n: 1 + upTo(calls), when: pick(['before', 'torn', 'after'] as const) }
  })
}

/** Runs commands on one collection and kills each of them, checks the guarantees after every kill, then finishes the crawl. */
export async function killedCommands(kills: readonly Kill[]): Promise<Outcome> {
  const islands = createIslandWeb()
  const web = await watch(islands)
  const folder = await mkdtemp(join(tmpdir(), 'eventide-commands-'))
  const bed = new Bed(folder, web)
  const problems: string[] = []
  const check = async (what: string) => {
    const broken = [...(await brokenInvariants(bed.collection, DELAY_MS)), ...(await bed.brokenFiles())]
    problems.push(...broken.map((problem) => `${what}: ${problem}`))
  }
  try {
    await mkdir(join(folder, 'collections'))
    await writeFile(join(folder, 'event.yaml'), islands.event)
    await writeFile(join(folder, 'seeds.txt'), islands.seeds.join('\n'))
    await writeFile(join(folder, 'more.txt'), [...islands.pages()].slice(-3).join('\n'))
    for (const kill of kills) {
      const end = await bed.run(kill.command, kill)
      if (end !== 0 && end !== 'SIGKILL') problems.push(`${wordsOf(kill)}: it ended with ${end}`)
      await check(wordsOf(kill))
    }
    for (const command of ['recover', 'crawl', 'look-again', 'index', 'recover'] as const) {
      if (command === 'recover' && !existsSync(join(bed.collection, 'collection.db'))) continue
      const end = await bed.run(command)
      if (end !== 0) problems.push(`the last ${command} ended with ${end}`)
      await check(`the last ${command}`)
    }
    return { plan: kills.map(wordsOf), problems, ...(await bed.result()) }
  } finally {
    await web.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const wordsOf = ({ command, n, when }: Kill) => `${command} ${when} call ${n}`

class Bed {
  readonly collection: string
  readonly #folder: string
  readonly #web: WatchedWeb
  #schedules = 0

  constructor(folder: string, web: WatchedWeb) {
    this.#folder = folder
    this.#web = web
    this.collection = join(folder, 'collections', NAME)
  }

  /** The exit code or signal; a code other than 0 comes with the error output. */
  async run(command: CommandName, kill?: Kill): Promise<number | string> {
    const isMade = existsSync(join(this.collection, 'collection.db'))
    const crawls = ['crawl', 'look-again', 'seeds'].includes(command)
    // Commands other than crawls refuse a folder that is no collection yet.
    if (!crawls && !(isMade && (await this.#isComplete()))) return 0
    const { n, when } = kill ?? {}
    const child = spawn(process.execPath, [join(ROOT, 'bin/eventide.js'), ...this.#arguments(command)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // With its own process group: the crawls of a server end with it.
      detached: true,
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${PRELOAD}`,
        ...(kill && { EVENTIDE_KILL_POINT: JSON.stringify({ n, when }) }),
      },
    })
    const end = endOf(child)
    if (command === 'serve') await this.#serve(child)
    const ended = await end
    if (command === 'schedule' && ended === 0) this.#schedules++
    return ended
  }

  /** Files beside the database and the archive: complete, or not there. */
  async brokenFiles(): Promise<string[]> {
    const problems: string[] = []
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name)
      if (name.endsWith('.jsonl') && !isLines(await readFile(file, 'utf8')))
        problems.push(`${name} is incomplete`)
      if (name.endsWith('.wacz') && !isZip(await readFile(file))) problems.push(`${name} is incomplete`)
    }
    const event = join(this.collection, 'event.yaml')
    const given = await readFile(join(this.#folder, 'event.yaml'), 'utf8')
    if (existsSync(event) && (await readFile(event, 'utf8')) !== given)
      problems.push('event.yaml is incomplete')
    const found = await this.#countSchedules()
    if (found < this.#schedules) problems.push(`${found} of ${this.#schedules} schedules are left`)
    this.#schedules = found
    return problems
  }

  async result(): Promise<Pick<Outcome, 'pages' | 'counts'>> {
    const store = await openSqliteStore(join(this.collection, 'collection.db'), { readOnly: true })
    try {
      const pages: string[] = []
      for await (const page of store.pages({ all: true })) pages.push(page.canonicalUrl)
      return { pages: pages.sort(), counts: { ...(await store.counts()) } }
    } finally {
      await store.close()
    }
  }

  #arguments(command: CommandName): string[] {
    const given = (name: string) => join(this.#folder, name)
    const network = ['--proxy', `http://127.0.0.1:${this.#web.port}`]
    const crawl = (seeds: string) => [
      ...['crawl', this.collection, '--event', given('event.yaml'), '--seeds', given(seeds), ...network],
      ...['--contact', 'test@example.org', '--delay', String(DELAY_MS), '--concurrency', '4'],
      ...['--pages', '1000', '--min-free', '0B', '--quiet'],
    ]
    const format = this.#schedules % 2 ? 'wacz' : 'jsonl'
    const commands: Readonly<Record<CommandName, readonly string[]>> = {
      crawl: crawl('seeds.txt'),
      'look-again': [...crawl('seeds.txt'), '--look-again', '0s'],
      seeds: crawl('more.txt'),
      recover: ['recover', this.collection],
      index: ['index', this.collection],
      export: [
        'export',
        this.collection,
        '--format',
        format,
        '-o',
        given(`out.${format}`),
        '--force',
        '--all',
      ],
      schedule: ['schedule', 'add', given('collections'), NAME, '0 6 * * *', '--pages', '1000'],
      serve: ['serve', given('collections'), '--port', '0', '--json', ...network],
    }
    return [...commands[command]]
  }

  /** Starts a crawl in the server, then ends the server and its crawl when that has ended in any way, or after some requests. */
  async #serve(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close')
    const firstLine = child.stdout ? once(createInterface(child.stdout), 'line') : closed
    const first = await Promise.race([firstLine, closed.then(() => null)])
    if (first === null) return
    const { url } = JSON.parse(String(first[0])) as { url: string }
    const start = new URL(`/api/collections/${NAME}/crawl/start`, url)
    const due = this.#web.requests() + 12
    const reached = new Promise<void>((resolve) =>
      this.#web.onRequest(() => this.#web.requests() >= due && resolve()),
    )
    const body = JSON.stringify({ settings: { lookAgain: 0, delay: 0, minFree: 0 }, seeds: [] })
    await fetch(start, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).catch(
      () => {},
    )
    await Promise.race([reached, closed, crawlEnd(url)])
    if (child.pid !== undefined) killGroup(child.pid)
    await closed
  }

  async #countSchedules(): Promise<number> {
    const file = join(this.#folder, 'collections', 'schedules.json')
    if (!existsSync(file)) return 0
    return (JSON.parse(await readFile(file, 'utf8')) as { schedules: unknown[] }).schedules.length
  }

  async #isComplete(): Promise<boolean> {
    try {
      await (await openSqliteStore(join(this.collection, 'collection.db'), { readOnly: true })).close()
      return existsSync(join(this.collection, 'event.yaml'))
    } catch {
      return false
    }
  }
}

/** Resolves when the server reports that the crawl has ended, or no longer responds. */
async function crawlEnd(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(new URL(`/api/collections/${NAME}/crawl`, url)).catch(() => null)
    const state = answer?.ok ? ((await answer.json()) as { state: string }).state : 'failed'
    if (state === 'idle' || state === 'failed') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const errors: Buffer[] = []
  child.stderr?.on('data', (piece: Buffer) => errors.push(piece))
  child.stdout?.resume()
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (child.pid !== undefined) killGroup(child.pid)
  if (code === null || code === 0) return code ?? signal ?? 'unknown'
  return `${code}: ${Buffer.concat(errors)}`
}

function isLines(text: string): boolean {
  if (text === '') return true
  if (!text.endsWith('\n')) return false
  try {
    for (const line of text.trimEnd().split('\n')) JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** A zip file ends with its central directory. */
function isZip(bytes: Buffer): boolean {
  return bytes.subarray(-22, -18).equals(Buffer.from('PK\x05\x06', 'latin1'))
}
