import type { EventModel } from '../model/event.ts'
import type { Ontology } from '../model/ontology.ts'
import { foldLabel, spellingsOf } from '../ontology/labels.ts'

/** More words than this for one class are not looked for: the broadest concept of a large ontology has thousands, and means little. */
const MAX_WORDS = 300

/** What `inclass:` means in one collection: all of it, its pages with one of these words, or nothing. */
export type ConceptClass = 'all' | 'none' | { readonly words: readonly string[] }

/**
 * The class of an event (PN's topic: all its pages), or of one of the concepts its pages are judged by: the words of the concept and of
 * every narrower one, in all languages.
 */
export function classIn(event: EventModel, collection: string, name: string): ConceptClass {
  const wanted = foldLabel(name)
  if (wanted === foldLabel(event.name) || wanted === foldLabel(collection)) return 'all'
  const words = new Set<string>()
  for (const { term, synonyms = [] } of event.what) {
    const spellings = [term, ...synonyms]
    if (spellings.some((one) => foldLabel(one) === wanted)) for (const one of spellings) words.add(one)
  }
  for (const ontology of ontologiesOf(event)) for (const word of wordsUnder(ontology, wanted)) words.add(word)
  return words.size === 0 ? 'none' : { words: [...words].slice(0, MAX_WORDS) }
}

/** The names that `inclass:` knows in an event: for a suggestion. */
export function classNames(event: EventModel): string[] {
  const concepts = ontologiesOf(event).flatMap((ontology) => ontology.concepts)
  return [event.name, ...event.what.map(({ term }) => term), ...concepts.flatMap(spellingsOf)]
}

function ontologiesOf({ concepts }: EventModel): Ontology[] {
  if (!concepts) return []
  return concepts.global ? [concepts.global, ...concepts.local] : [...concepts.local]
}

/** The side of an event that an ontology describes is a class, too: everything in it. */
function wordsUnder(ontology: Ontology, wanted: string): string[] {
  const whole = ontology.name !== undefined && foldLabel(ontology.name) === wanted
  const inClass = new Set<string>()
  for (const concept of ontology.concepts) {
    const named =
      foldLabel(concept.id) === wanted || spellingsOf(concept).some((one) => foldLabel(one) === wanted)
    if (whole || named) inClass.add(concept.id)
  }
  if (inClass.size === 0) return []
  const narrower = new Map<string, string[]>()
  for (const { id, parents } of ontology.concepts)
    for (const parent of parents) {
      const below = narrower.get(parent)
      if (below) below.push(id)
      else narrower.set(parent, [id])
    }
  for (const id of inClass) for (const below of narrower.get(id) ?? []) inClass.add(below)
  return ontology.concepts.filter(({ id }) => inClass.has(id)).flatMap(spellingsOf)
}
