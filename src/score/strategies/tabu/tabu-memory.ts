import { z } from 'zod'
import type { Candidate, Observation } from '../../../model/crawl.ts'
import type { Json } from '../../../model/json.ts'

const NEIGHBOURHOODS = ['page', 'directory'] as const

/** The options of every strategy with a tabu list. */
export const TABU_OPTIONS = {
  tenure: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(7)
    .describe('number of pages for which a visited host is tabu; about seven is usual (Glover)'),
  neighbourTenure: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(7)
    .describe('number of pages for which the neighbourhood of a visited link is tabu'),
  penalty: z
    .number()
    .min(1)
    .max(10)
    .default(2)
    .describe('factor by which the tenure is longer after an irrelevant page'),
  neighbourhood: z
    .enum(NEIGHBOURHOODS)
    .default('page')
    .describe('what counts as a neighbourhood: the links of one page, or the URLs in one directory'),
  aspiration: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(50)
    .describe('number of recent pages whose best link a tabu link must beat to be chosen anyway'),
  best: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(128)
    .describe('number of best links of ready hosts to choose from'),
}

export interface TabuSettings {
  readonly tenure: number
  readonly neighbourTenure: number
  readonly penalty: number
  readonly neighbourhood: (typeof NEIGHBOURHOODS)[number]
  readonly aspiration: number
}

const STATE = z.object({
  pages: z.number(),
  until: z.array(z.tuple([z.string(), z.number()])),
  used: z.array(z.number()),
})

type Linked = Pick<Candidate, 'url' | 'host' | 'bestParent'>

/**
 * Recently visited hosts and neighbourhoods of links are tabu for a tenure, counted in pages; a tabu link is admitted anyway if it beats
 * the best recent link (aspiration). The number of entries is bounded by the longest tenure.
 */
export class TabuMemory {
  readonly #settings: TabuSettings
  #pages = 0
  /** The page count up to which a host or neighbourhood is tabu. */
  #until = new Map<string, number>()
  /** Scores of the links visited last, without seeds. */
  #used: number[] = []

  constructor(settings: TabuSettings) {
    this.#settings = settings
  }

  observe(observation: Observation): void {
    const { tenure, neighbourTenure, penalty, aspiration } = this.#settings
    this.#pages++
    for (const [name, until] of this.#until) if (until <= this.#pages) this.#until.delete(name)
    const times = observation.relevant ? 1 : penalty
    this.#forbid(hostOf(observation), Math.round(tenure * times))
    this.#forbid(this.#neighbourhoodOf(observation), Math.round(neighbourTenure * times))
    // Seeds have the highest score by definition, which nothing could beat.
    if (observation.bestParent !== null) this.#used.push(observation.score)
    if (this.#used.length > aspiration) this.#used.shift()
  }

  /**
   * Chooses up to `n` of the candidates, one per host: those admitted, by score, then those whose tenure ends first. Two links of one
   * neighbourhood are taken together only if there are no others.
   */
  select(candidates: readonly Candidate[], n: number): Candidate[] {
    const aspired = this.#used.length > 0 ? Math.max(...this.#used) : Number.POSITIVE_INFINITY
    const left = candidates.map((candidate) => {
      const neighbourhood = this.#neighbourhoodOf(candidate)
      const until = Math.max(this.#tabuUntil(hostOf(candidate)), this.#tabuUntil(neighbourhood))
      return { candidate, neighbourhood, until: candidate.score > aspired ? 0 : until }
    })
    left.sort(
      (a, b) => a.until - b.until || b.candidate.score - a.candidate.score || a.candidate.id - b.candidate.id,
    )
    const hosts = new Set<string>()
    const neighbourhoods = new Set<string>()
    const chosen: Candidate[] = []
    for (const fresh of [true, false]) {
      for (const { candidate, neighbourhood } of left) {
        if (chosen.length >= n) return chosen
        if (hosts.has(candidate.host) || (fresh && neighbourhoods.has(neighbourhood))) continue
        hosts.add(candidate.host)
        if (neighbourhood !== '') neighbourhoods.add(neighbourhood)
        chosen.push(candidate)
      }
    }
    return chosen
  }

  snapshot(): Json {
    return { pages: this.#pages, until: [...this.#until], used: this.#used }
  }

  restore(state: unknown): void {
    const saved = STATE.safeParse(state).data
    if (!saved) return
    this.#pages = saved.pages
    this.#until = new Map(saved.until)
    this.#used = [...saved.used]
  }

  #forbid(name: string, tenure: number): void {
    if (name !== '' && tenure > 0) this.#until.set(name, this.#pages + tenure)
  }

  /** 0 when it is not tabu. */
  #tabuUntil(name: string): number {
    const until = this.#until.get(name) ?? 0
    return until > this.#pages ? until : 0
  }

  /** Empty for seeds, which have no neighbourhood. */
  #neighbourhoodOf({ url, host, bestParent }: Linked): string {
    if (this.#settings.neighbourhood === 'page') return bestParent === null ? '' : `page ${bestParent}`
    const path = url.slice(0, MAX_PATH_LENGTH).replace(/[?#].*/s, '')
    return `directory ${host} ${path.slice(0, path.lastIndexOf('/') + 1)}`
  }
}

/** Enough to distinguish directories. */
const MAX_PATH_LENGTH = 500

function hostOf({ host }: Linked): string {
  return `host ${host}`
}
