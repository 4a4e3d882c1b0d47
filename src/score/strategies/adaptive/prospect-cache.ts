import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Candidate, UrlId } from '../../../model/crawl.ts'
import type { Prospect } from './appraisal.ts'
import type { Knowledge } from './knowledge.ts'
import { factsOf, type LinkFacts } from './link-evidence.ts'
import type { UrlFacts } from './url-facts.ts'

/** Enough for the links of the last dozens of claims. */
const MAX_KNOWN = 8_192

/** What was read about a link, and from which evidence. */
interface Known {
  readonly from: UrlId | null
  readonly facts: LinkFacts
  readonly url: string
  readonly urlFacts: UrlFacts
  readonly readings: number
}

/**
 * Caches what is known about the links of recent claims. The same links are offered again and again, and reading evidence and URL takes
 * longer than appraising them.
 */
export class ProspectCache {
  readonly #knowledge: Knowledge
  readonly #known = new BoundedMap<UrlId, Known>(MAX_KNOWN)

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge
  }

  prospectOf(candidate: Candidate): Prospect {
    const { source, depth, parents, bestParent, tunnel } = candidate
    const { facts, urlFacts } = this.#read(candidate)
    return { source, facts, urlFacts, depth, parents, bestParent, tunnel }
  }

  #read(candidate: Candidate): Known {
    const { id, url, bestParent } = candidate
    const { urls, words } = this.#knowledge
    const before = this.#known.get(id)
    const isSame = before !== undefined && before.from === bestParent
    if (isSame && before.readings === urls.readings && before.url === url) return before
    const urlFacts = urls.of(url, candidate.source)
    const facts = isSame ? before.facts : factsOf(candidate.evidence, words)
    const known = { from: bestParent, facts, url, urlFacts, readings: urls.readings }
    this.#known.set(id, known)
    return known
  }
}
