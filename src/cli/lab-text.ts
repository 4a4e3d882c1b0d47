import type { IndexName } from '../lab/metrics/indices.ts'
import type { Interval } from '../lab/metrics/interval.ts'
import { replicateName } from '../lab/metrics/summary.ts'
import type { LabReport } from '../lab/report/report.ts'
import { counted } from '../text/counted.ts'
import { printable, table } from './output.ts'

const COLUMNS: readonly (readonly [head: string, index: IndexName, digits: number])[] = [
  ['harvest', 'harvest', 3],
  ['recall', 'recall', 3],
  ['F1', 'f1', 3],
  ['target recall', 'targetRecall', 3],
  ['AR all', 'averageAll', 3],
  ['SD all', 'deviationAll', 3],
  ['sources', 'sources', 1],
  ['kept F1', 'keptF1', 3],
  ['believed', 'believedHarvest', 3],
]

/** The comparison as a table for a terminal, the best rank first. */
export function reportText({ setup, summary }: LabReport): string {
  const { strategies, ranks, labelled } = summary
  if (summary.replicates === 0) return 'No trial has been finished by every strategy\n'
  const columns = COLUMNS.filter(([, index]) => strategies.some(({ indices }) => indices[index] !== null))
  const order = strategies
    .map(({ strategy }) => strategy)
    .sort((a, b) => (ranks ? (ranks.average[a] ?? 0) - (ranks.average[b] ?? 0) : 0))
  const rows = order.flatMap((i) => {
    const row = strategies[i]
    if (!row) return []
    const figures = columns.map(([, index, digits]) => shown(row.indices[index], digits))
    const rank = ranks ? [(ranks.average[i] ?? 0).toFixed(2)] : []
    const cost = [row.cpuMs.mean.toFixed(1), row.strategyMs.mean.toFixed(2)]
    return [[printable(setup.strategies[i]?.label ?? ''), ...figures, ...rank, ...cost]]
  })
  const heads = [
    'strategy',
    ...columns.map(([head]) => head),
    ...(ranks ? ['rank'] : []),
    'CPU ms/page',
    'strategy ms/page',
  ]
  const over = `means over ${counted(summary.replicates, replicateName(summary))}${summary.replicates > 1 ? ' ± 95 % confidence' : ''}`
  const notes = [
    labelled
      ? `${over}, by labels; "believed" is the share of pages each crawler kept.`
      : `${over}. There are no labels, so only the verdicts of each crawler are known.`,
    ranks ? `Friedman: chi-square ${ranks.chiSquare.toFixed(2)}, p = ${ranks.p.toPrecision(2)}` : '',
  ]
  return `${table([heads, ...rows])}\n\n${notes.filter(Boolean).join('\n')}\n`
}

function shown(interval: Interval | null, digits: number): string {
  if (!interval) return ''
  const half = interval.half === null ? '' : ` ±${interval.half.toFixed(digits)}`
  return `${interval.mean.toFixed(digits)}${half}`
}
