import { EventideError } from '../model/errors.ts'
import type { Concept, Label, Ontology } from '../model/ontology.ts'
import { foldLabel, nameOf } from './labels.ts'
import { idOf, iriOf } from './vocabulary.ts'

/** A concept on its way into an ontology: as a file or a lattice gives it. The same id twice is one concept. */
export interface ConceptDraft {
  readonly id: string
  readonly labels?: readonly Label[]
  readonly synonyms?: readonly Label[]
  readonly parents?: readonly string[]
}

export interface OntologyDraft {
  readonly name?: string
  readonly concepts: readonly ConceptDraft[]
  /** Id, label or synonym of the concept it is about. */
  readonly topic?: string
}

export interface MadeOntology {
  readonly ontology: Ontology
  /** The draft did not name its topic and has several roots: the one with most concepts below it was taken. */
  readonly topicIsGuess: boolean
}

/** Ten times a large thesaurus; also what keeps similarities within seconds. */
export const MAX_CONCEPTS = 100_000
/** Published ontologies stay below 40 levels. A file that goes deeper than this was not written by anyone. */
export const MAX_LEVELS = 200
const MAX_LABEL_CHARACTERS = 300
const MAX_NAMED = 12

interface Growing {
  readonly id: string
  readonly labels: Label[]
  readonly synonyms: Label[]
  readonly parents: Set<string>
}

/**
 * Puts a hierarchy in order: broader concepts before narrower ones as in a table of contents, every label clean, no
 * cycle. The order does not depend on the format it came from, so that conversions can be compared.
 */
export function makeOntology(draft: OntologyDraft): MadeOntology {
  const grown = gather(draft.concepts)
  if (grown.size === 0) throw problem('it holds no concepts')
  if (grown.size > MAX_CONCEPTS) throw problem(`it holds more than ${MAX_CONCEPTS} concepts`)
  const found = [...grown.values()]
  const children = childrenOf(found, grown)
  refuseCycles(found, children, grown)
  const concepts = tableOfContents(found, children).map(settled(grown))
  const index = new Map(concepts.map(({ id }, i) => [id, i]))
  const byIndex = (a: string, b: string) => (index.get(a) ?? 0) - (index.get(b) ?? 0)
  const ordered = concepts.map((concept) => ({ ...concept, parents: [...concept.parents].sort(byIndex) }))
  const { topic, isGuess } = topicOf(draft.topic, ordered)
  const name = cleanText(draft.name ?? '')
  return { ontology: { ...(name && { name }), concepts: ordered, topic }, topicIsGuess: isGuess }
}

/** The concept called so: by its id, else by one of its labels, else by one of its synonyms. */
export function findConcept(concepts: readonly Concept[], name: string): Concept | undefined {
  const id = cleanId(name)
  const folded = foldLabel(name)
  const isCalled = ({ text }: Label) => foldLabel(text) === folded
  return (
    concepts.find((concept) => concept.id === id) ??
    concepts.find((concept) => concept.labels.some(isCalled) || foldLabel(nameOf(concept)) === folded) ??
    concepts.find((concept) => concept.synonyms.some(isCalled))
  )
}

function gather(drafts: readonly ConceptDraft[]): Map<string, Growing> {
  const grown = new Map<string, Growing>()
  const at = (given: string): Growing => {
    const id = cleanId(given)
    if (id === '') throw problem('it has a concept without a name')
    let one = grown.get(id)
    if (!one) {
      one = { id, labels: [], synonyms: [], parents: new Set() }
      grown.set(id, one)
    }
    return one
  }
  // Concepts stand in the order in which they are described, not in that in which others point to them.
  for (const { id } of drafts) at(id)
  for (const draft of drafts) {
    const concept = at(draft.id)
    for (const label of draft.labels ?? []) concept.labels.push(label)
    for (const synonym of draft.synonyms ?? []) concept.synonyms.push(synonym)
    for (const parent of draft.parents ?? []) concept.parents.add(at(parent).id)
  }
  return grown
}

function childrenOf(found: readonly Growing[], grown: ReadonlyMap<string, Growing>): Map<Growing, Growing[]> {
  const children = new Map<Growing, Growing[]>(found.map((concept) => [concept, []]))
  for (const concept of found) {
    for (const id of concept.parents) {
      const parent = grown.get(id)
      if (parent) children.get(parent)?.push(concept)
    }
  }
  return children
}

