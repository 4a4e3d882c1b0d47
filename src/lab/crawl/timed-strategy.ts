import type { Strategy } from '../../score/strategy.ts'

export interface StrategyTime {
  ms: number
}

/**
 * Only one call in eight is timed, because reading the clock can cost more than the call. The first calls, which load
 * dictionaries, are not timed.
 */
const SAMPLE_INTERVAL = 8

/** Wraps a strategy and adds up the processor time spent in its methods. */
export function timed(strategy: Strategy, time: StrategyTime): Strategy {
  const timing = <Arguments extends unknown[], Result>(work: (...given: Arguments) => Result) => {
    let calls = 0
    return (...given: Arguments): Result => {
      if (++calls % SAMPLE_INTERVAL > 0) return work(...given)
      const begun = process.cpuUsage()
      try {
        return work(...given)
      } finally {
        const { user, system } = process.cpuUsage(begun)
        time.ms += (SAMPLE_INTERVAL * (user + system)) / 1000
      }
    }
  }
  const { name, merge, view, tunnel, suggest, remember, observe, select, saturated, snapshot, restore } =
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
    ...(saturated && { saturated: saturated.bind(strategy) }),
    ...(snapshot && { snapshot: snapshot.bind(strategy) }),
    ...(restore && { restore: restore.bind(strategy) }),
  }
}
