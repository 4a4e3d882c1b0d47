import type { JudgedPage } from '../../model/crawl.ts'
import { memoize } from '../../model/memo.ts'
import type { LinkReading } from '../../model/page.ts'
import type { Evidence, EvidencePart, LinkScore } from '../../model/verdict.ts'
import { dayFromNumber, dayNumber } from '../../time/day.ts'
import { urlTokens } from '../features/url-tokens.ts'
import { linkDay } from './addresses.ts'
import { type Appraisal, appraise, type Prospect } from './appraisal.ts'
import { PART, type PartName } from './chance-model.ts'
import type { Knowledge } from './knowledge.ts'
import { keepFacts, type LinkFacts, shown, wordingTold } from './link-evidence.ts'
import { rounded } from './odds-math.ts'
import { SUGGESTED } from './suggested-lists.ts'
import type { Wording } from './word-odds.ts'

/** An anchor of fewer words ("more", a date) is read together with the words of its address. */
const SHORT_ANCHOR = 4
/** A block of text longer than this is the page, not what stands around a link. */
const LONGEST_DIVISION = 1_000
/** Blocks that add less than this to the anchor add nothing. */
const LEAST_AROUND = 20

/** The addresses of the last hundred pages or so: navigation stands on every page. */
const REMEMBERED = 4_096
const addressWords = memoize(REMEMBERED, (url) => urlTokens(url).join(' '))

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

    const sources = new Map<string, string>()
    const sourceIn = (url: string): string => {
      const host = hostOf(url)
      let source = sources.get(host)
      if (source === undefined) {
        source = sourceOf(host, from)
        sources.set(host, source)
      }
      return source
    }

    return (link) => {
      const source = sourceIn(link.url)
      const address = knowledge.addresses.of(link.url, source)
      const facts: LinkFacts = {
        words: wordsOf(link, page.language),
        around: aroundOf(link),
        day: linkDay(link.published, address),
        parentDay,
        parent: verdict.relevance,
        seed: false,
      }
      const depth = from.depth + 1
      const prospect = { source, facts, address, depth, parents: 1, bestParent: from.id, tunnel: 0 }
      const appraisal = appraise(knowledge, prospect, knowledge.sources.odds(source), tunnelBudget)
      const evidence = evidenceOf(knowledge, prospect, appraisal, page.url)
      keepFacts(evidence, facts)
      if (!link.rel.includes(SUGGESTED)) return { score: appraisal.value, evidence }
      const suggested = { value: null, weight: 0, because: [`no link: ${page.url}, with another day`] }
      return { score: appraisal.value, evidence: { ...evidence, suggested } }
    }

    function wordsOf({ anchor, url }: LinkReading, language: string): Wording | null {
      const own = knowledge.words.read(anchor, language)
      const all =
        own.length < SHORT_ANCHOR ? knowledge.words.read(`${anchor} ${addressWords(url)}`, language) : own
      return all.length > 0 ? all : null
    }
  }
}

/** Every part that says something, with the weight it has now. */
function evidenceOf(
  { chances, words }: Knowledge,
  { facts, source, address }: Prospect,
  { parts, chance, leads }: Appraisal,
  parentUrl: string,
): Evidence {
  const evidence: Record<string, EvidencePart> = {}
  const because: Partial<Record<PartName, readonly string[]>> = {
    words: facts.words ? wordingTold(words, facts.words) : [],
    others: facts.words?.others,
    around: facts.around ? wordingTold(words, facts.around) : undefined,
    date: facts.day === null ? undefined : [dayFromNumber(facts.day)],
    parentDate: facts.day !== null || facts.parentDay === null ? undefined : [dayFromNumber(facts.parentDay)],
    source: parts[PART.source] ? [source] : undefined,
    shape: parts[PART.shape] ? [address.cousins] : undefined,
    kind: parts[PART.kind] ? [address.kind] : undefined,
  }
  for (const name of TOLD) {
    const told = because[name]
    if (told)
      evidence[name] = {
        value: shown(parts[PART[name]] ?? 0),
        weight: rounded(chances.weight(name)),
        because: told,
      }
  }
  evidence.parent = { value: facts.parent, weight: rounded(chances.weight('parent')), because: [parentUrl] }
  evidence.chance = { value: rounded(chance), weight: 1, because: [] }
  if (leads > 0) evidence.leads = { value: rounded(leads), weight: 1, because: [address.kind] }
  return evidence
}

const TOLD = ['words', 'others', 'around', 'date', 'parentDate', 'source', 'shape', 'kind'] as const

/** The source of a link's target as far as its host tells: exact for links within a host. */
function sourceOf(host: string, from: JudgedPage): string {
  if (host === hostOf(from.page.url) || host === from.source || host.endsWith(`.${from.source}`))
    return from.source
  return host.replace(/^www\./, '')
}

function hostOf(url: string): string {
  const start = url.indexOf('://')
  if (start === -1) return ''
  const rest = url.slice(start + 3, start + 260)
  const [host = ''] = rest.split(/[/?#]/, 1)
  return host.toLowerCase()
}
