import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { summarise } from '../metrics/summary.ts'
import type { LabSetup } from '../setup.ts'
import { FinishedRuns } from './finished-runs.ts'
import { planTrials } from './plan-trials.ts'
import type { TrialRun } from './run-trial.ts'
import { type RunTrialsOptions, runTrials } from './run-trials.ts'

const strategy = (name: string) => ({ name, label: name, options: {} })
const EXAMPLE: LabSetup = {
  web: { kind: 'example', pages: 1000 },
  goal: { kind: 'own', seeds: [] },
  strategies: [strategy('breadth-first'), strategy('best-first')],
  randomSeeds: [1, 2],
  points: 4,
  pages: 40,
  concurrency: 1,
  delayMs: 0,
}

const never = new AbortController().signal
const quiet: RunTrialsOptions = {
  jobs: 1,
  events: 1,
  finished: [],
  signal: never,
  onRun: () => {},
  onPages: () => {},
}
/** All that must be the same each time. */
const figures = (runs: readonly TrialRun[]) => runs.map(({ timing: _, ...rest }) => rest)

let folder: string
let first: TrialRun[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-compare-'))
  first = await runTrials(EXAMPLE, quiet)
})
afterAll(() => rm(folder, { recursive: true }))

describe('runTrials', () => {
  it('runs every strategy with every random seed, each within its budget', () => {
    expect(first.map(({ randomSeed, strategy: s }) => [randomSeed, s])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ])
    for (const run of first) {
      expect(run.fetched).toBe(40)
      expect(run.curve.map(({ at }) => at)).toEqual([10, 20, 30, 40])
      expect(run.relevantPages).toBeGreaterThan(20)
      expect(run.indices.recall).toBeCloseTo((run.curve.at(-1)?.found ?? 0) / (run.relevantPages ?? 1))
    }
    expect(new Set(first.map(({ relevantPages }) => relevantPages)).size).toBeGreaterThan(1)
  })

  it('gives the same figures in any number of processes', async () => {
    const again = await runTrials(EXAMPLE, { ...quiet, jobs: 2 })
    expect(figures(again)).toEqual(figures(first))
  })

  it('is deterministic with concurrent visits and a delay', async () => {
    const polite = {
      ...EXAMPLE,
      strategies: [strategy('best-first')],
      randomSeeds: [1],
      concurrency: 8,
      delayMs: 1000,
    }
    const one = await runTrials(polite, quiet)
    expect(one[0]?.fetched).toBe(40)
    expect(figures(await runTrials(polite, quiet))).toEqual(figures(one))
    expect(one[0]?.curve).not.toEqual(first[1]?.curve)
  })

  it('returns only complete runs when stopped, and resumes with them', async () => {
    const stop = new AbortController()
    const stored = new FinishedRuns(folder, EXAMPLE, '1')
    expect(stored.runs).toEqual([])
    const onRun = (run: TrialRun) => {
      stored.add(run)
      stop.abort()
    }
    const some = await runTrials(EXAMPLE, { ...quiet, signal: stop.signal, onRun })
    expect(figures(some)).toEqual(figures(first.slice(0, 1)))
    expect(summarise(EXAMPLE, some).replicates).toBe(0)
    const { runs: finished } = new FinishedRuns(folder, EXAMPLE, '1')
    const repeated: TrialRun[] = []
    const rest = await runTrials(EXAMPLE, { ...quiet, finished, onRun: (run) => repeated.push(run) })
    expect(repeated).toHaveLength(3)
    expect(figures(rest)).toEqual(figures(first))
    expect(new FinishedRuns(folder, { ...EXAMPLE, pages: 41 }, '1').runs).toEqual([])
  })
})

describe('runTrials on a web from a file', () => {
  const page = (name: string, links: readonly string[], title = 'Flood in the valley') => ({
    url: `http://news.example/${name}`,
    date: '2024-05-03',
    title: `${title}: ${name}`,
    text: 'The river rose after days of rain and the dam broke; people were rescued from their roofs.',
    links: links.map((link) => ({ url: `http://news.example/${link}`, anchor: title })),
  })
  const names = Array.from({ length: 12 }, (_, i) => `p${i}`)
  const setup = async (): Promise<LabSetup> => {
    const web = join(folder, 'web.jsonl')
    const pages = [page('hub', names, 'List'), ...names.map((name) => page(name, []))]
    await writeFile(web, pages.map((line) => JSON.stringify(line)).join('\n'))
    const events = join(folder, 'events.json')
    const listed = {
      event: 'Valley flood',
      start: '2024-05-02',
      seed: 'http://news.example/hub',
      relevant: ['p0', 'p1', 'p2', 'p3'].map((name) => `http://news.example/${name}`),
      unsure: ['http://news.example/p4'],
    }
    await writeFile(
      events,
      JSON.stringify([listed, { ...listed, event: 'Dam break', relevant: listed.relevant.slice(0, 2) }]),
    )
    return {
      ...EXAMPLE,
      web: { kind: 'jsonl', file: web },
      goal: { kind: 'events', file: events, only: 'all' },
      strategies: [strategy('breadth-first')],
      randomSeeds: [1, 2, 3],
      pages: 6,
      points: 6,
    }
  }

  it('runs every event, and breaks ties differently with another random seed', async () => {
    const runs = await runTrials(await setup(), { ...quiet, events: 2 })
    expect(runs).toHaveLength(6)
    expect(runs[0]?.relevantPages).toBe(4)
    expect(runs[3]?.relevantPages).toBe(2)
    // In the order of the page: the hub, then p0 to p4, of which p4 is not counted.
    expect(runs[0]?.curve.map(({ relevant }) => relevant)).toEqual([0, 1, 2, 3, 4, 4])
    expect(runs[0]?.curve.at(-1)).toMatchObject({ fetched: 6, counted: 5 })
    expect(runs[1]?.curve).not.toEqual(runs[2]?.curve)
    const readHere = await runTrials(await setup(), { ...quiet, events: 2, machine: { readingWorkers: 0 } })
    expect(figures(readHere)).toEqual(figures(runs))
    const summary = summarise(await setup(), runs)
    expect([summary.over, summary.replicates, summary.strategies[0]?.runs]).toEqual(['events', 2, 6])
  })

  it('reads each page in one process, unless a process would be idle', async () => {
    const plan = planTrials(await setup(), 2, 2)
    expect(plan.map((group) => group.map(({ event }) => event))).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
    expect(planTrials(await setup(), 1, 2).map((group) => group.length)).toEqual([2, 1])
  })

  it('refuses a seed that is not in the web', async () => {
    const made = await setup()
    const events = join(folder, 'bad-seed.json')
    await writeFile(
      events,
      JSON.stringify([
        { event: 'x flood', seed: 'http://news.example/none', relevant: ['http://a.example/'] },
      ]),
    )
    const goal = { kind: 'events', file: events, only: 'all' } as const
    await expect(runTrials({ ...made, goal }, quiet)).rejects.toThrow('is not in the web')
  })
})
