import { z } from 'zod'
import type { Candidate } from '../../../model/crawl.ts'
import { Roulette } from '../../features/roulette.ts'

/** How the start temperature follows the completion of the crawl. */
const SCHEDULES = ['fixed', 'falling', 'printed'] as const
type Schedule = (typeof SCHEDULES)[number]

/** The pages of OA's experiments, for a crawl without a page budget. */
const DEFAULT_TARGET = 15_000

/** The options of every strategy that anneals. */
export const ANNEALING_OPTIONS = {
  temperature: z.number().positive().default(1).describe('T: initial temperature of each choice'),
  cooling: z.number().min(0.01).max(0.99).default(0.9).describe('C: factor by which the temperature falls'),
  cycles: z.number().int().min(1).max(1000).default(10).describe('M: draws at each temperature'),
  stop: z.number().min(0.0001).default(0.01).describe('temperature at which the search stops'),
  target: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe(`pages after which the crawl is complete; null: its page budget, else ${DEFAULT_TARGET}`),
  best: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(64)
    .describe('number of best links of ready hosts to choose from'),
  random: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe('number of random links of ready hosts to choose from'),
}

/** OA algorithm 1 chooses at one start temperature; its improved form lets the start temperature follow the crawl. */
export const scheduleOption = (schedule: Schedule) =>
  z
    .enum(SCHEDULES)
    .default(schedule)
    .describe('initial temperature: fixed; falling as the crawl completes; or rising, as OA prints it')

export interface AnnealingSettings {
  readonly temperature: number
  readonly cooling: number
  readonly cycles: number
  readonly stop: number
  readonly target: number | null
  readonly schedule: Schedule
}

/** The start temperature of a choice after this many pages of a crawl that may fetch `pageBudget`. */
export function startTemperature(
  { temperature, stop, target, schedule }: AnnealingSettings,
  pages: number,
  pageBudget = DEFAULT_TARGET,
): number {
  const rate = Math.min(1, pages / (target ?? pageBudget))
  if (schedule === 'fixed') return temperature
  // As printed, the temperature rises while the crawl completes, though the text says that it falls.
  if (schedule === 'printed') return pages === 0 ? temperature : temperature * rate
  return Math.max(stop, temperature * (1 - rate))
}

/**
 * Up to `n` of the candidates, one per host, each chosen by simulated annealing (OA algorithm 1): starting
 * with the best link, a link drawn by roulette replaces the current one with probability `exp((priority(next)
 * - priority(current)) / T)`.
 */
export function selectByAnnealing(
  candidates: readonly Candidate[],
  n: number,
  settings: AnnealingSettings,
  temperature: number,
  random: () => number,
): Candidate[] {
  const chosen: Candidate[] = []
  let left = [...candidates].sort((a, b) => b.score - a.score || a.id - b.id)
  while (chosen.length < n && left.length > 0) {
    const one = anneal(left, settings, temperature, random)
    chosen.push(one)
    left = left.filter(({ host }) => host !== one.host)
  }
  return chosen
}

function anneal(
  sorted: readonly Candidate[],
  { cooling, cycles, stop }: AnnealingSettings,
  temperature: number,
  random: () => number,
): Candidate {
  const wheel = new Roulette(sorted.map(({ score }) => score))
  let current = sorted[0] as Candidate
  let t = temperature
  do {
    for (let q = 0; q < cycles; q++) {
      const next = sorted[wheel.spin(random())] ?? current
      if (random() < Math.exp((next.score - current.score) / t)) current = next
    }
    t *= cooling
  } while (t > stop)
  return current
}
