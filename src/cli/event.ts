import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { openCollection, readEvent } from '../collection.ts'
import { draftEvent, type EventWords } from '../event/draft-event.ts'
import { withInterest } from '../event/draft-interest.ts'
import { parseEvent } from '../event/event-file.ts'
import { type EventDraft, writeEvent } from '../event/write-event.ts'
import { eventContext } from '../event-context.ts'
import type { StoredSpecification } from '../model/crawl-options.ts'
import { isCrawlOptionName, optionText } from '../model/crawl-specification.ts'
import { EventideError } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { Ontology } from '../model/ontology.ts'
import type { PageReading } from '../model/page.ts'
import { formatStrategySpec, type StrategySpec } from '../model/strategy-spec.ts'
import { unreadable } from '../model/unreadable-file.ts'
import { nameOf } from '../ontology/labels.ts'
import { gazetteerPath } from '../place/gazetteer-path.ts'
import { readCrawlFile } from '../server/crawls/crawl-file.ts'
import { type OnsetRule, readSeries } from '../time/interest.ts'
import { STRICT_HELP, type StrictOption } from './input-lines.ts'
import { readModelPages } from './model-pages.ts'
import { type NetworkOptions, type ReadingFlags, withNetworkOptions, withReadingFlags } from './network.ts'
import { jsonLine, printable, type Terminal, table } from './output.ts'
import { several, wholeNumber } from './values.ts'
import { FORCE_HELP, refuseExisting, saveFile } from './whole-file.ts'

interface NewOptions extends NetworkOptions, ReadingFlags, StrictOption {
  readonly what?: readonly string[]
  readonly where?: readonly string[]
  readonly when?: string
  readonly who?: readonly string[]
  readonly languages?: readonly string[]
  readonly pages?: readonly string[]
  readonly trends?: string
  readonly trendsColumn?: string
  readonly onset: OnsetRule
  readonly terms: number
  readonly delay: number
  readonly output?: string
  readonly force?: boolean
  readonly json?: boolean
}

export function eventCommand(program: Command, terminal: Terminal): void {
  const event = program.command('event').description('describe what to look for')
  newCommand(event, terminal)
  event
    .command('show')
    .description('what the crawler will look for, as a table; of a collection also how its last run crawled')
    .argument('<file>', 'event.yaml, or the folder of a collection')
    .option('--json', 'the event as JSON')
    .addHelpText('after', '\nExamples:\n  eventide event show haiyan.yaml\n  eventide event show haiyan/')
    .action(async (path: string, options: { json?: boolean }) => {
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
      const { event, lastRun } = isFolder
        ? await ofCollection(path)
        : { event: await readEvent(path, eventContext), lastRun: undefined }
      terminal.out.write(options.json ? jsonLine({ ...event, lastRun }) : shown(event, lastRun))
    })
}

/** What the last run of a collection stored: it may differ from the event file. */
interface LastRun {
  /** Null if no run was recorded. */
  readonly strategy: StrategySpec | null
  readonly options: StoredSpecification
}

async function ofCollection(dir: string): Promise<{ event: EventModel; lastRun: LastRun }> {
  const { event, store } = await openCollection(dir, eventContext)
  try {
    const { strategy: _, ...options } = (await readCrawlFile(dir)).settings
    return { event, lastRun: { strategy: await store.reads.strategy(), options } }
  } finally {
    await store.close()
  }
}

function newCommand(event: Command, terminal: Terminal): void {
  const command = event
    .command('new')
    .description('create an event file from words, from pages about the event, or from both')
    .argument('<name>', 'name of the event')
    .option(
      '--what <words>',
      'topic words or phrases, comma-separated, most important first; may be repeated',
      commaList,
    )
    .option('--where <place>', 'a place ("Tacloban", "Leyte, Philippines"); may be repeated', several)
    .option(
      '--when <day>',
      'first day, or first and last as 2013-11-03..2013-11-11; the same day twice for an event of one day',
    )
    .option('--who <names>', 'people or organisations, comma-separated; may be repeated', commaList)
    .option('--languages <codes>', 'languages of relevant pages, comma-separated: en,zh', commaList)
    .option(
      '--pages <file>',
      'pages about the event: urls.txt, *.warc.gz, page.html or *.jsonl; may be repeated',
      several,
    )
    .option(
      '--trends <file>',
      'interest over time: a Google Trends export, Wikipedia page views, or a CSV of dates and values',
    )
    .option('--trends-column <name>', 'which column of a file with several series')
    .addOption(
      new Option('--onset <rule>', 'how the start is found in the interest')
        .choices(['onset', 'first-nonzero'])
        .default('onset'),
    )
    .option('--terms <n>', 'topic words, names and figures to take from the pages', wholeNumber(1, 200), 75)
    .option('--delay <ms>', 'delay between two requests to one host, for lists of URLs', wholeNumber(0), 1000)
    .option('--strict', STRICT_HELP)
    .option('-o, --output <file>', 'write the event file there instead of to the terminal')
    .option('--force', FORCE_HELP)
    .option('--json', 'the event as JSON instead of YAML')
    .addHelpText(
      'after',
      '\nExample:\n  eventide event new "Typhoon Haiyan" --what typhoon,haiyan,rescue --where Philippines --when 2013-11-03 -o haiyan.yaml',
    )
  withReadingFlags(withNetworkOptions(command)).action(async (name: string, options: NewOptions) => {
    if (options.output !== undefined) refuseExisting(options.output, options)
    const pages = await modelPages(options, terminal)
    const words: EventWords = { name, ...options, ...days(options.when) }
    const drafted = draftEvent(words, pages, { terms: options.terms })
    const text = writeEvent(options.trends ? await interested(drafted, options) : drafted)
    // The new event is parsed, so that a misspelt place is reported now and not by the next command.
    const model = parseEvent(text, eventContext, options.output ?? 'the new event')
    if (options.json) terminal.out.write(jsonLine(model))
    else if (options.output) {
      await saveFile(options.output, text, options)
      terminal.err.write(
        `${options.output} written; look at it with: eventide event show ${options.output}\n`,
      )
    } else terminal.out.write(text)
  })
}

