import { EventideError } from '../model/errors.ts'
import { MAX_STATEMENTS } from './limits.ts'
import type { Statement } from './statements.ts'
import { CONCEPT_BASE, PREFIXES } from './vocabulary.ts'

/** Writes RDF as Turtle, in the given order. */
export async function writeTurtle(statements: Iterable<Statement>): Promise<string> {
  const { DataFactory, Writer } = await import('n3')
  const { literal, namedNode, quad } = DataFactory
  const writer = new Writer({ prefixes: { ...PREFIXES, '': CONCEPT_BASE } })
  for (const { subject, predicate, object } of statements) {
    const value =
      typeof object === 'string' ? namedNode(object) : literal(object.text, object.language || undefined)
    writer.addQuad(quad(namedNode(subject), namedNode(predicate), value))
  }
  return new Promise((resolve, reject) => {
    writer.end((error, text) => (error ? reject(error) : resolve(text)))
  })
}

/** Reads Turtle (and its subset N-Triples). Errors state the line. */
export async function readTurtle(text: string, file: string): Promise<Statement[]> {
  const { Parser } = await import('n3')
  const statements: Statement[] = []
  try {
    const parser = new Parser({ format: 'text/turtle', baseIRI: CONCEPT_BASE.slice(0, -1) })
    for (const { subject, predicate, object } of parser.parse(text)) {
      statements.push({ subject: nodeText(subject), predicate: predicate.value, object: objectOf(object) })
      if (statements.length > MAX_STATEMENTS)
        throw new EventideError('ontology', `${file}: more than ${MAX_STATEMENTS} statements`)
    }
  } catch (error) {
    throw error instanceof EventideError ? error : unreadable(error as Error, file)
  }
  return statements
}

/** The common properties of the terms of the two RDF libraries. */
export interface RdfTerm {
  readonly termType: string
  readonly value: string
  readonly language?: string
}

export function nodeText({ termType, value }: RdfTerm): string {
  return termType === 'BlankNode' ? `_:${value}` : value
}

export function objectOf(term: RdfTerm): Statement['object'] {
  if (term.termType !== 'Literal') return nodeText(term)
  return { text: term.value, language: term.language ?? '' }
}

function unreadable(error: Error, file: string): EventideError {
  const line = (error as { context?: { line?: number } }).context?.line
  const prefix = /^Undefined prefix "([^"]{0,60})"/.exec(error.message)?.[1]
  const what =
    prefix === undefined ? 'check for a missing full stop, quote or bracket' : `declare the prefix ${prefix}`
  return new EventideError('ontology', `${file}:${line ?? 1}: not valid Turtle: ${what}`, { cause: error })
}
