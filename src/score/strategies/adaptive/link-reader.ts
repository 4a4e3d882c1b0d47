import { memoize } from '../../../cache/memo.ts'
import type { JudgedPage } from '../../../model/crawl.ts'
import type { LinkReading } from '../../../model/page.ts'
import type { LinkScore } from '../../../model/verdict.ts'
import { dayNumber } from '../../../time/day.ts'
import { urlTokens } from '../../features/url-tokens.ts'
import { appraise } from './appraisal.ts'
import { createEvidenceWriter } from './evidence-writer.ts'
import type { Knowledge } from './knowledge.ts'
import { cacheFacts, type LinkFacts } from './link-evidence.ts'
import { SUGGESTED } from './suggested-lists.ts'
import { linkDay } from './url-facts.ts'
import type { TextWords } from './word-odds.ts'

/** A shorter anchor ("more", a date) is read together with the words of its URL. */
const SHORT_ANCHOR = 4
/** A longer block of text is the page, not the surroundings of a link. */
const MAX_DIVISION_LENGTH = 1_000
/** Blocks that add less than this to the anchor add nothing. */
const MIN_AROUND = 20

/** About the URLs of the last hundred pages: navigation repeats on every page. */
const REMEMBERED = 4_096
const urlWords = memoize(REMEMBERED, (url) => urlTokens(url).join(' '))

/**
 * Reads the links of page after page: each gets its probability, and the evidence from which it can be
 * recomputed.
 */
export function createLinkReader(
  knowledge: Knowledge,
  tunnelBudget: number,
): (from: JudgedPage) => (link: LinkReading) => LinkScore {
  return (from) => {
    const { page, verdict, id: bestParent } = from
    const { language } = page
    const parentDay = page.published === null ? null : dayNumber(page.published)
    const depth = from.depth + 1
    const evidenceOf = createEvidenceWriter(knowledge, page.url, verdict.relevance, parentDay)
    const divisions = new Map<number, TextWords | null>()
    const aroundOf = ({ division, anchor }: LinkReading): TextWords | null => {
      let wording = divisions.get(division)
      if (wording === undefined) {
        const text = page.divisions[division] ?? ''
        const usable = text.length <= MAX_DIVISION_LENGTH && text.length >= anchor.length + MIN_AROUND
        wording = usable ? knowledge.words.read(text, language) : null
        divisions.set(division, wording)
      }
      return wording
    }

    const sources = new Map<string, SourceOdds>()
    const sourceIn = (url: string): SourceOdds => {
      const host = hostOf(url)
      let source = sources.get(host)
      if (source === undefined) {
        const name = sourceOf(host, from)
        source = { name, odds: knowledge.sources.odds(name) }
        sources.set(host, source)
      }
      return source
    }

    return (link) => {
      const { name: source, odds } = sourceIn(link.url)
      const urlFacts = knowledge.urls.of(link.url, source)
      const facts: LinkFacts = {
        words: wordsOf(link),
        around: aroundOf(link),
        day: linkDay(link.published, urlFacts),
        parentDay,
        parent: verdict.relevance,
        seed: false,
      }
      const prospect = { source, facts, urlFacts, depth, parents: 1, bestParent, tunnel: 0 }
      const appraisal = appraise(knowledge, prospect, odds, tunnelBudget)
      const evidence = evidenceOf(prospect, appraisal)
      cacheFacts(evidence, facts)
      if (link.rel.length === 0 || !link.rel.includes(SUGGESTED)) return { score: appraisal.value, evidence }
      const suggested = {
        value: null,
        weight: 0,
        because: [`URL suggested from ${page.url}, with another date`],
      }
      return { score: appraisal.value, evidence: { ...evidence, suggested } }
    }

    function wordsOf({ anchor, url }: LinkReading): TextWords | null {
      const own = knowledge.words.read(anchor, language)
      const all =
        own.length < SHORT_ANCHOR ? knowledge.words.read(`${anchor} ${urlWords(url)}`, language) : own
      return all.length > 0 ? all : null
    }
  }
}

/** The source of a link by its host, and what is known about it. */
interface SourceOdds {
  readonly name: string
  readonly odds: number
}

/** The source of a link by its host: exact for links within a host. */
function sourceOf(host: string, from: JudgedPage): string {
  if (host === hostOf(from.page.url) || host === from.source || host.endsWith(`.${from.source}`))
    return from.source
  return host.replace(/^www\./, '')
}

const MAX_HOST_LENGTH = 257
const [SLASH, MARK, HASH] = [47, 63, 35]

function hostOf(url: string): string {
  const scheme = url.indexOf('://')
  if (scheme === -1) return ''
  const start = scheme + 3
  const last = Math.min(url.length, start + MAX_HOST_LENGTH)
  let end = start
  for (; end < last; end++) {
    const unit = url.charCodeAt(end)
    if (unit === SLASH || unit === MARK || unit === HASH) break
  }
  return url.slice(start, end).toLowerCase()
}