async function interested(draft: EventDraft, options: NewOptions): Promise<EventDraft> {
  const file = options.trends!
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  try {
    return withInterest(draft, readSeries(text), { rule: options.onset, column: options.trendsColumn })
  } catch (error) {
    if (error instanceof EventideError) throw new EventideError(error.code, `${file}: ${error.message}`)
    throw error
  }
}

async function modelPages(options: NewOptions, terminal: Terminal): Promise<PageReading[]> {
  const inputs = options.pages ?? []
  if (inputs.length === 0) return []
  return readModelPages(inputs, options, gazetteerPath(), terminal)
}

function days(when: string | undefined): { start?: string; end?: string } {
  const [start, end] = when?.split('..', 2) ?? []
  return { start, end }
}

function commaList(value: string, before: readonly string[] = []): string[] {
  return [
    ...before,
    ...value
      .split(/[,，]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ]
}

function shown(event: EventModel, lastRun?: LastRun): string {
  const { start, end, interest } = event.when
  const rows: (string | number)[][] = [['part', 'looks for', 'weight']]
  for (const { term, weight, synonyms } of event.what) {
    rows.push(['what', synonyms?.length ? `${term} (= ${synonyms.join(', ')})` : term, weight.toFixed(2)])
  }
  for (const { name, place, weight } of event.where) {
    rows.push([
      'where',
      `${name} → ${place.name} (${place.level}, ${place.lat}, ${place.lon}, ${place.id})`,
      weight.toFixed(2),
    ])
  }
  if (start) rows.push(['when', end ? `${start} to ${end}` : `from ${start}`, ''])
  for (const { from, to, value } of interest)
    rows.push(['interest', `${from} to ${to}`, (value / 100).toFixed(2)])
  for (const { term, weight } of event.who) rows.push(['who', term, weight.toFixed(2)])
  for (const [part, ontology] of ontologiesOf(event)) {
    const name = ontology.name ? `${ontology.name}: ` : ''
    rows.push([part, `${name}${ontology.concepts.length} concepts about ${topicName(ontology)}`, ''])
  }
  if (event.languages.length > 0) rows.push(['languages', event.languages.join(', '), ''])
  for (const [part, pages] of Object.entries(event.learned ?? {}))
    rows.push(['learned', `${part}, from ${pages} ${pages === 1 ? 'page' : 'pages'}`, ''])
  if (event.strategy) rows.push(['strategy', event.strategy, ''])
  for (const [option, value] of Object.entries(event.strategyOptions ?? {}))
    rows.push(['option', `${option} = ${typeof value === 'string' ? value : JSON.stringify(value)}`, ''])
  for (const [name, value] of Object.entries(event.crawl ?? {}))
    if (isCrawlOptionName(name)) rows.push(['crawl', `${name} = ${optionText(name, value)}`, ''])
  for (const seed of event.seeds) rows.push(['seed', seed, ''])
  if (lastRun?.strategy) rows.push(['last run', `strategy = ${formatStrategySpec(lastRun.strategy)}`, ''])
  for (const [name, value] of Object.entries(lastRun?.options ?? {}))
    if (isCrawlOptionName(name)) rows.push(['last run', `${name} = ${optionText(name, value)}`, ''])
  return `${printable(event.name)}\n\n${table(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? printable(cell) : cell))))}\n`
}

function ontologiesOf({ concepts }: EventModel): [string, Ontology][] {
  const local = concepts?.local.map((one): [string, Ontology] => ['local', one]) ?? []
  return concepts?.global ? [['global', concepts.global], ...local] : local
}

function topicName({ concepts, topic }: Ontology): string {
  const found = concepts.find(({ id }) => id === topic)
  return found ? nameOf(found) : topic
}
