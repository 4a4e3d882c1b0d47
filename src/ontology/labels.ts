import type { Concept, Label } from '../model/ontology.ts'

/** What a concept is called: in the language asked for, else in none in particular, else in English, else in any. */
export function nameOf(concept: Concept, language = ''): string {
  const { labels } = concept
  const found =
    labels.find((label) => label.language === language) ??
    labels.find((label) => label.language === '') ??
    labels.find((label) => label.language === 'en') ??
    labels[0]
  return found?.text ?? nameFromId(concept.id)
}

/** Every way to write a concept, its name first, each spelling once. */
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
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Whether one of the words for one concept is also a word for the other. */
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

/** The last part of an IRI as words (`…#HeavyRain`, `…/heavy_rain` -> `Heavy Rain`, `heavy rain`); a short name as it is. */
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
