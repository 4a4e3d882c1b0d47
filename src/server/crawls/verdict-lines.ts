import type { z } from 'zod'
import type { verdictLine } from '../../api/crawls.ts'
import type { Evidence } from '../../model/verdict.ts'
import type { PageRecord } from '../../store/records.ts'

export type VerdictLine = z.input<typeof verdictLine>

/** Verdicts shown. */
export const MAX_VERDICTS = 30
/** Reasons per verdict, and words per reason. */
const MAX_REASONS = 3
const MAX_WORDS = 4
/** Titles and words come from the web and may be long; this much is enough to recognise them. */
const MAX_TITLE_LENGTH = 300
const MAX_WORD_LENGTH = 80

/** The most important parts of a verdict as text, by absolute weight: parts against relevance are included. */
export function reasonsOf(evidence: Evidence): string[] {
  return Object.entries(evidence)
    .filter(([, part]) => part.because.length > 0)
    .map(([name, part]) => ({ name, part, weight: Math.abs((part.value ?? 0) * part.weight) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ name, part }) => {
      const words = part.because.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH))
      return `${name}: ${words.join(', ')}`
    })
}

export function shortTitle(title: string): string {
  return title.slice(0, MAX_TITLE_LENGTH)
}

export function lineOf(page: PageRecord): VerdictLine {
  const { id, order, url, title, source, relevance, relevant, evidence, fetchedAt } = page
  return {
    page: id,
    order,
    url,
    title: shortTitle(title),
    source,
    relevance,
    relevant,
    because: reasonsOf(evidence),
    at: fetchedAt,
  }
}
