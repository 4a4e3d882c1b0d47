import type { Concept, Label } from '../model/ontology.ts'
import { normalized } from '../text/normalized.ts'

/**
 * The label of a concept: in the requested language, else without a language, else in English, else in any
 * language.
 */
export function nameOf(concept: Concept, language = ''): string {
  const { labels } = concept
  const found =
    labels.find((label) => label.language === language) ??
    labels.find((label) => label.language === '') ??
    labels.find((label) => label.language === 'en') ??
    labels[0]
  return found?.text ?? nameFromId(concept.id)
}

/** Every spelling of a concept once, its label first. */
export function spellingsOf(concept: Concept): string[] {
  const spellings = new Map<string, string>()
  for (const text of [nameOf(concept), ...concept.labels.map(textOf), ...concept.synonyms.map(textOf)]) {
    const folded = foldLabel(text)
    if (folded !== '' && !spellings.has(folded)) spellings.set(folded, text)
  }
  return [...spellings.values()]
}

const textOf = ({ text }: Label): string => text

/** Equal for labels that differ in case, width or spaces only. */
export function foldLabel(text: string): string {
  return normalized(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Whether two concepts share a label or synonym. */
export function isSynonym(a: Concept, b: Concept): boolean {
  const others = foldedSpellings(b)
  for (const spelling of foldedSpellings(a)) if (others.has(spelling)) return true
  return false
}

const folded = new WeakMap<Concept, ReadonlySet<string>>()

function foldedSpellings(concept: Concept): ReadonlySet<string> {
  let spellings = folded.get(concept)
  if (!spellings) {
    spellings = new Set(spellingsOf(concept).map(foldLabel))
    folded.set(concept, spellings)
  }
  return spellings
}

/** The last part of an IRI as words (`…#HeavyRain`, `…/heavy_rain` -> `Heavy Rain`, `heavy rain`); a short name unchanged. */
function nameFromId(id: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(id)) return id
  const last = id.slice(Math.max(id.lastIndexOf('#'), id.lastIndexOf('/'), id.lastIndexOf(':')) + 1)
  return (
    decoded(last)
      .replace(/[_-]/g, ' ')
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .trim() || id
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
