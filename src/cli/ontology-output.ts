import { type Command, Option } from 'commander'
import type { Json } from '../model/json.ts'
import type { Ontology } from '../model/ontology.ts'
import {
  formatOfName,
  ONTOLOGY_FORMATS,
  type OntologyFormat,
  type ReadOntology,
  writeOntology,
} from '../ontology/formats.ts'
import { nameOf } from '../ontology/labels.ts'
import { treeRows } from '../ontology/tree-rows.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { FORCE_HELP, saveFile } from './whole-file.ts'

/** The options of a command that outputs an ontology. */
export interface OutputOptions {
  readonly format?: OntologyFormat
  readonly output?: string
  readonly svg?: string
  readonly force?: boolean
  readonly json?: boolean
}

/** The options of a command that writes an ontology. */
export function withOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'ttl (OWL in Turtle), rdf (OWL in RDF/XML), skos (SKOS in Turtle), skos-rdf (SKOS in RDF/XML) or yaml; default: by the ending of the output file, else yaml',
      ).choices(ONTOLOGY_FORMATS),
    )
    .option('-o, --output <file>', 'write the ontology there instead of to the terminal')
    .option('--force', FORCE_HELP)
    .option('--json', 'the concepts as JSON on the terminal')
}

/** Writes an ontology where the options say. */
export async function deliver(
  ontology: Ontology,
  options: OutputOptions,
  terminal: Terminal,
  more: Record<string, Json> = {},
): Promise<void> {
  const { output } = options
  const format = options.format ?? formatOfName(output ?? '') ?? 'yaml'
  const text = await writeOntology(ontology, format)
  if (output) {
    await saveFile(output, text, options)
    terminal.err.write(`${output} written; look at it with: eventide ontology show ${output}\n`)
  }
  if (options.json) terminal.out.write(jsonLine({ ...ontologyJson(ontology), ...more }))
  else if (!output) terminal.out.write(text)
}

/** Reports notes about how the ontology was read. */
export function tellOf(
  {
    ontology,
    topicIsGuess,
    leftOut,
  }: Pick<ReadOntology, 'ontology' | 'topicIsGuess'> & Partial<ReadOntology>,
  what: string,
  terminal: Terminal,
): void {
  const notes: string[] = []
  const topic = ontology.concepts.find(({ id }) => id === ontology.topic)
  if (topicIsGuess && topic)
    notes.push(
      `${what} has several top concepts; taken as the topic: ${nameOf(topic)} (--topic names another)`,
    )
  if (leftOut && leftOut.size > 0) {
    const counts = [...leftOut].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${shortName(name)} ${n}`)
    const shownCounts = counts.slice(0, 10).join(', ') + (counts.length > 10 ? ', ...' : '')
    notes.push(`${what}: left out, because concepts cannot represent it: ${shownCounts}`)
  }
  for (const note of notes) terminal.err.write(`${printable(note)}\n`)
}

function shortName(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1) || iri
}

/** The concepts with all their properties, as JSON. */
export function ontologyJson(ontology: Ontology): Record<string, Json> {
  return {
    name: ontology.name ?? null,
    topic: ontology.topic,
    concepts: treeRows(ontology).map(({ concept, similarity }) => ({
      id: concept.id,
      name: nameOf(concept),
      labels: concept.labels.map((label) => ({ ...label })),
      synonyms: concept.synonyms.map((label) => ({ ...label })),
      parents: [...concept.parents],
      similarity: similarity.value,
      factors: { ...similarity.factors },
    })),
  }
}
