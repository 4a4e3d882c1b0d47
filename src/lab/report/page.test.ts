import { describe, expect, it } from 'vitest'
import type { CurvePoint } from '../metrics/curve.ts'
import { indicesAt } from '../metrics/indices.ts'
import { summarise } from '../metrics/summary.ts'
import type { LabSetup } from '../setup.ts'
import type { TrialRun } from '../trials/run-trial.ts'
import { chartSvg, ticksOf } from './chart.ts'
import { reportPage } from './page.ts'
import type { LabReport } from './report.ts'

const HOSTILE = '</script><img src=x onerror=alert(1)>"\' & co'

function runOf(strategy: number, randomSeed: number, labelled: boolean, points: readonly number[]): TrialRun {
  const curve = points.map((at, i): CurvePoint => {
    const relevant = Math.round((at * (strategy + 1)) / (10 + randomSeed + i / 10))
    const half = Math.floor(relevant / 2)
    const kept = {
      kept: relevant,
      keptSources: 3,
      keptCounted: relevant,
      keptRelevant: half,
      keptFound: half,
    }
    const sums = {
      sum: at / 2,
      squares: at / 3,
      relevantSum: relevant / 2,
      relevantSquares: relevant / 3,
      believedSum: at / 4,
    }
    return {
      at,
      fetched: at,
      counted: at,
      relevant,
      found: relevant,
      targets: half,
      sources: 4,
      ...kept,
      ...sums,
    }
  })
  const [relevantPages, targets] = labelled ? [400, 100] : [null, null]
  return {
    event: 0,
    randomSeed,
    strategy,
    end: 'pages',
    fetched: 200,
    requests: 210,
    relevantPages,
    targets,
    exhausted: null,
    curve,
    indices: indicesAt(curve.at(-1)!, relevantPages, targets),
    timing: { wallMs: 1000, cpuMs: 900, strategyMs: 100 },
  }
}

function reportOf(given: {
  labels: readonly string[]
  labelled?: boolean
  complete?: boolean
  randomSeeds?: number[]
}): LabReport {
  const setup: LabSetup = {
    web: { kind: 'jsonl', file: `${HOSTILE}.jsonl` },
    goal: { kind: 'event', file: 'event.yaml', seeds: [], truth: { kind: 'none' } },
    strategies: given.labels.map((label) => ({ name: 'best-first', label, options: { note: HOSTILE } })),
    randomSeeds: given.randomSeeds ?? [1, 2, 3],
    points: 4,
    pages: 200,
    concurrency: 1,
    delayMs: 0,
  }
  const runs = setup.randomSeeds.flatMap((seed) =>
    setup.strategies.map((_, i) => runOf(i, seed, given.labelled ?? true, [50, 100, 150, 200])),
  )
  return {
    command: `eventide lab compare --web '${HOSTILE}'`,
    program: { version: '1', node: 'v20', cpu: 'test' },
    setup,
    events: [HOSTILE],
    complete: given.complete ?? true,
    summary: summarise(setup, runs),
    runs,
  }
}

describe('reportPage', () => {
  const page = reportPage(reportOf({ labels: ['one', HOSTILE] }))

  it('escapes all text of webs, files and options', () => {
    expect(page.includes('<img')).toBe(false)
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
  })

  it('loads no external resources', () => {
    expect(page).toContain("default-src 'none'")
    expect(/<[^>]*\s(src|href)=/.test(page)).toBe(false)
    expect(page.includes('url(')).toBe(false)
  })

  it('shows both curves with descriptions and tables, and the ranks', () => {
    expect(page.match(/role="img"/g)).toHaveLength(2)
    expect(page.match(/The curves as a table/g)).toHaveLength(2)
    expect(page).toContain('At the end: ')
    expect(page).toMatch(/Friedman’s test over the four indices: chi-square \d/)
    expect(page.match(/DP = /g)).toHaveLength(4)
  })

  it('shows neither harvest nor recall without labels', () => {
    const unlabelled = reportPage(reportOf({ labels: ['one', 'two'], labelled: false }))
    expect(unlabelled).toContain('There are no labels for this web')
    expect(unlabelled).toContain('<h2>Believed harvest ratio</h2>')
    expect(unlabelled).not.toContain('<h2>Recall</h2>')
    expect(unlabelled).not.toContain('<h2>Harvest ratio</h2>')
  })

  it('states the size of the comparison, one of a kind in the singular', () => {
    expect(page).toContain('200 pages per crawl · means over 3 random seeds, bands')
    const single = reportPage(reportOf({ labels: ['one'], randomSeeds: [1] }))
    expect(single).toContain('200 pages per crawl · means over 1 random seed</p>')
  })

  it('states that the comparison is incomplete', () => {
    expect(reportPage(reportOf({ labels: ['one'], complete: false }))).toContain('was interrupted')
    expect(page).not.toContain('was interrupted')
  })
})

describe('chartSvg', () => {
  it('separates sixteen labels in the order of their lines, within the image', () => {
    const series = Array.from({ length: 16 }, (_, id) => ({
      id,
      label: `strategy ${id}`,
      points: [
        { at: 50, mean: 0.5, half: 0.1 },
        { at: 100, mean: 0.4 + id / 1000, half: 0.1 },
      ],
    }))
    const svg = chartSvg({ id: 'c', title: 't', description: 'd', x: 'x', y: 'y', series }).toString()
    const ends = [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)">strategy (\d+) /g)].map((m) => [
      Number(m[1]),
      m[2],
    ])
    expect(ends.map(([, id]) => id)).toEqual(series.map(({ id }) => String(id)).reverse())
    for (const [i, [y]] of ends.entries()) {
      expect(y).toBeLessThan(460)
      if (i > 0) expect(Number(y) - Number(ends[i - 1]![0])).toBeGreaterThan(14)
    }
    expect(
      new Set([...svg.matchAll(/class="line" (stroke="[^"]+" stroke-dasharray="[^"]+")/g)].map((m) => m[1]))
        .size,
    ).toBe(16)
  })

  it.each([
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [15_000, [0, 5000, 10_000, 15_000]],
    [0.031, [0, 0.01, 0.02, 0.03, 0.04]],
  ])('has round steps up to %f', (highest, ticks) => {
    expect(ticksOf(highest)).toEqual(ticks)
  })
})
