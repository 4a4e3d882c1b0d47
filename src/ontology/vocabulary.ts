const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const DCTERMS = 'http://purl.org/dc/terms/'
const DC = 'http://purl.org/dc/elements/1.1/'
const OBO_IN_OWL = 'http://www.geneontology.org/formats/oboInOwl#'

/** Base of the IRIs of concepts without one: the fragment is their short name. */
export const CONCEPT_BASE = 'urn:eventide:concept#'

/** The IRI of the header of a written ontology. */
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

/** Classes and properties of RDF, OWL and SKOS themselves are not concepts of a subject. */
export function isLanguageTerm(iri: string): boolean {
  return [RDF, RDFS, OWL, SKOS].some((namespace) => iri.startsWith(namespace))
}

const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i

/** Readers of RDF/XML resolve `/../` even in absolute IRIs, which would change the id of the concept. */
const DOT_SEGMENT = /\/\.{1,2}(?:[/?#]|$)/

/** The IRI under which a concept is written; `idOf` is the inverse. */
export function iriOf(id: string): string {
  return IRI.test(id) && !DOT_SEGMENT.test(id) ? id : CONCEPT_BASE + encodeURIComponent(id)
}

/** The id of a concept with this IRI: a short name if the IRI was derived from one. */
export function idOf(iri: string): string {
  if (!iri.startsWith(CONCEPT_BASE)) return iri
  try {
    return decodeURIComponent(iri.slice(CONCEPT_BASE.length)) || iri
  } catch {
    return iri
  }
}
