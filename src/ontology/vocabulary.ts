const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const DCTERMS = 'http://purl.org/dc/terms/'
const DC = 'http://purl.org/dc/elements/1.1/'
const OBO_IN_OWL = 'http://www.geneontology.org/formats/oboInOwl#'

/** Concepts without an IRI of their own get one here: the name behind the # is their short name. */
export const CONCEPT_BASE = 'urn:eventide:concept#'

/** What the header of a written ontology is called. */
export const ONTOLOGY_IRI = 'urn:eventide:ontology'

export const PREFIXES = {
  rdf: RDF,
  rdfs: RDFS,
  owl: OWL,
  skos: SKOS,
  dcterms: DCTERMS,
} as const

export const TERMS = {
  type: `${RDF}type`,
  first: `${RDF}first`,
  rest: `${RDF}rest`,
  nil: `${RDF}nil`,
  rdfsClass: `${RDFS}Class`,
  label: `${RDFS}label`,
  subClassOf: `${RDFS}subClassOf`,
  owlClass: `${OWL}Class`,
  ontology: `${OWL}Ontology`,
  annotationProperty: `${OWL}AnnotationProperty`,
  equivalentClass: `${OWL}equivalentClass`,
  intersectionOf: `${OWL}intersectionOf`,
  concept: `${SKOS}Concept`,
  conceptScheme: `${SKOS}ConceptScheme`,
  inScheme: `${SKOS}inScheme`,
  topConceptOf: `${SKOS}topConceptOf`,
  hasTopConcept: `${SKOS}hasTopConcept`,
  prefLabel: `${SKOS}prefLabel`,
  altLabel: `${SKOS}altLabel`,
  hiddenLabel: `${SKOS}hiddenLabel`,
  broader: `${SKOS}broader`,
  narrower: `${SKOS}narrower`,
  exactMatch: `${SKOS}exactMatch`,
  subject: `${DCTERMS}subject`,
  title: `${DCTERMS}title`,
  oldTitle: `${DC}title`,
  exactSynonym: `${OBO_IN_OWL}hasExactSynonym`,
} as const

/** Classes and properties of the languages themselves are no concepts of a subject. */
export function isLanguageTerm(iri: string): boolean {
  return [RDF, RDFS, OWL, SKOS].some((namespace) => iri.startsWith(namespace))
}

const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i

/** Readers of RDF/XML resolve `/../` even where nothing is relative: the concept would come back under another name. */
const DOT_SEGMENT = /\/\.{1,2}(?:[/?#]|$)/

/** The IRI under which a concept is written. `idOf` undoes it. */
export function iriOf(id: string): string {
  return IRI.test(id) && !DOT_SEGMENT.test(id) ? id : CONCEPT_BASE + encodeURIComponent(id)
}

/** The id of a concept that is written under an IRI: a short name where the IRI was made from one. */
export function idOf(iri: string): string {
  if (!iri.startsWith(CONCEPT_BASE)) return iri
  try {
    return decodeURIComponent(iri.slice(CONCEPT_BASE.length)) || iri
  } catch {
    return iri
  }
}
