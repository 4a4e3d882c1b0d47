import type { Evidence, EvidencePart } from '../../../model/verdict.ts'
import { dayFromNumber } from '../../../time/day.ts'
import type { UrlKind } from '../../features/url-kind.ts'
import type { Appraisal, Prospect } from './appraisal.ts'
import type { Knowledge } from './knowledge.ts'
import { asProbability, wordingEvidence } from './link-evidence.ts'
import { PART, type PartName } from './logistic-model.ts'
import { rounded } from './odds-math.ts'
import type { TextWords } from './word-odds.ts'

/** Evidence by kind, shared by all links. */
const OF_KIND: Readonly<Record<UrlKind, readonly string[]>> = {
  article: ['article'],
  list: ['list'],
  archive: ['archive'],
  feed: ['feed'],
}

/**
 * Writes the evidence of the links of one page, with current weights. What the links share is computed once, because nothing is learned
 * between two links of a page.
 */
export function createEvidenceWriter(
  { chances, words }: Knowledge,
  pageUrl: string,
  relevance: number,
  pageDay: number | null,
): (prospect: Prospect, appraisal: Appraisal) => Evidence {
  const weightOf = (name: PartName) => rounded(chances.weight(name))
  const weights = {
    words: weightOf('words'),
    others: weightOf('others'),
    around: weightOf('around'),
    date: weightOf('date'),
    parentDate: weightOf('parentDate'),
    source: weightOf('source'),
    shape: weightOf('shape'),
    kind: weightOf('kind'),
  }
  const ofPageDay = pageDay === null ? null : [dayFromNumber(pageDay)]
  const parent: EvidencePart = { value: relevance, weight: weightOf('parent'), because: [pageUrl] }
  const blocks = new Map<TextWords, readonly string[]>()
  const blockEvidence = (wording: TextWords): readonly string[] => {
    let told = blocks.get(wording)
    if (told === undefined) {
      told = wordingEvidence(words, wording)
      blocks.set(wording, told)
    }
    return told
  }

  return ({ facts, source, urlFacts }, { parts, chance, leads }) => {
    const evidence: Record<string, EvidencePart> = {}
    const told = facts.words ? wordingEvidence(words, facts.words) : NO_REASON
    evidence.words = { ...part(parts[PART.words], weights.words, told), length: facts.words?.length ?? 0 }
    if (facts.words) evidence.others = part(parts[PART.others], weights.others, facts.words.others)
    if (facts.around) {
      const around = part(parts[PART.around], weights.around, blockEvidence(facts.around))
      evidence.around = { ...around, length: facts.around.length }
    }
    if (facts.day !== null) evidence.date = part(parts[PART.date], weights.date, [dayFromNumber(facts.day)])
    else if (ofPageDay) evidence.parentDate = part(parts[PART.parentDate], weights.parentDate, ofPageDay)
    if (parts[PART.source]) evidence.source = part(parts[PART.source], weights.source, [source])
    if (parts[PART.shape]) evidence.shape = part(parts[PART.shape], weights.shape, [urlFacts.shapeKey])
    if (parts[PART.kind]) evidence.kind = part(parts[PART.kind], weights.kind, OF_KIND[urlFacts.kind])
    evidence.parent = parent
    evidence.chance = { value: rounded(chance), weight: 1, because: NO_REASON }
    if (leads > 0) evidence.leads = { value: rounded(leads), weight: 1, because: OF_KIND[urlFacts.kind] }
    return evidence
  }
}

const NO_REASON: readonly string[] = []

function part(odds = 0, weight: number, because: readonly string[]): EvidencePart {
  return { value: asProbability(odds), weight, because }
}
