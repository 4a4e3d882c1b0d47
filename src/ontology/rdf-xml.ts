import { EventideError } from '../model/errors.ts'
import { MAX_STATEMENTS } from './limits.ts'
import type { Statement } from './statements.ts'
import { nodeText, objectOf } from './turtle.ts'
import { CONCEPT_BASE, PREFIXES, TERMS } from './vocabulary.ts'
import { refuseHostileXml } from './xml-guard.ts'
import { escapeXml } from './xml-text.ts'

/** Writes RDF as RDF/XML: one element per subject, in the given order. */
export function writeRdfXml(statements: Iterable<Statement>): string {
  const bySubject = new Map<string, Statement[]>()
  for (const statement of statements) {
    const others = bySubject.get(statement.subject)
    if (others) others.push(statement)
    else bySubject.set(statement.subject, [statement])
  }
  const namespaces = Object.entries(PREFIXES).map(([prefix, iri]) => `\n  xmlns:${prefix}="${iri}"`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rdf:RDF${namespaces.join('')}>`,
    ...[...bySubject].flatMap(([subject, about]) => element(subject, about)),
    '</rdf:RDF>',
    '',
  ].join('\n')
}

function element(subject: string, about: readonly Statement[]): string[] {
  const type = about.find(({ predicate }) => predicate === TERMS.type)
  const name = typeof type?.object === 'string' ? qualified(type.object) : 'rdf:Description'
  const lines = about
    .filter((statement) => statement !== type)
    .map(({ predicate, object }) => `    ${property(qualified(predicate), object)}`)
  const start = `  <${name} rdf:about="${escapeXml(subject)}"`
  return lines.length === 0 ? [`${start}/>`] : [`${start}>`, ...lines, `  </${name}>`]
}

function property(name: string, object: Statement['object']): string {
  if (typeof object === 'string') return `<${name} rdf:resource="${escapeXml(object)}"/>`
  const language = object.language ? ` xml:lang="${escapeXml(object.language)}"` : ''
  return `<${name}${language}>${escapeXml(object.text)}</${name}>`
}

function qualified(iri: string): string {
  for (const [prefix, namespace] of Object.entries(PREFIXES)) {
    if (iri.startsWith(namespace)) return `${prefix}:${iri.slice(namespace.length)}`
  }
  throw new EventideError('ontology', `There is no prefix for ${iri}`, { exit: 'internal' })
}

/**
 * Reads RDF/XML. Errors state the line; files that would take far more time than their size suggests are
 * refused first.
 */
export async function readRdfXml(text: string, file: string): Promise<Statement[]> {
  refuseHostileXml(text, file)
  const { RdfXmlParser } = await import('rdfxml-streaming-parser')
  const parser = new RdfXmlParser({
    baseIRI: CONCEPT_BASE.slice(0, -1),
    trackPosition: true,
    validateUri: false,
  })
  const statements: Statement[] = []
  await new Promise<void>((resolve, reject) => {
    parser.on('data', ({ subject, predicate, object }) => {
      statements.push({ subject: nodeText(subject), predicate: predicate.value, object: objectOf(object) })
      if (statements.length > MAX_STATEMENTS)
        parser.destroy(new EventideError('ontology', `${file}: more than ${MAX_STATEMENTS} statements`))
    })
    parser.on('error', (error) =>
      reject(error instanceof EventideError ? error : unreadable(error as Error, file)),
    )
    parser.on('end', resolve)
    parser.end(text)
  })
  return statements
}

/** By the parser's message, what the user can do about it. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/close|unclosed|end tag/i, 'an element is not closed by its own end tag'],
  [/entity/i, 'declare the entity or write the character itself'],
  [/namespace|prefix/i, 'declare the namespace prefix'],
  [/Only one of|Found both/i, 'attributes of RDF contradict each other'],
  [/illegal|not allowed/i, 'an element or attribute of RDF is not allowed here'],
  [/attribute/i, 'an attribute occurs twice or is not quoted'],
  [/not supported|unsupported/i, 'a feature of RDF that is not supported'],
]

function unreadable(error: Error, file: string): EventideError {
  const at = /^(?:Line (\d+) column (\d+)|(\d+):(\d+)): /.exec(error.message)
  const where = at ? `:${at[1] ?? at[3]}:${at[2] ?? at[4]}` : ''
  const what = REMEDIES.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'check the syntax here'
  return new EventideError('ontology', `${file}${where}: not valid RDF/XML: ${what}`, { cause: error })
}
