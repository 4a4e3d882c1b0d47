import { z } from 'zod'
import type { Candidate } from '../../model/crawl.ts'
import { defineStrategy } from '../definition.ts'
import { drawSalt, keyedRandom } from '../features/keyed-random.ts'
import { onePerHost } from '../features/one-per-host.ts'
import { type ImportanceName, SOURCE_IMPORTANCE } from '../features/source-importance.ts'
import { SourceRecord } from '../features/source-record.ts'
import { eventModel, eventModelOptions } from './event-model.ts'

const options = eventModelOptions.extend({
  importance: z
    .enum(Object.keys(SOURCE_IMPORTANCE) as [ImportanceName, ...ImportanceName[]])
    .default('success-rate')
    .describe('how the importance of a source is computed from its pages so far'),
  source: z
    .enum(['site', 'host'])
    .default('site')
    .describe('what counts as a source: the registrable domain or the host'),
  combine: z
    .enum(['product', 'source-first'])
    .default('product')
    .describe('multiply link score by source importance, or take the best link of the most important source'),
  alpha: z.number().min(1).default(1).describe('prior number of relevant pages per source'),
  beta: z.number().min(1).default(1).describe('prior number of irrelevant pages per source'),
})

/** The event model, with sources that have yielded relevant pages first (EV 7.1). */
export const eventModelSources = defineStrategy({
  summary: 'event-model, with links of sources that have yielded relevant pages first',
  from: 'EV 7.1: the score of a link times the importance of its source',
  options,
  create(context, given) {
    const { importance, source, combine, alpha, beta, ...model } = given
    const { judge, score } = eventModel.create(context, model)
    const record = new SourceRecord()
    let salt = drawSalt(context.random)
    let order = 0

    const importanceOf = (candidates: readonly Candidate[]): Map<string, number> => {
      const best = new Map<string, number>()
      for (const one of candidates)
        best.set(one[KEY[source]], Math.max(best.get(one[KEY[source]]) ?? 0, one.score))
      const found = new Map<string, number>()
      for (const [name, top] of best) {
        const random = keyedRandom(salt, `${order} ${name}`)
        const view = { ...record.of(name), best: top, random }
        found.set(name, SOURCE_IMPORTANCE[importance](view, { alpha, beta }))
      }
      return found
    }

    return {
      name: 'event-model-sources',
      judge,
      score,
      observe(seen) {
        order = seen.order
        record.count(seen[KEY[source]], seen.relevant)
      },
      select(candidates, n) {
        const important = importanceOf(candidates)
        const ranked = candidates.map((candidate) => {
          const worth = important.get(candidate[KEY[source]]) ?? 0
          return { candidate, worth: combine === 'product' ? worth * candidate.score : worth }
        })
        ranked.sort(
          (a, b) =>
            b.worth - a.worth || b.candidate.score - a.candidate.score || a.candidate.id - b.candidate.id,
        )
        return onePerHost(
          ranked.map(({ candidate }) => candidate),
          n,
        )
      },
      snapshot: () => ({ salt, order, sources: record.snapshot() }),
      restore(state) {
        const saved = STATE.safeParse(state)
        if (!saved.success) return
        salt = saved.data.salt
        order = saved.data.order
        record.restore(saved.data.sources)
      },
    }
  },
})

const KEY = { site: 'source', host: 'host' } as const

const STATE = z.object({ salt: z.number(), order: z.number(), sources: z.array(z.json()) })