function refuseCycles(
  found: readonly Growing[],
  children: ReadonlyMap<Growing, readonly Growing[]>,
  grown: ReadonlyMap<string, Growing>,
): void {
  const waitsFor = new Map(found.map((concept) => [concept, concept.parents.size]))
  const level = new Map(found.map((concept) => [concept, 1]))
  const free = found.filter(({ parents }) => parents.size === 0)
  for (const concept of free) {
    const next = (level.get(concept) ?? 1) + 1
    for (const child of children.get(concept) ?? []) {
      level.set(child, Math.max(level.get(child) ?? 1, next))
      const left = (waitsFor.get(child) ?? 0) - 1
      waitsFor.set(child, left)
      if (left === 0) free.push(child)
    }
    if (next - 1 > MAX_LEVELS) throw problem(`it is more than ${MAX_LEVELS} levels deep`)
  }
  const stuck = found.find((concept) => (waitsFor.get(concept) ?? 0) > 0)
  if (!stuck) return
  const circle = circleAbove(stuck, waitsFor, grown).map((concept) => `"${shownName(concept)}"`)
  const shown = circle.length > MAX_NAMED ? [...circle.slice(0, MAX_NAMED), '...'] : circle
  throw problem(
    `its concepts go round in a circle: ${[...shown, circle[0]].join(' is under ')}; take one of these relations out`,
  )
}

/** Walks up among the concepts that never came free until one of them is met again. */
function circleAbove(
  start: Growing,
  waitsFor: ReadonlyMap<Growing, number>,
  grown: ReadonlyMap<string, Growing>,
): Growing[] {
  const path: Growing[] = []
  const seen = new Set<Growing>()
  let at: Growing | undefined = start
  while (at && !seen.has(at)) {
    seen.add(at)
    path.push(at)
    at = [...at.parents].map((id) => grown.get(id)).find((one) => one && (waitsFor.get(one) ?? 0) > 0)
  }
  return at ? path.slice(path.indexOf(at)) : path
}

function shownName({ id, labels }: Growing): string {
  return nameOf({ id, labels, synonyms: [], parents: [] }).slice(0, 80)
}

function tableOfContents(
  found: readonly Growing[],
  children: ReadonlyMap<Growing, readonly Growing[]>,
): Growing[] {
  const listed = new Set<Growing>()
  for (const root of found.filter(({ parents }) => parents.size === 0)) {
    const open = [root]
    for (let concept = open.pop(); concept; concept = open.pop()) {
      if (listed.has(concept)) continue
      listed.add(concept)
      for (const child of (children.get(concept) ?? []).toReversed()) open.push(child)
    }
  }
  return [...listed]
}

function settled(grown: ReadonlyMap<string, Growing>): (concept: Growing) => Concept {
  return ({ id }) => {
    const { labels, synonyms, parents } = grown.get(id) ?? { labels: [], synonyms: [], parents: [] }
    const named = new Map<string, Label>()
    const others: Label[] = []
    for (const label of labels.map(cleanLabel)) {
      if (label.text === '') continue
      if (named.has(label.language)) others.push(label)
      else named.set(label.language, label)
    }
    // A short name is meant to be read.
    if (named.size === 0 && iriOf(id) !== id) named.set('', { text: id, language: '' })
    return {
      id,
      labels: [...named.values()],
      synonyms: distinct([...others, ...synonyms.map(cleanLabel)], named),
      parents: [...parents],
    }
  }
}

/** Each once, none that is a label already, those of one language together. */
function distinct(synonyms: readonly Label[], named: ReadonlyMap<string, Label>): Label[] {
  const byLanguage = new Map<string, Map<string, Label>>()
  for (const label of synonyms) {
    if (label.text === '' || named.get(label.language)?.text === label.text) continue
    const ofLanguage = byLanguage.get(label.language) ?? new Map<string, Label>()
    byLanguage.set(label.language, ofLanguage.set(label.text, label))
  }
  return [...byLanguage.values()].flatMap((ofLanguage) => [...ofLanguage.values()])
}

function topicOf(
  said: string | undefined,
  concepts: readonly Concept[],
): { topic: string; isGuess: boolean } {
  if (said !== undefined) {
    const found = findConcept(concepts, said)
    if (found) return { topic: found.id, isGuess: false }
    throw problem(`its topic "${said.slice(0, 80)}" is not one of its concepts`)
  }
  // Narrower concepts come later in the list: from the end, every concept hands its size on to its first parent.
  const sizes = new Map<string, number>()
  for (const { id, parents } of concepts.toReversed()) {
    const size = (sizes.get(id) ?? 0) + 1
    sizes.set(id, size)
    if (parents[0] !== undefined) sizes.set(parents[0], (sizes.get(parents[0]) ?? 0) + size)
  }
  const roots = concepts.filter(({ parents }) => parents.length === 0)
  const largest = roots.reduce((most, { id }) => Math.max(most, sizes.get(id) ?? 0), 0)
  const topic = roots.find(({ id }) => sizes.get(id) === largest)?.id ?? ''
  return { topic, isGuess: roots.length > 1 }
}

/** One line of well-formed text without characters that XML or a terminal could trip over. */
function cleanText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_LABEL_CHARACTERS) return line
  return line
    .slice(0, MAX_LABEL_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

function cleanId(id: string): string {
  return cleanText(idOf(id))
}

function cleanLabel({ text, language }: Label): Label {
  const tag = language.toLowerCase()
  return {
    text: cleanText(text),
    language: /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(tag) && tag !== 'und' ? tag : '',
  }
}

function problem(message: string): EventideError {
  return new EventideError('ontology', message)
}
