import type { Candidate, JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { defineStrategy } from '../definition.ts'
import { onePerHost } from '../features/one-per-host.ts'
import { appraise, type Prospect } from './adaptive/appraisal.ts'
import { createGatedJudge } from './adaptive/gated-judge.ts'
import { Knowledge } from './adaptive/knowledge.ts'
import { learn } from './adaptive/learn.ts'
import { createLearnedJudge, isUnusualDay } from './adaptive/learned-judge.ts'
import { createLinkReader } from './adaptive/link-reader.ts'
import { memoOf } from './adaptive/memo.ts'
import { adaptiveOptions } from './adaptive/options.ts'
import { createPageFilter } from './adaptive/page-filter.ts'
import { ProspectCache } from './adaptive/prospect-cache.ts'
import { suggestedLists } from './adaptive/suggested-lists.ts'
import { createEventModelJudge } from './event-model/judge.ts'

/** Learns while crawling which links lead to pages about the event. See docs/strategies/adaptive.md. */
export const adaptive = defineStrategy({
  summary: 'learns while crawling which links, lists and sources lead to pages about the event',
  from: 'our own: EV, TI, PN and LS as parts of one online learner with calibrated chances',
  options: adaptiveOptions,
  create(context, given) {
    const { sourceShare, exploration, learning, tunnel, patience, suggest, ...judging } = given
    const knowledge = new Knowledge(context.event, context.random, given)
    const threshold = context.event.judge?.threshold ?? given.threshold
    const learned = createLearnedJudge(knowledge, createEventModelJudge(context.event, judging), threshold)
    const gated = createGatedJudge(context.event, learned, threshold, (page) => isUnusualDay(knowledge, page))
    const judge = createPageFilter(knowledge.words, gated, threshold)
    const readLink = createLinkReader(knowledge, tunnel)

    const asProbability = new ProspectCache(knowledge)

    /** Current values, without random draws, of a few links whose score is outdated. */
    const outdated = (ranked: readonly { candidate: Candidate; prospect: Prospect; worth: number }[]) => {
      const far = ranked
        .filter(({ candidate: { score }, worth }) => isFar(score, worth))
        .slice(0, MAX_REWEIGHED)
      return far.flatMap(({ candidate: { id, score }, prospect }): [number, number][] => {
        const { value } = appraise(knowledge, prospect, knowledge.sources.odds(prospect.source), tunnel)
        return isFar(score, value) ? [[id, value]] : []
      })
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
      suggest: (from) => (suggest ? suggestedLists(knowledge, from) : []),
      remember: (page, found) => memoOf(knowledge, page, found),
      observe: (seen) => learn(knowledge, seen),
      select(candidates, n, reweigh) {
        const alone = candidates.every(({ source }) => source === candidates[0]?.source)
        const sources = new Map<string, { readonly draw: number; readonly allowance: number }>()
        const sourceOf = (name: string) => {
          let source = sources.get(name)
          if (source === undefined) {
            const draw = alone
              ? knowledge.sources.odds(name)
              : knowledge.sources.draw(name, knowledge.salt, knowledge.order)
            source = { draw, allowance: knowledge.sources.allowance(name) }
            sources.set(name, source)
          }
          return source
        }
        const ranked = candidates.map((candidate) => {
          const prospect = asProbability.prospectOf(candidate)
          const { draw, allowance } = sourceOf(candidate.source)
          const { value } = appraise(knowledge, prospect, draw, tunnel)
          return { candidate, prospect, worth: value * allowance }
        })
        if (reweigh) for (const [id, score] of outdated(ranked)) reweigh(id, score)
        ranked.sort(
          (a, b) =>
            b.worth - a.worth || b.candidate.score - a.candidate.score || a.candidate.id - b.candidate.id,
        )
        return onePerHost(
          ranked.map(({ candidate }) => candidate),
          n,
        )
      },
      saturated: () => knowledge.stop.reasons(),
      snapshot: () => knowledge.snapshot(),
      restore: (state) => knowledge.restore(state),
    }
  },
})

/** Each costs a write; the next claim updates more. */
const MAX_REWEIGHED = 16

/** At least half or twice as much, and not negligible. */
function isFar(before: number, now: number): boolean {
  return Math.abs(now - before) >= 0.02 && (now < before / 2 || now > before * 2)
}
