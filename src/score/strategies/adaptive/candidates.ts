import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Candidate, UrlId } from '../../../model/crawl.ts'
import type { Address } from './addresses.ts'
import type { Prospect } from './appraisal.ts'
import type { Knowledge } from './knowledge.ts'
import { factsOf, type LinkFacts } from './link-evidence.ts'

/** Links of which what was read is kept: those that the last dozens of claims were shown. */
const MAX_KNOWN = 8_192

/** What was read of a link, and what it was read from. */
interface Known {
  readonly from: UrlId | null
  readonly facts: LinkFacts
  readonly url: string
  readonly address: Address
  readonly readings: number
}

/**
 * What is known of the links a claim shows. The same ones are shown again and again, and reading a link's evidence and address takes
 * longer than appraising it: what was read lately is kept.
 */
export class Candidates {
  readonly #knowledge: Knowledge
  readonly #known = new BoundedMap<UrlId, Known>(MAX_KNOWN)

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge
  }

  prospectOf(candidate: Candidate): Prospect {
    const { source, depth, parents, bestParent, tunnel } = candidate
    const { facts, address } = this.#read(candidate)
    return { source, facts, address, depth, parents, bestParent, tunnel }
  }

  #read(candidate: Candidate): Known {
    const { id, url, bestParent } = candidate
    const { addresses, words } = this.#knowledge
    const before = this.#known.get(id)
    const isSame = before !== undefined && before.from === bestParent
    if (isSame && before.readings === addresses.readings && before.url === url) return before
    const address = addresses.of(url, candidate.source)
    const facts = isSame ? before.facts : factsOf(candidate.evidence, words)
    const known = { from: bestParent, facts, url, address, readings: addresses.readings }
    this.#known.set(id, known)
    return known
  }
}
