import { EventideError } from '../model/errors.ts'
import type { LinkScore, Verdict } from '../model/verdict.ts'
import { type Watchdog, watched } from '../process/watchdog.ts'
import { likeSpecOf } from '../score/registry.ts'
import type { Strategy } from '../score/strategy.ts'

/** A strategy failed on one page, and has learned nothing from it. */
export class StrategyFailure extends Error {
  override readonly name = 'StrategyFailure'
}

/**
 * A strategy that may come from elsewhere, called so that it harms as little as possible. What it throws about a single page is a
 * `StrategyFailure`; whatever else it throws is an error for the user that names it. A call that does not return is left to the watchdog, if there is one.
 */
export function guarded(strategy: Strategy, watchdog?: Pick<Watchdog, 'during'>): Strategy {
  const { name } = strategy
  const call = <T>(method: string, work: () => T, url?: string): T =>
    watched(watchdog, `The strategy "${name}" (${method})${url === undefined ? '' : ` on ${url}`}`, work)
  const onPage = <T>(method: string, url: string, work: () => T): T => {
    try {
      return call(method, work, url)
    } catch (cause) {
      throw new StrategyFailure(`${method} of "${name}": ${messageOf(cause)}`, { cause })
    }
  }
  const always = <T>(method: string, work: () => T, url?: string): T => {
    try {
      return call(method, work, url)
    } catch (cause) {
      throw failed(name, `${method}${url === undefined ? '' : ` on ${url}`}`, cause)
    }
  }
  const { suggest, remember, observe, select, saturated, snapshot, restore } = strategy
  const result: Strategy = {
    name,
    get merge() {
      return strategy.merge
    },
    get view() {
      return strategy.view
    },
    get tunnel() {
      return strategy.tunnel
    },
    judge: (page) => onPage('judge', page.url, () => checkedVerdict(strategy.judge(page))),
    score: (links, from) =>
      onPage('score', from.page.url, () => checkedScores(strategy.score(links, from), links.length)),
    ...(suggest && {
      suggest: (from) => onPage('suggest', from.page.url, () => suggest.call(strategy, from)),
    }),
    ...(remember && {
      remember: (page, found) =>
        onPage('remember', page.page.url, () => remember.call(strategy, page, found)),
    }),
    ...(observe && { observe: (seen) => always('observe', () => observe.call(strategy, seen), seen.url) }),
    ...(select && { select: (...given) => always('select', () => select.apply(strategy, given)) }),
    ...(saturated && { saturated: () => always('saturated', () => saturated.call(strategy)) }),
    ...(snapshot && { snapshot: () => always('snapshot', () => snapshot.call(strategy)) }),
    ...(restore && { restore: (state) => always('restore', () => restore.call(strategy, state)) }),
  }
  return likeSpecOf(strategy, result)
}

/** The error of a strategy that cannot be used any more. */
export function failed(name: string, where: string, cause: unknown): EventideError {
  return new EventideError(
    'strategy-failed',
    `The strategy "${name}" failed (${where}): ${messageOf(cause)}. Everything stored is kept. Mend the strategy or choose another one, then resume`,
    { exit: 'internal', cause },
  )
}

function messageOf(cause: unknown): string {
  return String(cause).slice(0, 500)
}

function checkedVerdict(verdict: Verdict): Verdict {
  if (typeof verdict?.relevant === 'boolean' && isShare(verdict.relevance) && isObject(verdict.evidence))
    return verdict
  throw new TypeError('it must return { relevance, relevant, evidence } with a relevance from 0 to 1')
}

function checkedScores(scores: LinkScore[], links: number): LinkScore[] {
  if (scores?.length === links && scores.every((link) => isShare(link?.score) && isObject(link.evidence)))
    return scores
  throw new TypeError('it must return { score, evidence } for each link, with a score from 0 to 1')
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
