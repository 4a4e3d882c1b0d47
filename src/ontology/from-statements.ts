import type { Label } from '../model/ontology.ts'
import type { ConceptDraft, OntologyDraft } from './make-ontology.ts'
import type { Statement } from './statements.ts'
import { idOf, isLanguageTerm, TERMS } from './vocabulary.ts'

export interface ExtractedOntology {
  readonly draft: OntologyDraft
  /** Statements about concepts that `Ontology` cannot represent, by predicate. */
  readonly leftOut: ReadonlyMap<string, number>
}

/** The statements about one node of the graph. */
interface NodeFacts {
  isConcept: boolean
  readonly preferred: Label[]
  readonly labels: Label[]
  readonly synonyms: Label[]
  readonly broader: string[]
  readonly same: string[]
}

const CONCEPT_TYPES: ReadonlySet<string> = new Set([TERMS.owlClass, TERMS.rdfsClass, TERMS.concept])
const HEADER_TYPES: ReadonlySet<string> = new Set([TERMS.ontology, TERMS.conceptScheme])
const NAMES: ReadonlySet<string> = new Set([TERMS.title, TERMS.oldTitle, TERMS.label, TERMS.prefLabel])
const SYNONYMS: ReadonlySet<string> = new Set([TERMS.altLabel, TERMS.hiddenLabel, TERMS.exactSynonym])
const STRUCTURE: ReadonlySet<string> = new Set([
  TERMS.type,
  TERMS.inScheme,
  TERMS.first,
  TERMS.rest,
  TERMS.intersectionOf,
  TERMS.subject,
])

/** Extracts a concept hierarchy from RDF, whether it is expressed in OWL, RDFS, SKOS or a mixture. */
export function fromStatements(statements: readonly Statement[]): ExtractedOntology {
  const headers = new Set<string>()
  const nodes = new Map<string, NodeFacts>()
  for (const { subject, predicate, object } of statements) {
    if (predicate !== TERMS.type || typeof object !== 'string') continue
    if (HEADER_TYPES.has(object)) headers.add(subject)
    // Anonymous OWL classes are expressions, anonymous SKOS concepts are concepts.
    const isNamed = object === TERMS.concept || !subject.startsWith('_:')
    if (CONCEPT_TYPES.has(object) && isNamed && !isLanguageTerm(subject)) at(nodes, subject).isConcept = true
  }
  const lists = intersections(statements)
  const leftOut = new Map<string, number>()
  let name: string | undefined
  let topic: string | undefined
  for (const statement of statements) {
    const { subject, predicate, object } = statement
    if (headers.has(subject)) {
      if (typeof object !== 'string' && NAMES.has(predicate)) name ??= object.text
      if (typeof object === 'string' && predicate === TERMS.subject) topic ??= object
      if (typeof object === 'string' && predicate === TERMS.hasTopConcept) at(nodes, object).isConcept = true
    } else if (!isLanguageTerm(subject) && !take(nodes, statement, lists) && !STRUCTURE.has(predicate)) {
      leftOut.set(predicate, (leftOut.get(predicate) ?? 0) + 1)
    }
  }
  const { concepts, idFor } = conceptsOf(nodes)
  const isKnown = topic !== undefined && nodes.get(topic)?.isConcept === true
  return { draft: { name, concepts, topic: isKnown && topic ? idFor(topic) : undefined }, leftOut }
}

function at(nodes: Map<string, NodeFacts>, node: string): NodeFacts {
  let found = nodes.get(node)
  if (!found) {
    found = { isConcept: false, preferred: [], labels: [], synonyms: [], broader: [], same: [] }
    nodes.set(node, found)
  }
  return found
}

/** Adds one statement about a concept; false if it is of no use here. */
function take(
  nodes: Map<string, NodeFacts>,
  { subject, predicate, object }: Statement,
  lists: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (typeof object !== 'string') {
    if (predicate === TERMS.prefLabel) at(nodes, subject).preferred.push(object)
    else if (predicate === TERMS.label) at(nodes, subject).labels.push(object)
    else if (SYNONYMS.has(predicate)) at(nodes, subject).synonyms.push(object)
    else return false
    return true
  }
  switch (predicate) {
    case TERMS.topConceptOf:
      at(nodes, subject).isConcept = true
      return true
    case TERMS.subClassOf:
    case TERMS.broader:
      return putUnder(nodes, subject, object, lists)
    case TERMS.narrower:
      return putUnder(nodes, object, subject, lists)
    case TERMS.equivalentClass:
    case TERMS.exactMatch:
      if (object.startsWith('_:')) return putUnder(nodes, subject, object, lists)
      at(nodes, subject).same.push(object)
      return true
    default:
      return false
  }
}

