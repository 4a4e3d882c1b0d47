import { z } from 'zod'
import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Candidate } from '../../../model/crawl.ts'
import type { Json } from '../../../model/json.ts'
import { Roulette } from '../../features/roulette.ts'

export interface WebSpaceSettings {
  readonly growth: number
  readonly decline: number
  readonly least: number
  readonly most: number
  readonly mutation: number
  readonly spaces: number
}

const STATE = z.array(z.tuple([z.string(), z.number()]))

/** Size of a host not visited yet. */
const NEW_SPACE = 1

/**
 * The web as a population of links grouped by host. The space of a host grows with every relevant page and shrinks with every other; the
 * next space is drawn by its size times the score of its best link.
 */
export class WebSpaces {
  readonly #settings: WebSpaceSettings
  /** Sizes, least recently used first. */
  readonly #sizes: BoundedMap<string, number>

  constructor(settings: WebSpaceSettings) {
    this.#settings = settings
    this.#sizes = new BoundedMap(settings.spaces)
  }

  sizeOf(host: string): number {
    return this.#sizes.get(host) ?? NEW_SPACE
  }

  observe(host: string, relevant: boolean): void {
    const { growth, decline, least, most } = this.#settings
    const size = this.sizeOf(host) * (relevant ? growth : decline)
    this.#sizes.set(host, Math.min(most, Math.max(least, size)))
  }

  /** Up to `n` of the candidates: spaces by roulette, in each its best link or, by mutation, any of its links. */
  select(candidates: readonly Candidate[], n: number, random: () => number): Candidate[] {
    const members = new Map<string, Candidate[]>()
    for (const candidate of [...candidates].sort((a, b) => b.score - a.score || a.id - b.id)) {
      const space = members.get(candidate.host)
      if (space) space.push(candidate)
      else members.set(candidate.host, [candidate])
    }
    const left = [...members]
    const chosen: Candidate[] = []
    while (chosen.length < n && left.length > 0) {
      const wheel = new Roulette(left.map(([host, [best]]) => this.sizeOf(host) * (best?.score ?? 0)))
      const [space] = left.splice(wheel.spin(random()), 1)
      const links = space?.[1] ?? []
      const mutated = random() < this.#settings.mutation
      const any = new Roulette(links.map(() => 1)).spin(random())
      const link = links[mutated ? any : 0]
      if (link) chosen.push(link)
    }
    return chosen
  }

  snapshot(): Json {
    return [...this.#sizes]
  }

  restore(state: unknown): void {
    const saved = STATE.safeParse(state).data
    if (!saved) return
    this.#sizes.clear()
    for (const [host, size] of saved) this.#sizes.set(host, size)
  }
}
