import { EventideError } from '../model/errors.ts'
import type { Ontology } from '../model/ontology.ts'
import { StrictYaml } from '../yaml/strict-yaml.ts'
import { type ExtractedOntology, fromStatements } from './from-statements.ts'
import { MAX_BYTES } from './limits.ts'
import { type BuiltOntology, makeOntology, type OntologyDraft } from './make-ontology.ts'
import { readRdfXml, writeRdfXml } from './rdf-xml.ts'
import { owlStatements, skosStatements } from './statements.ts'
import { readTurtle, writeTurtle } from './turtle.ts'
import { readYamlOntology, writeYamlOntology } from './yaml-tree.ts'

const WRITERS = {
  ttl: (ontology) => writeTurtle(owlStatements(ontology)),
  rdf: async (ontology) => writeRdfXml(owlStatements(ontology)),
  skos: (ontology) => writeTurtle(skosStatements(ontology)),
  'skos-rdf': async (ontology) => writeRdfXml(skosStatements(ontology)),
  yaml: async (ontology) => writeYamlOntology(ontology),
} as const satisfies Record<string, (ontology: Ontology) => Promise<string>>

export type OntologyFormat = keyof typeof WRITERS

export const ONTOLOGY_FORMATS = Object.keys(WRITERS) as OntologyFormat[]

const BY_ENDING: ReadonlyMap<string, OntologyFormat> = new Map([
  ['ttl', 'ttl'],
  ['nt', 'ttl'],
  ['rdf', 'rdf'],
  ['owl', 'rdf'],
  ['xml', 'rdf'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
])

/** The format indicated by a file name; undefined if it indicates none. */
export function formatOfName(file: string): OntologyFormat | undefined {
  return BY_ENDING.get(file.slice(file.lastIndexOf('.') + 1).toLowerCase())
}

/** The ontology in a format. `readOntology` reads back everything that it writes. */
export function writeOntology(ontology: Ontology, format: OntologyFormat): Promise<string> {
  return WRITERS[format](ontology)
}

export interface ReadOntology extends BuiltOntology {
  /** Statements about concepts that were ignored, by predicate: comments, restrictions, mappings. */
  readonly leftOut: ReadonlyMap<string, number>
}

/**
 * Reads an ontology: OWL, RDFS or SKOS in Turtle or RDF/XML, or YAML, recognized by the content of the file.
 * `topic` sets the topic, whether or not the file states one. A file with any error is refused, with the line
 * if it is known.
 */
export async function readOntology(
  bytes: Uint8Array,
  file: string,
  { topic }: { topic?: string } = {},
): Promise<ReadOntology> {
  const text = textOf(bytes, file)
  const { draft, leftOut } = await readDraft(text, file)
  try {
    const made = makeOntology({ ...draft, ...(topic !== undefined && { topic }) })
    return { ...made, leftOut }
  } catch (error) {
    if (error instanceof EventideError) throw new EventideError(error.code, `${file}: ${error.message}`)
    throw error
  }
}

async function readDraft(text: string, file: string): Promise<ExtractedOntology> {
  switch (syntaxOf(text, file)) {
    case 'xml':
      return fromStatements(await readRdfXml(text, file))
    case 'turtle':
      return fromStatements(await readTurtle(text, file))
    default:
      return { draft: yamlDraft(text, file), leftOut: new Map() }
  }
}

function yamlDraft(text: string, file: string): OntologyDraft {
  const yaml = new StrictYaml(text, file, 'ontology')
  yaml.done()
  const draft = readYamlOntology(yaml, yaml.root, 'the ontology')
  yaml.done()
  return draft
}

function textOf(bytes: Uint8Array, file: string): string {
  if (bytes.byteLength > MAX_BYTES)
    throw new EventideError('ontology', `${file} is larger than ${MAX_BYTES / 1024 / 1024} MB`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new EventideError('ontology', `${file} is not UTF-8 text; save it as UTF-8`, { cause })
  }
}

const SAVE_AS = 'save it as RDF/XML or Turtle (Protégé: File, Save as)'

/** The content decides: `.owl` files are RDF/XML, Turtle and more in practice. */
function syntaxOf(text: string, file: string): 'xml' | 'turtle' | 'yaml' {
  const start = text.slice(0, 10_000).trimStart()
  if (/^(?:<!DOCTYPE html|<html)/i.test(start))
    throw new EventideError('ontology', `${file} is a web page, not an ontology`)
  if (/^(?:<\?xml|<!DOCTYPE|<!--|<rdf:RDF)/.test(start)) {
    if (/<Ontology\s/.test(start) && !/<rdf:RDF/.test(start))
      throw new EventideError('ontology', `${file} is OWL/XML, which is not read; ${SAVE_AS}`)
    return 'xml'
  }
  if (/^(?:Prefix\(|Ontology\(|Prefix:|Ontology:)/.test(start))
    throw new EventideError('ontology', `${file} is in OWL functional or Manchester syntax; ${SAVE_AS}`)
  if (/^[{[]/.test(start) && /"@(?:context|graph|id)"/.test(start))
    throw new EventideError('ontology', `${file} is JSON-LD, which is not read; save it as Turtle`)
  const promised = formatOfName(file)
  if (promised === 'yaml') return 'yaml'
  if (promised !== undefined) return 'turtle'
  return /^(?:@prefix|@base|PREFIX|BASE|<)/.test(start) ? 'turtle' : 'yaml'
}