/**
 * "Flood = Disaster and (caused by some Rain)" places Flood under Disaster; other parts of anonymous classes
 * are ignored.
 */
function putUnder(
  nodes: Map<string, NodeFacts>,
  narrow: string,
  broad: string,
  lists: ReadonlyMap<string, readonly string[]>,
): boolean {
  const members = lists.get(broad)
  if (members) {
    for (const member of members) putUnder(nodes, narrow, member, NO_LISTS)
    return true
  }
  const isAnonymous = broad.startsWith('_:') && !nodes.get(broad)?.isConcept
  if (isAnonymous || isLanguageTerm(narrow)) return false
  at(nodes, narrow).isConcept = true
  if (isLanguageTerm(broad)) return true
  at(nodes, broad).isConcept = true
  at(nodes, narrow).broader.push(broad)
  return true
}

const NO_LISTS: ReadonlyMap<string, readonly string[]> = new Map()

/** The members of the intersections of the graph, by their anonymous class. */
function intersections(statements: readonly Statement[]): Map<string, string[]> {
  const first = new Map<string, string>()
  const rest = new Map<string, string>()
  const heads = new Map<string, string>()
  for (const { subject, predicate, object } of statements) {
    if (typeof object !== 'string') continue
    if (predicate === TERMS.first) first.set(subject, object)
    else if (predicate === TERMS.rest) rest.set(subject, object)
    else if (predicate === TERMS.intersectionOf) heads.set(subject, object)
  }
  const walked = new Set<string>()
  const lists = new Map<string, string[]>()
  for (const [node, head] of heads) {
    const members: string[] = []
    for (let link = head; link !== TERMS.nil && !walked.has(link); link = rest.get(link) ?? TERMS.nil) {
      walked.add(link)
      const member = first.get(link)
      if (member) members.push(member)
    }
    lists.set(node, members)
  }
  return lists
}

/** Nodes that are declared equivalent become one concept, under the id that comes first. */
function conceptsOf(nodes: ReadonlyMap<string, NodeFacts>) {
  const leader = new Map<string, string>()
  const lead = (node: string): string => {
    let top = node
    for (let next = leader.get(top); next !== undefined; next = leader.get(top)) top = next
    if (top !== node) leader.set(node, top)
    return top
  }
  const order = new Map([...nodes.keys()].map((node, i) => [node, i]))
  const place = (node: string) => order.get(node) ?? 0
  for (const [node, { isConcept, same }] of nodes) {
    for (const other of same) {
      if (!isConcept || !nodes.get(other)?.isConcept) continue
      const [a, b] = [lead(node), lead(other)].sort((x, y) => place(x) - place(y))
      if (a !== undefined && b !== undefined && a !== b) leader.set(b, a)
    }
  }
  const names = blankNames(nodes)
  const idFor = (node: string): string => names.get(lead(node)) ?? lead(node)
  const concepts: ConceptDraft[] = []
  for (const [node, { isConcept, preferred, labels, synonyms, broader }] of nodes) {
    if (!isConcept) continue
    const id = idFor(node)
    concepts.push({
      id,
      labels: [...preferred, ...labels],
      synonyms,
      // In OWL every class is a subclass of itself, which some tools state explicitly.
      parents: broader.map(idFor).filter((parent) => parent !== id),
    })
  }
  return { concepts, idFor }
}

/** A concept without an IRI is identified by its label. */
function blankNames(nodes: ReadonlyMap<string, NodeFacts>): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set([...nodes.keys()].map(idOf))
  const uses = new Map<string, number>()
  for (const [node, { isConcept, preferred, labels }] of nodes) {
    if (!isConcept || !node.startsWith('_:')) continue
    const label = (preferred[0] ?? labels[0])?.text ?? 'concept'
    let name = label
    while (taken.has(name)) {
      const use = (uses.get(label) ?? 1) + 1
      uses.set(label, use)
      name = `${label} ${use}`
    }
    taken.add(name)
    names.set(node, name)
  }
  return names
}
