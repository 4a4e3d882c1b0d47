import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { EvidencePart, LinkScore } from '../../model/verdict.ts'
import { dayNumber } from '../../time/day.ts'
import { urlTokens } from '../features/url-tokens.ts'
import { addressOf, appraise } from './appraisal.ts'
import { PART, type PartName } from './chance-model.ts'
import type { Knowledge } from './knowledge.ts'
import { dayPart, type LinkFacts, shown, wordingPart } from './link-evidence.ts'
import { rounded } from './odds-math.ts'
import { linkDay } from './url-days.ts'
import type { Wording } from './word-odds.ts'

/** An anchor of fewer words ("more", a date) is read together with the words of its address. */
const SHORT_ANCHOR = 4
/** A block of text longer than this is the page, not what stands around a link. */
const LONGEST_DIVISION = 1_000
/** Blocks that add less than this to the anchor add nothing. */
const LEAST_AROUND = 20

/** Reads the links of one page after another: each gets its chance, and the evidence from which it can be worked out again. */
export function createLinkReader(
  knowledge: Knowledge,
  tunnelBudget: number,
): (from: JudgedPage) => (link: LinkReading) => LinkScore {
  return (from) => {
    const { page, verdict } = from
    const parentDay = page.published === null ? null : dayNumber(page.published)
    const divisions = new Map<number, Wording | null>()
    const aroundOf = ({ division, anchor }: LinkReading): Wording | null => {
      let wording = divisions.get(division)
      if (wording === undefined) {
        const text = page.divisions[division] ?? ''
        const usable = text.length <= LONGEST_DIVISION && text.length >= anchor.length + LEAST_AROUND
        wording = usable ? knowledge.words.read(text, page.language) : null
        divisions.set(division, wording)
      }
      return wording
    }

    return (link) => {
      const facts: LinkFacts = {
        words: wordsOf(link, page.language),
        around: aroundOf(link),
        day: linkDay(link),
        parentDay,
        parent: verdict.relevance,
        seed: false,
      }
      const source = sourceOf(link.url, from)
      const address = addressOf(link.url, source)
      const prospect = {
        source,
        facts,
        address,
        depth: from.depth + 1,
        parents: 1,
        bestParent: from.id,
        tunnel: 0,
      }
      const { parts, chance, leads, value } = appraise(
        knowledge,
        prospect,
        knowledge.sources.odds(source),
        tunnelBudget,
      )
      const { chances, words } = knowledge
      const evidence: Record<string, EvidencePart> = {}
      const weight = (name: PartName) => rounded(chances.weight(name))
      const put = (name: PartName, because: string[]) => {
        const odds = parts[PART[name]] ?? 0
        if (odds !== 0) evidence[name] = { value: shown(odds), weight: weight(name), because }
      }
      evidence.words = wordingPart(words, facts.words, shown(parts[PART.words] ?? 0), weight('words'))
      if (facts.around)
        evidence.around = wordingPart(words, facts.around, shown(parts[PART.around] ?? 0), weight('around'))
      if (facts.day !== null) evidence.date = dayPart(facts.day, shown(parts[PART.date] ?? 0), weight('date'))
      else if (parentDay !== null)
        evidence.parentDate = dayPart(parentDay, shown(parts[PART.parentDate] ?? 0), weight('parentDate'))
      evidence.parent = { value: verdict.relevance, weight: weight('parent'), because: [page.url] }
      put('source', [source])
      put('shape', [address.cousins])
      put('kind', [address.kind])
      evidence.chance = { value: rounded(chance), weight: 1, because: [] }
      if (leads > 0) evidence.leads = { value: rounded(leads), weight: 1, because: [address.kind] }
      return { score: value, evidence }
    }

    function wordsOf({ anchor, url }: LinkReading, language: string): Wording | null {
      const own = knowledge.words.read(anchor, language)
      const all =
        own.length < SHORT_ANCHOR
          ? knowledge.words.read(`${anchor} ${urlTokens(url).join(' ')}`, language)
          : own
      return all.length > 0 ? all : null
    }
  }
}

/** The source of a link's target as far as its host tells: exact for links within a host. */
function sourceOf(url: string, from: JudgedPage): string {
  const host = hostOf(url)
  return host === hostOf(from.page.url) || host.endsWith(`.${from.source}`) || host === from.source
    ? from.source
    : host.replace(/^www\./, '')
}

function hostOf(url: string): string {
  const start = url.indexOf('://')
  if (start === -1) return ''
  const rest = url.slice(start + 3, start + 260)
  const [host = ''] = rest.split(/[/?#]/, 1)
  return host.toLowerCase()
}
