import { availableParallelism } from 'node:os'
import type { LabSetup } from '../../lab/setup.ts'
import { strategySpecsOf, webSpecOf } from '../../lab/setup-from-options.ts'
import { EventideError } from '../../model/errors.ts'
import { type ComparisonOutcome, ComparisonProcess } from './comparison-process.ts'
import { type LabSettings, type NotedRun, RunFolders } from './run-folder.ts'

/** A comparison as it is now. */
export interface LabRun extends NotedRun {
  readonly id: string
  /** 0..1 */
  readonly progress: number
  readonly report: boolean
}

/** Points of each curve of a report. */
const POINTS = 50
/** How long the server waits at its end for a comparison to write what is finished. */
const LEAVE_MS = 2_000

interface Running {
  readonly id: string
  readonly process: ComparisonProcess
  run: NotedRun
  pages: number
}

/** Where comparisons are started, watched and stopped. One at a time: two would only take the processor from each other. */
export class LabDesk {
  readonly #folders: RunFolders
  readonly #now: () => number
  #running: Running | null = null
  #starting = false

  /** `dir`: where the folders of the comparisons lie. */
  constructor(dir: string, now: () => number = Date.now) {
    this.#folders = new RunFolders(dir)
    this.#now = now
  }

  async list(): Promise<LabRun[]> {
    return (await this.#folders.list()).map(([id, run]) => this.#shown(id, run))
  }

  async start(settings: LabSettings): Promise<LabRun> {
    const setup = setupOf(settings)
    return this.#alone(async () => {
      const run: NotedRun = {
        startedAt: new Date(this.#now()).toISOString(),
        state: 'running',
        settings: { ...settings, strategies: setup.strategies.map(({ label }) => label) },
        finished: 0,
        all: setup.strategies.length * setup.randomSeeds.length,
        problem: null,
      }
      return this.#launch(await this.#folders.create(run), run, setup)
    })
  }

  /** Goes on where a comparison stopped. */
  async resume(id: string): Promise<LabRun> {
    return this.#alone(async () => {
      const before = await this.#known(id)
      if (before.state === 'done')
        throw new EventideError(
          'lab-done',
          `the comparison ${id} is finished: there is nothing to go on with`,
        )
      const run: NotedRun = { ...before, state: 'running', problem: null }
      await this.#folders.write(id, run)
      return this.#launch(id, run, setupOf(before.settings))
    })
  }

  /** Returns at once; what is finished is reported soon. Nothing happens to one that does not run. */
  async stop(id: string): Promise<void> {
    await this.#known(id)
    if (this.#running?.id === id) this.#running.process.stop()
  }

  async report(id: string, file: 'report.html' | 'report.json'): Promise<string> {
    await this.#known(id)
    const path = this.#folders.report(id, file)
    if (path) return path
    throw new EventideError(
      'no-report',
      `the comparison ${id} has no report yet: there is one when it ends or is stopped`,
    )
  }

  /** What runs is stopped; it can be resumed by the next server. */
  async close(): Promise<void> {
    const { process } = this.#running ?? {}
    if (!process) return
    process.stop()
    const timer = setTimeout(() => process.kill(), LEAVE_MS)
    await process.gone
    clearTimeout(timer)
  }

  async #alone(work: () => Promise<LabRun>): Promise<LabRun> {
    if (this.#starting || this.#running)
      throw new EventideError(
        'lab-running',
        `a comparison runs already${this.#running ? ` (${this.#running.id})` : ''}: stop it, or wait until it ends`,
      )
    this.#starting = true
    try {
      return await work()
    } finally {
      this.#starting = false
    }
  }

  #launch(id: string, run: NotedRun, setup: LabSetup): LabRun {
    const note = (change: Partial<NotedRun>) => {
      running.run = { ...running.run, ...change }
      return this.#folders.write(id, running.run)
    }
    const ended = async (outcome: ComparisonOutcome) => {
      const problem = outcome.state === 'failed' ? outcome.problem : null
      // A folder that cannot be written, say on a full disk, must not end the server.
      await note({ state: outcome.state, problem }).catch(() => {})
      if (this.#running === running) this.#running = null
    }
    const process = new ComparisonProcess(
      {
        kind: 'start',
        setup,
        jobs: Math.max(1, availableParallelism() - 1),
        folder: this.#folders.dirOf(id),
        command: commandOf(run.settings),
      },
      {
        begun: (known, total) => {
          running.pages = known * setup.pages
          void note({ finished: known, all: total }).catch(() => {})
        },
        run: () => void note({ finished: running.run.finished + 1 }).catch(() => {}),
        progress: (pages) => {
          running.pages += pages
        },
        ended: (outcome) => void ended(outcome),
      },
    )
    const running: Running = { id, process, run, pages: run.finished * setup.pages }
    this.#running = running
    return this.#shown(id, run)
  }

  async #known(id: string): Promise<NotedRun> {
    const run = await this.#folders.read(id)
    if (run) return run
    throw new EventideError('no-run', `there is no comparison ${JSON.stringify(id)}`)
  }

  #shown(id: string, noted: NotedRun): LabRun {
    const running = this.#running?.id === id ? this.#running : null
    const run = running?.run ?? leftBehind(noted)
    const pages = running?.pages ?? run.finished * run.settings.pages
    const report = this.#folders.report(id, 'report.html') !== null
    return { ...run, id, report, progress: Math.min(1, pages / Math.max(1, run.all * run.settings.pages)) }
  }
}

/** Nobody runs it any more: the server that did has gone. */
function leftBehind(run: NotedRun): NotedRun {
  if (run.state !== 'running') return run
  return { ...run, state: 'stopped', problem: 'the server ended while it ran; resuming goes on from there' }
}

function setupOf({ strategies, pages, webPages, randomSeeds }: LabSettings): LabSetup {
  return {
    web: webSpecOf(`example:${webPages}`),
    goal: { kind: 'own', seeds: [] },
    strategies: strategySpecsOf(strategies.join(','), []),
    randomSeeds: Array.from({ length: randomSeeds }, (_, i) => 1 + i),
    pages,
    points: POINTS,
    concurrency: 1,
    delayMs: 0,
  }
}

/** What gives the same figures in a terminal. */
function commandOf({ strategies, pages, webPages, randomSeeds }: LabSettings): string {
  const names = strategies.join(',')
  const quoted = /^[\w:,.-]+$/.test(names) ? names : `'${names.replaceAll("'", "'\\''")}'`
  return `eventide lab compare --web example:${webPages} --strategies ${quoted} --pages ${pages} --random-seeds ${randomSeeds}`
}
