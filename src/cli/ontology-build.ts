import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { topicFromPages } from '../event/topic-model.ts'
import { EventideError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { PageReading } from '../model/page.ts'
import { unreadable } from '../model/unreadable-file.ts'
import { bitsIn } from '../ontology/bits.ts'
import { type Context, makeContext } from '../ontology/context.ts'
import { isContextFile, readContext } from '../ontology/context-file.ts'
import { latticeOf } from '../ontology/lattice.ts'
import { latticeSvg } from '../ontology/lattice-svg.ts'
import { ontologyFromContext } from '../ontology/term-hierarchy.ts'
import { createTermCounter } from '../text/term-counter.ts'
import { STRICT_HELP, type StrictOption } from './input-lines.ts'
import { readModelPages } from './model-pages.ts'
import { type NetworkOptions, type ReadingFlags, withNetworkOptions, withReadingFlags } from './network.ts'
import { deliver, type OutputOptions, tellOf, withOutputOptions } from './ontology-output.ts'
import type { Terminal } from './output.ts'
import { wholeNumber } from './values.ts'
import { refuseExisting, saveFile } from './whole-file.ts'

interface BuildOptions extends NetworkOptions, ReadingFlags, OutputOptions, StrictOption {
  readonly terms: number
  readonly topic?: string
  readonly name?: string
  readonly rowsAreTerms?: boolean
  readonly delay: number
}

/** With more terms the lattice becomes too large to read. */
const TERMS = 30

export function buildCommand(ontology: Command, terminal: Terminal): void {
  const command = ontology
    .command('build')
    .description('build an ontology from pages by formal concept analysis: which terms imply which')
    .argument(
      '<input...>',
      'pages (page.html, *.warc.gz, *.jsonl, urls.txt), or one table (.csv, .tsv, .json, .cxt)',
    )
    .option('--terms <n>', 'topic terms to take from the pages', wholeNumber(1, 500), TERMS)
    .option(
      '--topic <concept>',
      'topic of the ontology: one of the terms, or a concept to put above all of them',
    )
    .option('--name <name>', 'name of the ontology')
    .option('--rows-are-terms', 'the rows of the table are terms and its columns documents')
    .option('--strict', STRICT_HELP)
    .option('--svg <file>', 'also draw the concept lattice (Hasse diagram)')
    .option('--delay <ms>', 'delay between two requests to one host, for lists of URLs', wholeNumber(0), 1000)
  withOutputOptions(withReadingFlags(withNetworkOptions(command)))
    .addHelpText(
      'after',
      '\nExamples:\n  eventide ontology build pages.jsonl --terms 20 --topic flood --svg lattice.svg -o flood.ttl\n  eventide ontology build examples/rainstorm-terms.csv --rows-are-terms --svg lattice.svg',
    )
    .action(async (inputs: string[], options: BuildOptions) => {
      for (const file of [options.output, options.svg]) if (file !== undefined) refuseExisting(file, options)
      const { context, language } = await contextOf(inputs, options, terminal)
      const made = ontologyFromContext(context, { name: options.name, topic: options.topic, language })
      tellOf(made, options.name ?? inputs.join(', '), terminal)
      if (options.svg) {
        const title = options.name ?? `Concept lattice of ${context.documents.length} documents`
        await saveFile(options.svg, latticeSvg(latticeOf(context), title), options)
      }
      const more: Record<string, Json> = options.json ? { lattice: latticeJson(context) } : {}
      await deliver(made.ontology, options, terminal, more)
    })
}

interface Described {
  readonly context: Context
  readonly language: string
}

async function contextOf(
  inputs: readonly string[],
  options: BuildOptions,
  terminal: Terminal,
): Promise<Described> {
  const [first] = inputs
  if (first !== undefined && inputs.length === 1 && isContextFile(first)) {
    const text = await readFile(first, 'utf8').catch((error: unknown) => {
      throw unreadable(first, error)
    })
    return { context: readContext(text, first, options), language: '' }
  }
  const table = inputs.find(isContextFile)
  if (table) throw new EventideError('usage', `${table} is a table: build from one table, or from pages`)
  return contextFromPages(await readModelPages(inputs, options, null, terminal), options.terms)
}

/** Documents are the pages; terms are those that distinguish them from other pages, as in `event new`. */
function contextFromPages(pages: readonly PageReading[], k: number): Described {
  const terms = topicFromPages(pages, { k, figures: false }).what
  if (terms.length === 0)
    throw new EventideError(
      'no-terms',
      'The pages share no distinctive words: pass more pages about one subject',
    )
  const counter = createTermCounter(terms)
  const holds = pages.map(({ title, mainText, language }) =>
    counter.countText(`${title}\n${mainText}`, language).flatMap((count, term) => (count > 0 ? [term] : [])),
  )
  const languages = new Set(pages.map(({ language }) => language))
  const names = pages.map(({ title, url }) => title || url)
  return {
    context: makeContext(
      names,
      terms.map(({ term }) => term),
      holds,
    ),
    language: languages.size === 1 ? ([...languages][0] ?? '') : '',
  }
}

/** Null where the lattice is too large: the ontology does not need it. */
function latticeJson(context: Context): Json {
  const { terms, documents } = context
  try {
    return latticeOf(context).concepts.map(({ extent, intent, ownTerms, ownDocuments, above }) => ({
      documents: bitsIn(extent).map((document) => documents[document] ?? ''),
      terms: intent.map((term) => terms[term] ?? ''),
      ownTerms: ownTerms.map((term) => terms[term] ?? ''),
      ownDocuments: ownDocuments.map((document) => documents[document] ?? ''),
      above: [...above],
    }))
  } catch (error) {
    if (error instanceof EventideError && error.code === 'lattice-size') return null
    throw error
  }
}
