import { availableParallelism } from 'node:os'
import type { LabSetup } from '../../lab/setup.ts'
import { labStrategies, webSpecOf } from '../../lab/setup-from-options.ts'
import { EventideError } from '../../model/errors.ts'
import { formatStrategySpec } from '../../model/strategy-spec.ts'
import { ComparisonFolders, type ComparisonSettings, type StoredComparison } from './comparison-folders.ts'
import { type ComparisonOutcome, ComparisonProcess } from './comparison-process.ts'

/** A comparison and its current progress. */
export interface Comparison extends StoredComparison {
  readonly id: string
  /** 0..1 */
  readonly progress: number
  readonly report: boolean
}

/** Points of each curve of a report. */
const POINTS = 50
/** How long a closing server waits for a running comparison to write its report. */
const CLOSE_TIMEOUT_MS = 2_000

interface Running {
  readonly id: string
  readonly process: ComparisonProcess
  stored: StoredComparison
  pages: number
}

/** Starts, lists and stops comparisons of strategies. One runs at a time, because two would only compete for the processor. */
export class Comparisons {
  readonly #folders: ComparisonFolders
  readonly #now: () => number
  #running: Running | null = null
  #isStarting = false

  /** `dir` holds one folder per comparison. */
  constructor(dir: string, now: () => number = Date.now) {
    this.#folders = new ComparisonFolders(dir)
    this.#now = now
  }

  async list(): Promise<Comparison[]> {
    return (await this.#folders.list()).map(([id, stored]) => this.#current(id, stored))
  }

  async start(settings: ComparisonSettings): Promise<Comparison> {
    const setup = setupOf(settings)
    return this.#exclusively(async () => {
      const stored: StoredComparison = {
        startedAt: new Date(this.#now()).toISOString(),
        state: 'running',
        settings,
        finished: 0,
        all: setup.strategies.length * setup.randomSeeds.length,
        problem: null,
      }
      return this.#launch(await this.#folders.create(stored), stored, setup)
    })
  }

  /** Continues a comparison that was stopped or failed. */
  async resume(id: string): Promise<Comparison> {
    return this.#exclusively(async () => {
      const before = await this.#stored(id)
      if (before.state === 'done')
        throw new EventideError('lab-done', `The comparison ${id} is complete: there is nothing to resume`)
      const stored: StoredComparison = { ...before, state: 'running', problem: null }
      await this.#folders.write(id, stored)
      return this.#launch(id, stored, setupOf(before.settings))
    })
  }

  /** Returns immediately; the report follows. Does nothing if the comparison is not running. */
  async stop(id: string): Promise<void> {
    await this.#stored(id)
    if (this.#running?.id === id) this.#running.process.stop()
  }

  async report(id: string, file: 'report.html' | 'report.json'): Promise<string> {
    await this.#stored(id)
    const path = this.#folders.report(id, file)
    if (path) return path
    throw new EventideError(
      'no-report',
      `The comparison ${id} has no report yet: it is written when the comparison ends or is stopped`,
    )
  }

  /** Stops the running comparison, which can be resumed later. */
  async close(): Promise<void> {
    const { process } = this.#running ?? {}
    if (!process) return
    process.stop()
    const timer = setTimeout(() => process.kill(), CLOSE_TIMEOUT_MS)
    await process.exited
    clearTimeout(timer)
  }

  async #exclusively(start: () => Promise<Comparison>): Promise<Comparison> {
    if (this.#isStarting || this.#running)
      throw new EventideError(
        'lab-running',
        `Another comparison is running${this.#running ? ` (${this.#running.id})` : ''}: stop it, or wait until it ends`,
      )
    this.#isStarting = true
    try {
      return await start()
    } finally {
      this.#isStarting = false
    }
  }

  #launch(id: string, stored: StoredComparison, setup: LabSetup): Comparison {
    const update = (change: Partial<StoredComparison>) => {
      running.stored = { ...running.stored, ...change }
      // A failed write, such as on a full disk, must not end the server.
      return this.#folders.write(id, running.stored).catch(() => {})
    }
    const end = async (outcome: ComparisonOutcome) => {
      await update({ state: outcome.state, problem: outcome.state === 'failed' ? outcome.problem : null })
      if (this.#running === running) this.#running = null
    }
    const process = new ComparisonProcess(
      {
        kind: 'start',
        setup,
        jobs: Math.max(1, availableParallelism() - 1),
        folder: this.#folders.dirOf(id),
        command: commandOf(stored.settings, setup),
      },
      {
        onStart: (finished, total) => {
          running.pages = finished * setup.pages
          void update({ finished, all: total })
        },
        onRun: () => void update({ finished: running.stored.finished + 1 }),
        onPages: (pages) => {
          running.pages += pages
        },
        onEnd: (outcome) => void end(outcome),
      },
    )
    const running: Running = { id, process, stored, pages: stored.finished * setup.pages }
    this.#running = running
    return this.#current(id, stored)
  }

  async #stored(id: string): Promise<StoredComparison> {
    const stored = await this.#folders.read(id)
    if (stored) return stored
    throw new EventideError('no-run', `There is no comparison ${JSON.stringify(id)}`)
  }

  #current(id: string, onDisk: StoredComparison): Comparison {
    const running = this.#running?.id === id ? this.#running : null
    const stored = running?.stored ?? interrupted(onDisk)
    const pages = running?.pages ?? stored.finished * stored.settings.pages
    const report = this.#folders.report(id, 'report.html') !== null
    const allPages = Math.max(1, stored.all * stored.settings.pages)
    return { ...stored, id, report, progress: Math.min(1, pages / allPages) }
  }
}

/** A comparison that is "running" on disk but not in this server was interrupted when an earlier server ended. */
function interrupted(stored: StoredComparison): StoredComparison {
  if (stored.state !== 'running') return stored
  return {
    ...stored,
    state: 'stopped',
    problem: 'The server ended while the comparison was running; resume it to run the remaining crawls.',
  }
}

function setupOf({ strategies, pages, webPages, randomSeeds }: ComparisonSettings): LabSetup {
  return {
    web: webSpecOf(`example:${webPages}`),
    goal: { kind: 'own', seeds: [] },
    strategies: labStrategies(strategies.map((spec) => ({ ...spec, label: formatStrategySpec(spec) }))),
    randomSeeds: Array.from({ length: randomSeeds }, (_, i) => 1 + i),
    pages,
    points: POINTS,
    concurrency: 1,
    delayMs: 0,
  }
}

/** The shell command that gives the same figures. */
function commandOf({ pages, webPages, randomSeeds }: ComparisonSettings, { strategies }: LabSetup): string {
  const labels = strategies.map(({ label }) => label).join(',')
  const quoted = /^[\w:,.=-]+$/.test(labels) ? labels : `'${labels.replaceAll("'", "'\\''")}'`
  return `eventide lab compare --web example:${webPages} --strategies ${quoted} --pages ${pages} --random-seeds ${randomSeeds}`
}
