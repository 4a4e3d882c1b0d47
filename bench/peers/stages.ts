// Where the processor time of a page goes: `npx tsx bench/peers/stages.ts <data folder> [--pages 1000] [--concurrency 20]`.
// Eventide crawls the pages of the peers while both its threads are sampled; every sample counts for the innermost module of
// `src/` on its stack. Shares, because on a busy machine a sample may have waited for its core; the thread pool, which compresses,
// is not sampled.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure } from './measure.ts'
import { eventide } from './peers.ts'
import { startServer } from './start-server.ts'

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: {
    readonly functionName: string
    readonly url: string
    readonly lineNumber: number
    readonly columnNumber: number
  }
  readonly children?: readonly number[]
}

const MIN_SHARE = 0.002
const maps = new Map<string, SourceMap | undefined>()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '20' },
  },
})
const [data] = positionals
if (!data) throw new Error('Usage: npx tsx bench/peers/stages.ts <data folder>')

const { child, port } = await startServer(data, values.pages)
const folder = mkdtempSync(join(tmpdir(), 'eventide-stages-'))
try {
  const profiles = join(folder, 'profiles')
  const peer = eventide(['--cpu-prof', '--cpu-prof-dir', profiles])
  const task = { port, pages: Number(values.pages), concurrency: Number(values.concurrency), folder }
  const run = await measure(peer.command(task), folder)
  const spent = new Map<string, number>()
  for (const file of readdirSync(profiles))
    addTimes(JSON.parse(readFileSync(join(profiles, file), 'utf8')) as Profile, spent)
  const sampled = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
  const cpu = ((1000 * run.cpuSeconds) / run.pages).toFixed(2)
  console.log(
    `${run.pages} pages, ${cpu} CPU ms each, start and sampling included\n\n| stage | share |\n|---|--:|`,
  )
  for (const [stage, ms] of [...spent].sort((a, b) => b[1] - a[1]))
    if (ms > MIN_SHARE * sampled) console.log(`| ${stage} | ${((100 * ms) / sampled).toFixed(1)} % |`)
} finally {
  child.kill()
  rmSync(folder, { recursive: true })
}

/** Milliseconds by module, without waiting. */
function addTimes(profile: Profile, spent: Map<string, number>): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const rooms = new Map<number, string>()
  const roomOf = (id: number): string => {
    let room = rooms.get(id)
    if (room === undefined) {
      const node = nodes.get(id)
      const parent = parents.get(id)
      room = (node && ownScreen(node)) ?? (parent === undefined ? 'the rest' : roomOf(parent))
      rooms.set(id, room)
    }
    return room
  }
  for (const [i, id] of profile.samples.entries()) {
    const room = roomOf(id)
    if (room !== '(idle)') spent.set(room, (spent.get(room) ?? 0) + (profile.timeDeltas[i] ?? 0) / 1000)
  }
}

function ownScreen({ callFrame }: ProfileNode): string | undefined {
  const { functionName, url, lineNumber, columnNumber } = callFrame
  if (functionName === '(idle)' || functionName === '(garbage collector)') return functionName
  const source = mapOf(url)?.findEntry(lineNumber, columnNumber)
  const path = source && 'originalSource' in source ? source.originalSource : undefined
  return path === undefined || path.includes('node_modules')
    ? undefined
    : /(?:^|\/)src\/([a-z]+)[/.]/.exec(path)?.[1]
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, loadMap(url))
  return maps.get(url)
}

function loadMap(url: string): SourceMap | undefined {
  if (!url.startsWith('file:') || !existsSync(new URL(`${url}.map`))) return undefined
  return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')))
}
