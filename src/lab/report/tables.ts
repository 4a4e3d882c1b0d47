import type { IndexName } from '../metrics/indices.ts'
import type { Interval } from '../metrics/interval.ts'
import { RANKED, replicateName, type StrategySummary } from '../metrics/summary.ts'
import { html, type Markup } from './html.ts'
import type { LabReport } from './report.ts'

type Column = readonly [head: string, index: IndexName, best: 'highest' | 'lowest', digits: number]

/** OA table 4, and recall. */
const OA: readonly Column[] = [
  ['accuracy LP/DP', 'harvest', 'highest', 4],
  ['LP', 'relevant', 'highest', 0],
  ['AR (LP)', 'averageRelevant', 'highest', 4],
  ['SD (LP)', 'deviationRelevant', 'lowest', 4],
  ['AR (DP)', 'averageAll', 'highest', 4],
  ['SD (DP)', 'deviationAll', 'lowest', 4],
  ['AR by words', 'wordsAverage', 'highest', 4],
  ['SD by words', 'wordsDeviation', 'lowest', 4],
  ['recall', 'recall', 'highest', 4],
]

const MEASURED: readonly Column[] = [
  ['harvest ratio', 'harvest', 'highest', 3],
  ['recall', 'recall', 'highest', 3],
  ['F1', 'f1', 'highest', 3],
  ['target recall', 'targetRecall', 'highest', 3],
  ['sources', 'sources', 'highest', 1],
]

const BELIEVED: readonly Column[] = [
  ['kept: precision', 'keptPrecision', 'highest', 3],
  ['kept: recall', 'keptRecall', 'highest', 3],
  ['kept: F1', 'keptF1', 'highest', 3],
  ['believed harvest', 'believedHarvest', 'highest', 3],
  ['believed relevance', 'believedAverage', 'highest', 3],
  ['believed sources', 'believedSources', 'highest', 1],
]

/** Measures by labels at the end of the crawls. */
export function measuredTable(report: LabReport): Markup {
  const { strategies } = report.summary
  const cost = strategies.map((row) => [plain(row.fetched, 0), plain(row.cpuMs, 1), plain(row.strategyMs, 2)])
  const costs = ['pages', 'CPU ms/page', 'strategy ms/page']
  return table(
    report,
    'By the labels, at the end of the crawls; the best in bold.',
    MEASURED,
    costs,
    (i) => cost[i] ?? [],
  )
}

/** Measures by the crawlers' own verdicts, against the labels if there are any. */
export function ownVerdictsTable(report: LabReport): Markup {
  return table(report, 'By the verdicts of each crawler.', BELIEVED, ['ended'], (i) => [
    Object.entries(report.summary.strategies[i]?.ends ?? {})
      .map(([end, n]) => `${end} ${n}`)
      .join(', '),
  ])
}

