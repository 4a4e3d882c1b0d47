import type { Label, Ontology } from '../model/ontology.ts'
import { iriOf, ONTOLOGY_IRI, TERMS } from './vocabulary.ts'

/** An RDF triple. Blank nodes are written `_:name`. */
export interface Statement {
  readonly subject: string
  readonly predicate: string
  readonly object: string | Label
}

/** The ontology in OWL: classes, `rdfs:subClassOf`, labels; synonyms as `skos:altLabel`, the topic as `dcterms:subject`. */
export function* owlStatements({ name, topic, concepts }: Ontology): Generator<Statement> {
  yield { subject: ONTOLOGY_IRI, predicate: TERMS.type, object: TERMS.ontology }
  if (name) yield { subject: ONTOLOGY_IRI, predicate: TERMS.label, object: { text: name, language: '' } }
  yield { subject: ONTOLOGY_IRI, predicate: TERMS.subject, object: iriOf(topic) }
  // OWL tools refuse annotations that are not declared.
  for (const property of [TERMS.altLabel, TERMS.subject])
    yield { subject: property, predicate: TERMS.type, object: TERMS.annotationProperty }
  for (const { id, labels, synonyms, parents } of concepts) {
    const subject = iriOf(id)
    yield { subject, predicate: TERMS.type, object: TERMS.owlClass }
    for (const object of labels) yield { subject, predicate: TERMS.label, object }
    for (const object of synonyms) yield { subject, predicate: TERMS.altLabel, object }
    for (const parent of parents) yield { subject, predicate: TERMS.subClassOf, object: iriOf(parent) }
  }
}

/** The ontology in SKOS: one scheme, `prefLabel`, `altLabel`, `broader`; the topic as `dcterms:subject` of the scheme. */
export function* skosStatements({ name, topic, concepts }: Ontology): Generator<Statement> {
  yield { subject: ONTOLOGY_IRI, predicate: TERMS.type, object: TERMS.conceptScheme }
  if (name) yield { subject: ONTOLOGY_IRI, predicate: TERMS.title, object: { text: name, language: '' } }
  yield { subject: ONTOLOGY_IRI, predicate: TERMS.subject, object: iriOf(topic) }
  for (const { id, parents } of concepts) {
    if (parents.length === 0)
      yield { subject: ONTOLOGY_IRI, predicate: TERMS.hasTopConcept, object: iriOf(id) }
  }
  for (const { id, labels, synonyms, parents } of concepts) {
    const subject = iriOf(id)
    yield { subject, predicate: TERMS.type, object: TERMS.concept }
    yield { subject, predicate: TERMS.inScheme, object: ONTOLOGY_IRI }
    for (const object of labels) yield { subject, predicate: TERMS.prefLabel, object }
    for (const object of synonyms) yield { subject, predicate: TERMS.altLabel, object }
    for (const parent of parents) yield { subject, predicate: TERMS.broader, object: iriOf(parent) }
  }
}
