import type { Command } from 'commander'
import type { Ontology } from '../model/ontology.ts'
import { nameOf, spellingsOf } from '../ontology/labels.ts'
import { readOntologyFile } from '../ontology/ontology-file.ts'
import { treeRows } from '../ontology/tree-rows.ts'
import { treeSvg } from '../ontology/tree-svg.ts'
import { buildCommand } from './ontology-build.ts'
import { deliver, type OutputOptions, ontologyJson, tellOf, withOutputOptions } from './ontology-output.ts'
import { jsonLine, printable, type Terminal, table } from './output.ts'
import { FORCE_HELP, saveFile } from './whole-file.ts'

interface ShowOptions extends OutputOptions {
  readonly topic?: string
  readonly language?: string
}

export function ontologyCommand(program: Command, terminal: Terminal): void {
  const ontology = program.command('ontology').description('build, show and convert ontologies')
  buildCommand(ontology, terminal)
  showCommand(ontology, terminal)
  convertCommand(ontology, terminal)
}

const FILE = 'OWL, RDFS or SKOS in Turtle or RDF/XML, or YAML'

function showCommand(ontology: Command, terminal: Terminal): void {
  ontology
    .command('show')
    .description('show an ontology as a tree, with the similarity of each concept to the topic and why')
    .argument('<file>', FILE)
    .option(
      '--topic <concept>',
      'topic, by id or name (default: the topic of the file, else the top concept)',
    )
    .option('--language <code>', 'language of the names shown, where there are several')
    .option('--svg <file>', 'also draw the tree')
    .option('--force', FORCE_HELP)
    .option('--json', 'the concepts as JSON')
    .addHelpText('after', '\nExample:\n  eventide ontology show examples/rainstorm.ttl --language zh')
    .action(async (file: string, options: ShowOptions) => {
      const read = await readOntologyFile(file, options)
      tellOf(read, file, terminal)
      if (options.svg)
        await saveFile(options.svg, treeSvg(read.ontology, read.ontology.name ?? file), options)
      terminal.out.write(
        options.json ? jsonLine(ontologyJson(read.ontology)) : shown(read.ontology, options.language),
      )
    })
}

function convertCommand(ontology: Command, terminal: Terminal): void {
  const command = ontology
    .command('convert')
    .description('convert an ontology to another format')
    .argument('<file>', FILE)
    .option('--topic <concept>', 'topic, if the file names none or another one')
  withOutputOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  eventide ontology convert storm.owl -o storm.yaml\n  eventide ontology convert storm.yaml --format skos -o storm.ttl',
    )
    .action(async (file: string, options: ShowOptions) => {
      const read = await readOntologyFile(file, options)
      tellOf(read, file, terminal)
      await deliver(read.ontology, options, terminal)
    })
}

const MAX_CHARACTERS_OF_NAMES = 60

function shown(ontology: Ontology, language?: string): string {
  const figures = (values: readonly number[]) => values.map((value) => value.toFixed(2))
  const rows = treeRows(ontology).map(({ concept, level, alsoUnder, similarity }) => {
    const name = nameOf(concept, language)
    const others = spellingsOf(concept).filter((spelling) => spelling !== name)
    const second = alsoUnder.map(
      (row) => `(also under ${nameOf(ontology.concepts[row] ?? concept, language)})`,
    )
    const { distance, density, depth, coincidence, relation } = similarity.factors
    return [
      printable(`${'  '.repeat(level)}${name}`),
      printable([firstOf(others), ...second].filter(Boolean).join(' ')),
      ...figures([similarity.value, distance, density, depth, coincidence, relation]),
    ]
  })
  const topic = ontology.concepts.find(({ id }) => id === ontology.topic)
  const title = [ontology.name, `${rows.length} concepts about ${topic ? nameOf(topic, language) : ''}`]
  const heads = ['concept', 'other names', 'Sem', 'Dis', 'Den', 'Dep', 'Coi', 'Rel']
  return `${printable(title.filter(Boolean).join(': '))}\n\n${table([heads, ...rows])}\n`
}

/** As many names as fit in the column. */
function firstOf(names: readonly string[]): string {
  let shownNames = ''
  for (const name of names) {
    const next = shownNames === '' ? name : `${shownNames}, ${name}`
    if (next.length > MAX_CHARACTERS_OF_NAMES)
      return `${shownNames || name.slice(0, MAX_CHARACTERS_OF_NAMES)}, ...`
    shownNames = next
  }
  return shownNames
}
