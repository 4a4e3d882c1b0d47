import { SOURCE_IMPORTANCE } from '../score/features/source-importance.ts'
import type { SourceTally } from '../store/reads.ts'

/** Prior counts of relevant and irrelevant pages of a source (EV 7.1). */
const PRIORS = { alpha: 1, beta: 1 }

/**
 * EV's source importance with its default, the success rate `(relevant + 1) / (other + 1)`, mapped to 0..1 in the same order: `r /
 * (1 + r)`, the probability that the next page of the source is relevant.
 */
function importanceOf({ fetched, kept, copies }: SourceTally): number {
  const relevant = kept + copies
  const counts = { relevant, other: fetched - relevant, best: 0, random: () => 0 }
  const rate = SOURCE_IMPORTANCE['success-rate'](counts, PRIORS)
  return rate / (1 + rate)
}

/** The most productive sources first; then those with queued pages only, the longest queue first. */
export function listSources(sources: readonly SourceTally[], now: number) {
  return [...sources]
    .sort(
      (a, b) =>
        b.kept - a.kept || b.fetched - a.fetched || b.queued - a.queued || (a.source < b.source ? -1 : 1),
    )
    .map((tally) => ({
      ...tally,
      yield: tally.fetched === 0 ? 0 : (tally.kept + tally.copies) / tally.fetched,
      importance: importanceOf(tally),
      restingUntil: tally.restingUntil > now ? new Date(tally.restingUntil).toISOString() : null,
    }))
}
