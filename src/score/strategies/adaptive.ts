import type { Candidate, JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { addressOf, appraise, type Prospect } from '../adaptive/appraisal.ts'
import { createGatedJudge } from '../adaptive/gated-judge.ts'
import { Knowledge } from '../adaptive/knowledge.ts'
import { learn } from '../adaptive/learn.ts'
import { factsOf } from '../adaptive/link-evidence.ts'
import { createLinkReader } from '../adaptive/link-reader.ts'
import { memoOf } from '../adaptive/memo.ts'
import { adaptiveOptions } from '../adaptive/options.ts'
import { defineStrategy } from '../definition.ts'
import { onePerHost } from '../features/one-per-host.ts'
import { eventModel } from './event-model.ts'

/** Learns while it crawls which links lead to pages about the event. See docs/strategies/adaptive.md. */
export const adaptive = defineStrategy({
  summary: 'learns while it crawls which links, lists and sources lead to pages about the event',
  from: 'our own: EV, TI, PN and LS as parts of one online learner with calibrated chances',
  options: adaptiveOptions,
  create(context, given) {
    const { sourceShare, exploration, learning, tunnel, patience, ...judging } = given
    const judge = createGatedJudge(context.event, eventModel.create(context, judging).judge, given.threshold)
    const knowledge = new Knowledge(context.event, context.random, given)
    const readLink = createLinkReader(knowledge, tunnel)

    const prospects = new Map<number, { readonly key: string; readonly prospect: Prospect }>()
    /** Reading a link's evidence back takes longer than appraising it: the links seen again and again are kept. */
    const prospectOf = (candidate: Candidate): Prospect => {
      const { id, url, source, depth, parents, bestParent, tunnel: length } = candidate
      const key = `${bestParent} ${candidate.score}`
      const known = prospects.get(id)
      const { facts, address } =
        known?.key === key
          ? known.prospect
          : { facts: factsOf(candidate.evidence, knowledge.words), address: addressOf(url, source) }
      const prospect = { source, facts, address, depth, parents, bestParent, tunnel: length }
      prospects.delete(id)
      prospects.set(id, { key, prospect })
      return prospect
    }

    return {
      name: 'adaptive',
      merge: 'best',
      view: { best: 192, random: 16 },
      tunnel,
      judge,
      score: (links: readonly LinkReading[], from: JudgedPage): LinkScore[] => {
        const read = readLink(from)
        return links.map(read)
      },
      remember: (page, found) => memoOf(knowledge, page, found),
      observe: (seen) => learn(knowledge, seen),
      select(candidates, n) {
        const alone = candidates.every(({ source }) => source === candidates[0]?.source)
        const draws = new Map<string, number>()
        const drawOf = (source: string) => {
          let drawn = draws.get(source)
          if (drawn === undefined) {
            drawn = alone
              ? knowledge.sources.odds(source)
              : knowledge.sources.draw(source, knowledge.salt, knowledge.order)
            draws.set(source, drawn)
          }
          return drawn
        }
        const ranked = candidates.map((candidate) => {
          const prospect = prospectOf(candidate)
          const { value } = appraise(knowledge, prospect, drawOf(candidate.source), tunnel)
          return { candidate, worth: value * knowledge.sources.allowance(candidate.source) }
        })
        for (const id of prospects.keys()) {
          if (prospects.size <= MOST_PROSPECTS) break
          prospects.delete(id)
        }
        ranked.sort(
          (a, b) =>
            b.worth - a.worth || b.candidate.score - a.candidate.score || a.candidate.id - b.candidate.id,
        )
        return onePerHost(
          ranked.map(({ candidate }) => candidate),
          n,
        )
      },
      exhausted: () => knowledge.stop.reasons(),
      snapshot: () => knowledge.snapshot(),
      restore: (state) => knowledge.restore(state),
    }
  },
})

const MOST_PROSPECTS = 4_096
