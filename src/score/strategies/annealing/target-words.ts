import { z } from 'zod'
import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Json } from '../../../model/json.ts'
import type { WordCounts } from '../../features/topic-words.ts'

export const TargetState = z.array(z.array(z.number()))

/** A link names only a few words of the topic; more add nothing. */
const MAX_WORDS = 8

/**
 * Topic words of the links to pages not yet visited: the estimate of the target's text that CPEM needs. Only targets with such words take
 * memory; beyond `limit` of them the oldest are dropped.
 */
export class TargetWords {
  /** By `urlKey`; words and counts in turn. */
  readonly #words: BoundedMap<number, readonly number[]>

  constructor(limit: number) {
    this.#words = new BoundedMap(limit)
  }

  /** The known words of a target, including those of one more link to it. */
  with(target: number, words: WordCounts): WordCounts {
    const known = this.#words.get(target)
    if (!known) return words
    const all = new Map<number, number>()
    for (let i = 0; i + 1 < known.length; i += 2) all.set(known[i] ?? 0, known[i + 1] ?? 0)
    for (const [word, count] of words) all.set(word, (all.get(word) ?? 0) + count)
    return all
  }

  add(target: number, words: WordCounts): void {
    if (words.size === 0) return
    const all = [...this.with(target, words)].slice(0, MAX_WORDS)
    this.#words.set(target, all.flat())
  }

  /** A visited page needs no estimate. */
  delete(target: number): void {
    this.#words.delete(target)
  }

  snapshot(): Json {
    return [...this.#words].map(([target, words]) => [target, ...words])
  }

  restore(state: z.infer<typeof TargetState>): void {
    this.#words.clear()
    for (const [target = 0, ...words] of state) this.#words.set(target, words)
  }
}
