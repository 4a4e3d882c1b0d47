import { betaSample } from './beta-sample.ts'
import type { SourceCounts } from './source-record.ts'

/** What the importance of a source may depend on. */
interface SourceView extends SourceCounts {
  /** The highest score among the links of the source that could be fetched now. */
  readonly best: number
  readonly random: () => number
}

/** Prior counts of relevant and irrelevant pages (EV 7.1: alpha and beta). */
interface SourcePriors {
  readonly alpha: number
  readonly beta: number
}

type Importance = (source: SourceView, priors: SourcePriors) => number

const successRate: Importance = ({ relevant, other }, { alpha, beta }) => (relevant + alpha) / (other + beta)
const thompson: Importance = ({ relevant, other, random }, { alpha, beta }) =>
  betaSample(relevant + alpha, other + beta, random)

/** EV 7.1, a to g; none is negative, and higher is better. */
export const SOURCE_IMPORTANCE = {
  'success-rate': successRate,
  thompson,
  // EV uses the negative count. The reciprocal has the same order and can be multiplied.
  'negative-absolute-bad': ({ other }) => 1 / (1 + other),
  'best-score': ({ best }) => best,
  'absolute-good-best-score': ({ relevant, best }) => relevant * best,
  'thompson-best-score': (source, priors) => thompson(source, priors) * source.best,
  'success-rate-best-score': (source, priors) => successRate(source, priors) * source.best,
} as const satisfies Readonly<Record<string, Importance>>

export type ImportanceName = keyof typeof SOURCE_IMPORTANCE
