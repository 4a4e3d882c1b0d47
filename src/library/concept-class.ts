import type { EventModel } from '../model/event.ts'
import type { Ontology } from '../model/ontology.ts'
import { foldLabel, spellingsOf } from '../ontology/labels.ts'

/** Maximum number of words of a class: the broadest concepts of a large ontology have thousands and are not specific. */
const MAX_WORDS = 300

/** The meaning of `inclass:` in one collection: all pages, pages with one of these words, or no page. */
export type ConceptClass = 'all' | 'none' | { readonly words: readonly string[] }

/**
 * Looks up a class: the event itself (PN's topic: all its pages) or a concept of its ontologies, with the words of the concept and
 * of all narrower ones in all languages.
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

/** The class names of an event, for suggestions. */
export function classNames(event: EventModel): string[] {
  const concepts = ontologiesOf(event).flatMap((ontology) => ontology.concepts)
  return [event.name, ...event.what.map(({ term }) => term), ...concepts.flatMap(spellingsOf)]
}

function ontologiesOf({ concepts }: EventModel): Ontology[] {
  if (!concepts) return []
  return concepts.global ? [concepts.global, ...concepts.local] : [...concepts.local]
}

/** The aspect of the event that an ontology describes is a class as well: all of its concepts. */
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
