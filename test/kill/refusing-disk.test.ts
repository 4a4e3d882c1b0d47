import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultOf, runCli, startCli } from '../support/run-cli.ts'
import { brokenInvariants } from './invariants.ts'
import { createIslandWeb } from './island-web.ts'
import { type WatchedWeb, watch } from './watched-web.ts'

const BIN = join(import.meta.dirname, '../../bin/eventide.js')

/** Several programs are started one after the other, possibly on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

let folder: string
let web: WatchedWeb

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-refused-'))
  const islands = createIslandWeb()
  web = await watch(islands)
  await writeFile(join(folder, 'event.yaml'), islands.event)
  await writeFile(join(folder, 'seeds.txt'), islands.seeds.join('\n'))
})
afterEach(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

const crawl = (...more: string[]) => [
  ...['crawl', join(folder, 'collection'), '--event', join(folder, 'event.yaml')],
  ...['--seeds', join(folder, 'seeds.txt'), '--proxy', `http://127.0.0.1:${web.port}`],
  ...['--contact', 'test@example.org', '--delay', '0', '--quiet', ...more],
]

/** Runs the program with a file size limit, beyond which the system refuses writes like a broken disk. */
function runLimited(kib: number, args: readonly string[]) {
  const limited = ['-c', `ulimit -f ${kib}; exec "$0" "$@"`, process.execPath, BIN, ...args]
  return resultOf(spawn('bash', limited, { stdio: ['ignore', 'pipe', 'pipe'] }))
}

describe.skipIf(process.platform === 'win32')('4.14 a disk that returns errors', () => {
  it.each([8, 40, 300])(
    'full at %i KiB ends the run with a documented exit code, a sound collection and a crawl that can be resumed',
    async (kib) => {
      const refused = await runLimited(kib, crawl('--min-free', '0B'))
      expect([6, 7], refused.err).toContain(refused.code)
      expect(refused.err).toMatch(/could not be written|the disk failed/)
      expect(await brokenInvariants(join(folder, 'collection'), 0)).toEqual([])
      const later = await runCli(crawl('--min-free', '0B', '--json'))
      expect(later.code, later.err).toBe(0)
      expect(JSON.parse(later.out)).toMatchObject({ end: 'exhausted', fetched: createIslandWeb().size })
      expect((await runCli(['verify', join(folder, 'collection')])).code).toBe(0)
    },
  )

  it.each([
    [['--json'], /^\{"event":"paused","why":"disk-low","free":\d+,"minFree":999999000000000000\}\n/],
    [[], /^Paused: the disk has .* left, 999999 TB must stay free \(--min-free\)\. The crawl resumes/],
  ])('nearly full pauses the crawl and reports it %j', async (options, message) => {
    const child = startCli(crawl('--min-free', '999999TB', ...options))
    const ended = resultOf(child)
    await new Promise<void>((resolve) => child.stderr?.once('data', () => resolve()))
    child.kill('SIGTERM')
    const { code, err } = await ended
    expect(code, err).toBe(4)
    expect(err).toMatch(message)
    expect(web.requests()).toBe(0)
  })

  it.skipIf(!canMount())(
    'full from the start leaves nothing half-written, and the same commands work later',
    async () => {
      const disk = join(folder, 'disk')
      await mkdir(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
      try {
        const rest = join(disk, 'rest')
        spawnSync('dd', ['if=/dev/zero', `of=${rest}`, 'bs=1k'], { stdio: 'ignore' })
        const event = ['event', 'new', 'Fire', '--what', 'fire', '-o', join(disk, 'event.yaml')]
        const onDisk = ['crawl', join(disk, 'collection'), ...crawl('--min-free', '0B').slice(2)]
        for (const args of [event, onDisk]) {
          const refused = await runCli(args)
          expect(refused.err).toMatch(/disk is full|ENOSPC/)
          expect(refused.err).not.toMatch(/unexpectedly|\n {4}at /)
          expect(refused.code).not.toBe(0)
        }
        await rm(rest)
        execFileSync('mount', ['-o', 'remount,size=200m', disk])
        for (const args of [event, onDisk]) {
          const done = await runCli(args)
          expect(done.code, done.err).toBe(0)
        }
        expect((await runCli(['verify', join(disk, 'collection')])).code).toBe(0)
      } finally {
        execFileSync('umount', [disk])
      }
    },
  )
})

/** Only root may mount, and not in every container. */
function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'eventide-mount-'))
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'ignore' }).status === 0
  if (isMounted) execFileSync('umount', [dir])
  rmdirSync(dir)
  return isMounted
}
