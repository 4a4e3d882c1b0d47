import type { Candidate, JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { appraise, type Prospect } from '../adaptive/appraisal.ts'
import { createGatedJudge } from '../adaptive/gated-judge.ts'
import { Knowledge } from '../adaptive/knowledge.ts'
import { learn } from '../adaptive/learn.ts'
import { createLearnedJudge, isUnusualDay } from '../adaptive/learned-judge.ts'
import { factsOf, type LinkFacts } from '../adaptive/link-evidence.ts'
import { createLinkReader } from '../adaptive/link-reader.ts'
import { memoOf } from '../adaptive/memo.ts'
import { adaptiveOptions } from '../adaptive/options.ts'
import { suggestedLists } from '../adaptive/suggested-lists.ts'
import { createWaryJudge } from '../adaptive/wary-judge.ts'
import { defineStrategy } from '../definition.ts'
import { onePerHost } from '../features/one-per-host.ts'
import { eventModel } from './event-model.ts'

/** Learns while it crawls which links lead to pages about the event. See docs/strategies/adaptive.md. */
export const adaptive = defineStrategy({
  summary: 'learns while it crawls which links, lists and sources lead to pages about the event',
  from: 'our own: EV, TI, PN and LS as parts of one online learner with calibrated chances',
  options: adaptiveOptions,
  create(context, given) {
    const { sourceShare, exploration, learning, tunnel, patience, suggest, ...judging } = given
    const knowledge = new Knowledge(context.event, context.random, given)
    const threshold = context.event.judge?.threshold ?? given.threshold
    const learned = createLearnedJudge(knowledge, eventModel.create(context, judging).judge, threshold)
    const gated = createGatedJudge(context.event, learned, threshold, (page) => isUnusualDay(knowledge, page))
    const judge = createWaryJudge(knowledge.words, gated, threshold)
    const readLink = createLinkReader(knowledge, tunnel)

    /** Reading a link's evidence back takes longer than appraising it: what was read lately is kept. */
    const facts = new Map<number, { readonly from: number | null; readonly facts: LinkFacts }>()
    const factsIn = (candidate: Candidate): LinkFacts => {
      const { id, bestParent } = candidate
      const known = facts.get(id)
      if (known?.from === bestParent) return known.facts
      const read = factsOf(candidate.evidence, knowledge.words)
      if (facts.size >= MOST_FACTS) facts.clear()
      facts.set(id, { from: bestParent, facts: read })
      return read
    }
    const prospectOf = (candidate: Candidate): Prospect => {
      const { url, source, depth, parents, bestParent } = candidate
      const address = knowledge.addresses.of(url, source)
      return {
        source,
        facts: factsIn(candidate),
        address,
        depth,
        parents,
        bestParent,
        tunnel: candidate.tunnel,
      }
    }

    /** What a few of the links shown are worth by now, without chance, where that is another thing than when they were found. */
    const outdated = (ranked: readonly { candidate: Candidate; prospect: Prospect; worth: number }[]) => {
      const far = ranked
        .filter(({ candidate: { score }, worth }) => isFar(score, worth))
        .slice(0, MOST_REWEIGHED)
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
          return { candidate, prospect, worth: value * knowledge.sources.allowance(candidate.source) }
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
      exhausted: () => knowledge.stop.reasons(),
      snapshot: () => knowledge.snapshot(),
      restore: (state) => knowledge.restore(state),
    }
  },
})

const MOST_FACTS = 8_192
/** Each costs a write; the next claim goes on. */
const MOST_REWEIGHED = 16

/** Half or twice as much, and not about nothing. */
function isFar(before: number, now: number): boolean {
  return Math.abs(now - before) >= 0.02 && (now < before / 2 || now > before * 2)
}
