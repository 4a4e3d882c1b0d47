import type { TextQuery, TextRun } from '../store/catalogue.ts'
import { prefixTermsOf } from '../text/prefix-terms.ts'
import { indexTermsOf } from '../text/terms.ts'
import type { SearchWord, WordGroup } from './search-query.ts'

/** Stems each word in every language of the collection, so that one query searches all languages. */
export function textQueryOf(words: readonly WordGroup[], languages: readonly string[]): TextQuery {
  const must: (readonly TextRun[])[] = []
  const not: (readonly TextRun[])[] = []
  for (const { negated, alternatives } of words) {
    const runs = new Map<string, TextRun>()
    for (const wording of alternatives)
      for (const language of languages)
        for (const run of runsOf(wording, language)) runs.set(JSON.stringify(run), run)
    // Tokens without a letter or digit are not indexed.
    if (runs.size > 0) (negated ? not : must).push([...runs.values()])
  }
  return { must, not }
}

/** Scripts whose index terms are pairs of characters or segments, so that a prefix is the start of the last term. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function runsOf({ text, prefix, inTitle }: SearchWord, language: string): TextRun[] {
  const where = inTitle && { inTitle }
  if (!prefix) return nonEmpty([{ terms: indexTermsOf(text, language), ...where }])
  const words = text.split(/\s/u)
  const last = words.pop() ?? ''
  const before = indexTermsOf(words.join(' '), language)
  if (WITHOUT_SPACES.test(last))
    return nonEmpty([{ terms: [...before, ...indexTermsOf(last, language)], startsWith: true, ...where }])
  const found = prefixTermsOf(last, language)
  if (!found) return nonEmpty([{ terms: before, ...where }])
  return [
    { terms: [...before, found.start], startsWith: true, ...where },
    ...found.stems.map((stem) => ({ terms: [...before, stem], ...where })),
  ]
}

function nonEmpty(runs: readonly TextRun[]): TextRun[] {
  return runs.filter(({ terms }) => terms.length > 0)
}