function table(
  report: LabReport,
  caption: string,
  all: readonly Column[],
  more: readonly string[],
  moreOf: (strategy: number) => readonly string[],
): Markup {
  const { strategies } = report.summary
  const columns = known(all, strategies)
  return html`<div class="scroll" tabindex="0"><table><caption>${caption}</caption><thead><tr><th scope="col">strategy</th>${[...columns.map(([head]) => head), ...more].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${strategies.map(
    ({ indices, strategy }) =>
      html`<tr><th scope="row">${labelOf(report, strategy)}</th>${columns.map((column) =>
        cell(
          indices[column[1]],
          column,
          strategies.map((row) => row.indices[column[1]]),
        ),
      )}${moreOf(strategy).map((text) => html`<td>${text}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

/** OA table 4: every strategy at each quarter of the budget. */
export function stagesTable(report: LabReport): Markup {
  const { strategies } = report.summary
  const columns = known(OA, strategies)
  const stages = strategies[0]?.stages ?? []
  return html`<div class="scroll" tabindex="0"><table><caption>DP: pages fetched. LP: relevant ones among them. AR, SD: average relevance and standard deviation.</caption><thead><tr><th scope="col">strategy</th>${columns.map(([head]) => html`<th scope="col">${head}</th>`)}</tr></thead>${stages.map(
    ({ at }, stage) =>
      html`<tbody><tr class="stage"><th colspan="${columns.length + 1}" scope="rowgroup">DP = ${at.toLocaleString('en')}</th></tr>${strategies.map(
        (row) =>
          html`<tr><th scope="row">${labelOf(report, row.strategy)}</th>${columns.map((column) =>
            cell(
              row.stages[stage]?.indices[column[1]] ?? null,
              column,
              strategies.map((other) => other.stages[stage]?.indices[column[1]] ?? null),
            ),
          )}</tr>`,
      )}</tbody>`,
  )}</table></div>`
}

/** OA table 5. */
export function ranksTable(report: LabReport): Markup {
  const { ranks, ranksByReplicate } = report.summary
  if (!ranks) return html`<p>Ranks need labels and at least two strategies.</p>`
  const order = ranks.average
    .map((_, i) => i)
    .sort((a, b) => (ranks.average[a] ?? 0) - (ranks.average[b] ?? 0))
  return html`<div class="scroll" tabindex="0"><table><caption>The best has rank 1; ties share their mean rank.</caption><thead><tr><th scope="col">strategy</th>${RANKED.map(({ name }) => html`<th scope="col">${name}</th>`)}<th scope="col">average</th>${ranksByReplicate !== null && html`<th scope="col">average over every ${replicateName(report.summary)}</th>`}</tr></thead><tbody>${order.map(
    (i) =>
      html`<tr><th scope="row">${labelOf(report, i)}</th>${ranks.ranks.map((row) => html`<td>${decimal(row[i] ?? 0)}</td>`)}<td>${decimal(ranks.average[i] ?? 0)}</td>${ranksByReplicate !== null && html`<td>${decimal(ranksByReplicate.average[i] ?? 0)}</td>`}</tr>`,
  )}</tbody></table></div>
<p>Friedman’s test over the four indices: chi-square ${ranks.chiSquare.toFixed(2)} with ${ranks.average.length - 1} degrees of freedom, p = ${chance(ranks.p)}.${
    ranksByReplicate !== null &&
    html` Over the indices of every ${replicateName(report.summary)} (${ranksByReplicate.ranks.length} blocks): chi-square ${ranksByReplicate.chiSquare.toFixed(2)}, p = ${chance(ranksByReplicate.p)}.`
  }</p>`
}

/** The figures of every run. */
export function runsTable(report: LabReport): Markup {
  const { runs, setup, events, summary } = report
  const trials = [...new Set(runs.map(({ event, randomSeed }) => `${event} ${randomSeed}`))]
  const byTrial = new Map(runs.map((run) => [`${run.event} ${run.randomSeed} ${run.strategy}`, run]))
  const heads = setup.strategies.map(({ label }) => html`<th scope="col">${label}</th>`)
  const figure = (index: 'recall' | 'harvest') =>
    html`<details><summary>${index} of every run</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${events.length > 1 ? 'event, random seed' : 'random seed'}</th>${heads}</tr></thead><tbody>${trials.map(
      (trial) => {
        const [event = '0', seed = ''] = trial.split(' ')
        const name = events.length > 1 ? `${events[Number(event)] ?? event}, ${seed}` : seed
        return html`<tr><th scope="row">${name}</th>${setup.strategies.map((_, i) => {
          const indices = byTrial.get(`${trial} ${i}`)?.indices
          const value = summary.labelled || index === 'recall' ? indices?.[index] : indices?.believedHarvest
          return html`<td>${value == null ? '' : value.toFixed(3)}</td>`
        })}</tr>`
      },
    )}</tbody></table></div></details>`
  return html`${figure('harvest')}${summary.labelled && figure('recall')}`
}

/** The curves as a table. */
export function curveTable(report: LabReport, value: 'harvest' | 'recall' | 'believedHarvest'): Markup {
  const { strategies } = report.summary
  return html`<details><summary>The curves as a table</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">pages</th>${strategies.map(({ strategy }) => html`<th scope="col">${labelOf(report, strategy)}</th>`)}</tr></thead><tbody>${(
    strategies[0]?.curve ?? []
  ).map(
    ({ at }, i) =>
      html`<tr><th scope="row">${at.toLocaleString('en')}</th>${strategies.map(({ curve }) => html`<td>${withHalf(curve[i]?.[value] ?? null, 3)}</td>`)}</tr>`,
  )}</tbody></table></div></details>`
}

export function labelOf({ setup }: LabReport, strategy: number): string {
  return setup.strategies[strategy]?.label ?? ''
}

function known(columns: readonly Column[], strategies: readonly StrategySummary[]): Column[] {
  return columns.filter(([, index]) => strategies.some(({ indices }) => indices[index] !== null))
}

function cell(value: Interval | null, [, , best, digits]: Column, all: readonly (Interval | null)[]): Markup {
  const means = all.flatMap((other) => (other ? [other.mean] : []))
  const top = best === 'highest' ? Math.max(...means) : Math.min(...means)
  const shown = (mean: number) => mean.toFixed(digits)
  const isBest =
    value !== null && shown(value.mean) === shown(top) && means.some((mean) => shown(mean) !== shown(top))
  return html`<td${isBest && html` class="best"`}>${withHalf(value, digits)}</td>`
}

function withHalf(value: Interval | null, digits: number): Markup {
  if (!value || Number.isNaN(value.mean)) return html`–`
  const half = value.half === null ? '' : `±${value.half.toFixed(digits)}`
  return html`${value.mean.toFixed(digits)} <small>${half}</small>`
}

const plain = (value: Interval, digits: number) =>
  Number.isNaN(value.mean) ? '–' : value.mean.toFixed(digits)
const decimal = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
const chance = (p: number) => (p < 0.0001 ? p.toExponential(1) : p.toFixed(4))
