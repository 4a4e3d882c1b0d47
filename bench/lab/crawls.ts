import { join } from 'node:path'
import { harvest } from '../../src/lab/metrics/curve.ts'
import { RANKED } from '../../src/lab/metrics/summary.ts'
import { type Compared, compared, type MeasuredTarget, meanOf, type TargetOptions } from './target.ts'

/** A closed, real news web: one seed page, 200 fetches, every core event. */
export async function theContext(options: TargetOptions): Promise<MeasuredTarget[]> {
  const folder = join(options.data, 'webs/thecontext')
  const { mean, sure } = await compared(
    {
      web: { kind: 'jsonl', file: join(folder, 'pages.jsonl.gz') },
      goal: { kind: 'events', file: join(folder, 'events.json'), only: 'core' },
      pages: 200,
    },
    'adaptive,breadth-first,best-first,event-model,temporal-intent',
    options,
  )
  const row = (name: string, target?: number): MeasuredTarget => ({
    what: `thecontext, core events, 200 fetches: recall, ${name}`,
    figure: mean(name, 'recall'),
    target,
    beside: sure(name, 'recall'),
  })
  return [
    row('adaptive', 0.9),
    ...['breadth-first', 'best-first', 'event-model', 'temporal-intent'].map((name) => row(name)),
  ]
}

/** OA's setting: 15,000 pages of a large web, every strategy, ranks over four indices. */
export async function ranks(options: TargetOptions): Promise<MeasuredTarget[]> {
  const result = await compared(
    { web: { kind: 'example', pages: 200_000 }, goal: { kind: 'own', seeds: [] }, pages: 15_000 },
    'all',
    options,
  )
  const { setup, summary, mean, sure } = result
  const friedman = summary.ranks
  if (!friedman) throw new Error('Ranks need labels')
  const order = setup.strategies
    .map(({ label }, i) => ({
      label,
      rank: friedman.average[i] ?? 0,
      row: friedman.ranks.map((all) => all[i]),
    }))
    .sort((a, b) => a.rank - b.rank)
  const place = order.findIndex(({ label }) => label === 'adaptive') + 1
  for (const { label, rank, row } of order)
    console.error(
      `${label}: rank ${rank.toFixed(2)} (${RANKED.map(({ name }, i) => `${name} ${row[i]}`).join(', ')})`,
    )
  return [
    {
      what: 'example web, 15,000 of 200,000: 1 / place of adaptive by Friedman',
      figure: 1 / place,
      target: 1,
      beside: `p ${friedman.p.toPrecision(2)}; ${order
        .slice(0, 3)
        .map(({ label, rank }) => `${label} ${rank.toFixed(2)}`)
        .join(', ')}`,
    },
    {
      what: 'the same: harvest, adaptive over best-first',
      figure: mean('adaptive', 'harvest') / mean('best-first', 'harvest'),
      target: 1.5,
      beside: `${mean('adaptive', 'harvest').toFixed(3)} ${sure('adaptive', 'harvest')}, ${mean('best-first', 'harvest').toFixed(3)} ${sure('best-first', 'harvest')}`,
    },
  ]
}

/** TI looks at the cumulative precision after so many of 2,500 pages. */
const TI_FROM = 600

/**
 * TI crawled the open web; the outcome depends on how much of it there is, so both are measured. Of 20,000 pages good strategies
 * find four fifths of what is relevant within the budget, of 200,000 a quarter.
 */
const TI_WEBS = [20_000, 200_000]

/** TI's setting. Its percentages may be shares of best-first's precision or points: both are given, the share is the target. */
export async function temporalIntent(options: TargetOptions): Promise<MeasuredTarget[]> {
  const measured: MeasuredTarget[] = []
  for (const pages of TI_WEBS) {
    const result = await compared(
      { web: { kind: 'example', pages }, goal: { kind: 'own', seeds: [] }, pages: 2_500 },
      'best-first,temporal-intent,adaptive',
      options,
    )
    const row = (one: string, other: string, target: number): MeasuredTarget => {
      const gains = gainsOf(result, one, other)
      const end = (name: string) => result.mean(name, 'harvest').toFixed(3)
      return {
        what: `2,500 of ${pages.toLocaleString('en')}: precision after page ${TI_FROM}, ${one} over ${other}, mean gain`,
        figure: meanOf(gains.map(({ share }) => share)),
        target,
        beside: `in points ${meanOf(gains.map(({ points }) => points)).toFixed(4)}; at the end ${end(one)}, ${end(other)}`,
      }
    }
    measured.push(row('temporal-intent', 'best-first', 0.1028), row('adaptive', 'temporal-intent', 0))
  }
  return measured
}

/** Per random seed: how much higher one strategy's precision was, on average over the pages TI looks at. */
function gainsOf({ setup, runs }: Compared, one: string, other: string): { share: number; points: number }[] {
  const curveOf = (label: string, seed: number) =>
    runs.find((run) => run.randomSeed === seed && setup.strategies[run.strategy]?.label === label)?.curve ??
    []
  return setup.randomSeeds.map((seed) => {
    const base = curveOf(other, seed)
    const gains = curveOf(one, seed).flatMap((point, i) => {
      const below = base[i]
      if (!below || point.at <= TI_FROM) return []
      const points = harvest(point) - harvest(below)
      return [{ points, share: points / Math.max(harvest(below), 1e-9) }]
    })
    return {
      share: meanOf(gains.map(({ share }) => share)),
      points: meanOf(gains.map(({ points }) => points)),
    }
  })
}
