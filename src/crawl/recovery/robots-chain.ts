import { redirectTarget, robotsAnswer } from '../../fetch/robots-policy.ts'
import type { RobotsRecord } from '../../model/robots.ts'
import type { RobotsCapture } from '../../store/store.ts'
import type { ArchivedExchange } from './archived-visits.ts'

/** The robots.txt of an origin, with the archived requests that fetched it. */
export interface ArchivedRobots {
  readonly record: RobotsRecord
  readonly captures: readonly RobotsCapture[]
}

/** Joins the archived requests for one robots.txt, which redirects may have led through several origins. */
export class RobotsChain {
  #steps: ArchivedExchange[] = []

  /** Returns what the chain before this request amounts to, when this one does not continue it. */
  add(step: ArchivedExchange): ArchivedRobots | null {
    const last = this.#steps.at(-1)
    const continues = last !== undefined && redirectTarget(last.exchange) === step.exchange.url
    const ended = continues ? null : this.end()
    this.#steps.push(step)
    return ended
  }

  end(): ArchivedRobots | null {
    const [first] = this.#steps
    const last = this.#steps.at(-1)
    if (!first || !last) return null
    const captures = this.#steps.map(({ exchange: { url, status, startedAt }, capture }) => {
      return { url, status, fetchedAt: startedAt, capture }
    })
    this.#steps = []
    const { origin } = new URL(first.exchange.url)
    const fetchedAt = first.exchange.startedAt.getTime()
    const { recordId } = last.capture
    return { record: { origin, fetchedAt, ...robotsAnswer(last.exchange, last.body), recordId }, captures }
  }
}
