import { counted } from '../../text/counted.ts'
import { replicateName } from '../metrics/summary.ts'
import type { GoalSpec, LabSetup, WebSpec } from '../setup.ts'
import { type Chart, chartSvg, strokeOf } from './chart.ts'
import { html, Markup } from './html.ts'
import type { LabReport } from './report.ts'
import { SCRIPT, STYLE } from './style.ts'
import {
  curveTable,
  labelOf,
  measuredTable,
  ownVerdictsTable,
  ranksTable,
  runsTable,
  stagesTable,
} from './tables.ts'

/** The report as one self-contained HTML file. */
export function reportPage(report: LabReport): string {
  const { summary, complete } = report
  const { labelled } = summary
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Strategies compared</title><style>${new Markup(STYLE)}</style></head><body>
<h1>Strategies compared</h1>
<p class="soft">${webInWords(report.setup.web)} · ${report.events.length > 1 ? counted(report.events.length, 'event') : (report.events[0] ?? '')} · ${report.setup.pages.toLocaleString('en')} ${report.setup.pages === 1 ? 'page' : 'pages'} per crawl · means over ${counted(summary.replicates, replicateName(summary))}${summary.replicates > 1 && ', bands and ± are 95 % confidence intervals'}</p>
${!complete && html`<p class="warning">The comparison was interrupted: ${counted(report.runs.length, 'run')} finished. Only trials that every strategy has finished are counted.</p>`}
${!labelled && html`<p class="warning">There are no labels for this web. All figures below are what each crawler <em>believed</em>; they say nothing about which of them is right.</p>`}
${summary.replicates > 0 && body(report)}
${settings(report)}
<script>${new Markup(SCRIPT)}</script></body></html>
`
  return page.toString()
}

function body(report: LabReport): Markup {
  const { labelled } = report.summary
  const harvestOf = labelled ? ('harvest' as const) : ('believedHarvest' as const)
  return html`${legend(report)}
<h2>${labelled ? 'Harvest ratio' : 'Believed harvest ratio'}</h2>
${figure(report, harvestOf, labelled ? 'relevant among pages fetched so far' : 'kept among pages fetched so far')}
${labelled && html`<h2>Recall</h2>${figure(report, 'recall', 'share of all relevant pages found')}`}
<h2>At the end</h2>${labelled && measuredTable(report)}${ownVerdictsTable(report)}
<h2>Along the crawl</h2>
<p>As in table 4 of Liu et al. (2022). Relevance is their measure of a page’s words (eq. 4 and 6), one formula for every strategy; which pages are relevant is decided by the labels.</p>${stagesTable(report)}
<h2>Ranks</h2>${ranksTable(report)}
<h2>Spread</h2>${runsTable(report)}`
}

function legend(report: LabReport): Markup {
  return html`<ul class="legend" aria-label="Strategies: press one to highlight it in the charts">${report.setup.strategies.map(
    (_, i) =>
      html`<li><button type="button" data-s="${i}" aria-pressed="false"><svg viewBox="0 0 28 8" aria-hidden="true"><line x1="0" x2="28" y1="4" y2="4" class="line" ${strokeOf(i)}/></svg>${labelOf(report, i)}</button></li>`,
  )}</ul>`
}

function figure(report: LabReport, value: 'harvest' | 'recall' | 'believedHarvest', y: string): Markup {
  const { strategies } = report.summary
  const ends = strategies
    .map(({ strategy, curve }) => ({
      label: labelOf(report, strategy),
      mean: curve.at(-1)?.[value].mean ?? 0,
    }))
    .sort((a, b) => b.mean - a.mean)
  const chart: Chart = {
    id: `chart-${value}`,
    title: `${y} against pages fetched`,
    description: `At the end: ${ends.map(({ label, mean }) => `${label} ${mean.toFixed(3)}`).join(', ')}.`,
    x: 'pages fetched',
    y,
    series: strategies.map(({ strategy, curve }) => ({
      id: strategy,
      label: labelOf(report, strategy),
      points: curve.map((point) => ({ at: point.at, mean: point[value].mean, half: point[value].half })),
    })),
  }
  return html`<figure>${chartSvg(chart)}</figure>${curveTable(report, value)}`
}

function settings(report: LabReport): Markup {
  const { setup, program, command, runs } = report
  const existing = runs.flatMap(({ relevantPages }) => (relevantPages === null ? [] : [relevantPages]))
  const sizes = existing.length > 0 ? `${Math.min(...existing)} to ${Math.max(...existing)}` : 'unknown'
  const facts: readonly (readonly [string, string])[] = [
    ['Web', webInWords(setup.web)],
    ['Event', goalInWords(setup.goal)],
    ['Relevant pages', `${sizes}, all counted by recall, whether reachable by links or not`],
    ['Random seeds', setup.randomSeeds.join(', ')],
    [
      'Budget',
      `${setup.pages} pages; concurrency ${setup.concurrency}; delay ${setup.delayMs} ms per host, in simulated time`,
    ],
    ...setup.strategies.map(optionsOf),
    ['Program', `eventide ${program.version}, Node.js ${program.node}, ${program.cpu}`],
  ]
  return html`<h2>Settings</h2><p>The same command gives the same figures, except times:</p><pre>${command}</pre>
<dl>${facts.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
<p class="soft">Harvest ratio: relevant pages among those fetched, copies of a page included; it is OA’s accuracy and TI’s cumulative precision. Recall: distinct relevant pages among all that exist. Target recall: stories found, one version being enough, without those the seeds give away. Pages people were unsure about count neither right nor wrong. A crawl that ended before its budget stays where it was. “Kept” figures hold a crawler’s own verdicts against the labels.</p>`
}

function optionsOf({ label, options }: LabSetup['strategies'][number]): readonly [string, string] {
  const set = Object.entries(options).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return [label, set.length > 0 ? set.join(', ') : 'default options']
}

function webInWords(web: WebSpec): string {
  if (web.kind === 'example') return `the example web, ${web.pages.toLocaleString('en')} pages`
  if (web.kind === 'jsonl') return web.file
  return `${web.files.join(', ')} (${web.capture} captures)`
}

function goalInWords(goal: GoalSpec): string {
  if (goal.kind === 'own') return 'the event of the example web'
  if (goal.kind === 'events')
    return `${goal.only === 'core' ? 'the core events' : 'every event'} of ${goal.file}`
  const truth = {
    none: 'no labels',
    label: 'a label',
    urls: 'a list of URLs',
    labels: 'a file of labels',
  }[goal.truth.kind]
  return `the event of ${goal.file}; truth: ${truth}`
}
