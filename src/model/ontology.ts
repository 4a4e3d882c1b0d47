/** A word or phrase of a language. */
export interface Label {
  readonly text: string
  /** A BCP 47 tag in lower case (`en`, `zh`, `zh-hant`); empty if unknown. */
  readonly language: string
}

export interface Concept {
  /** An IRI or a short name; unique in its ontology. */
  readonly id: string
  /** Its names, at most one per language, preferred first. Empty only when a file gives an IRI without a name. */
  readonly labels: readonly Label[]
  /** Other words for the same concept, in any language. */
  readonly synonyms: readonly Label[]
  /** Ids of the next broader concepts; none for a root. */
  readonly parents: readonly string[]
}

/** A concept hierarchy: every parent is one of the concepts, and no concept is above itself. */
export interface Ontology {
  readonly name?: string
  readonly concepts: readonly Concept[]
  /** Id of the concept the ontology is about; weights are similarities to it. */
  readonly topic: string
}

/** The ontologies of an event: one for the whole subject, others for its aspects (OA section 2). */
export interface EventConcepts {
  readonly global?: Ontology
  readonly local: readonly Ontology[]
}
