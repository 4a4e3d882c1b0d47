import type { Strategy } from '../../score/strategy.ts'

export interface StrategyTime {
  ms: number
}

/**
 * One call in so many is timed and counts for all: asking for the time would cost more than many a strategy. The first
 * calls, which load dictionaries and compile, are not among them.
 */
const SAMPLED = 8

/** The same strategy, with the processor time spent in it added up: what it costs beside fetching, reading and storing. */
export function timed(strategy: Strategy, time: StrategyTime): Strategy {
  const timing = <Arguments extends unknown[], Result>(work: (...given: Arguments) => Result) => {
    let calls = 0
    return (...given: Arguments): Result => {
      if (++calls % SAMPLED > 0) return work(...given)
      const begun = process.cpuUsage()
      try {
        return work(...given)
      } finally {
        const { user, system } = process.cpuUsage(begun)
        time.ms += (SAMPLED * (user + system)) / 1000
      }
    }
  }
  const { name, merge, view, tunnel, suggest, remember, observe, select, exhausted, snapshot, restore } =
    strategy
  return {
    name,
    ...(merge && { merge }),
    ...(view && { view }),
    ...(tunnel !== undefined && { tunnel }),
    judge: timing(strategy.judge.bind(strategy)),
    score: timing(strategy.score.bind(strategy)),
    ...(suggest && { suggest: timing(suggest.bind(strategy)) }),
    ...(remember && { remember: timing(remember.bind(strategy)) }),
    ...(observe && { observe: timing(observe.bind(strategy)) }),
    ...(select && { select: timing(select.bind(strategy)) }),
    ...(exhausted && { exhausted: exhausted.bind(strategy) }),
    ...(snapshot && { snapshot: snapshot.bind(strategy) }),
    ...(restore && { restore: restore.bind(strategy) }),
  }
}
