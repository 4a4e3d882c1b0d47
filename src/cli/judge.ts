import type { Command } from 'commander'
import { readEvent } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { pagesFrom, requireReadable } from '../input/page-source.ts'
import type { MissingPage, SourcedPage } from '../input/sourced-page.ts'
import { judgePage } from '../library/judge-page.ts'
import { createGeoparser } from '../place/geoparser.ts'
import { loadGazetteer } from '../place/load-gazetteer.ts'
import { createStrategy } from '../score/registry.ts'
import { strategyOf } from '../score/strategy-spec.ts'
import { counted } from '../text/counted.ts'
import { inputLines, reportSkipped, STRICT_HELP, type StrictOption } from './input-lines.ts'
import { type NetworkOptions, webFor, withNetworkOptions } from './network.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { strategyFor, withStrategyFlags } from './strategy-flags.ts'
import { wholeNumber } from './values.ts'
import { FORCE_HELP, refuseExisting, writeText, writeWhole } from './whole-file.ts'

interface JudgeOptions extends NetworkOptions, StrictOption {
  readonly event: string
  readonly output?: string
  readonly force?: boolean
  readonly delay: number
  readonly json?: boolean
}

export function judgeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('judge')
    .description('judge pages without crawling: JSON lines, WARC files, HTML files or a list of URLs')
    .argument('<input...>', 'in.jsonl, *.warc.gz, page.html or urls.txt')
    .requiredOption('--event <file>', 'the event to judge by')
    .option('-o, --output <file>', 'write verdicts to a file instead of the terminal')
    .option('--force', FORCE_HELP)
    .option('--delay <ms>', 'delay between two requests to one host, for lists of URLs', wholeNumber(0), 1000)
    .option('--strict', STRICT_HELP)
    .option('--json', 'print how many pages were judged, as JSON')
    .addHelpText('after', '\nExample:\n  eventide judge --event haiyan.yaml pages.jsonl -o verdicts.jsonl')
  withStrategyFlags(command, 'the event’s, else adaptive')
  withNetworkOptions(command).action(async (inputs: string[], options: JudgeOptions) => {
    if (options.output !== undefined) refuseExisting(options.output, options)
    await requireReadable(inputs)
    const event = await readEvent(options.event, eventContext)
    const { name, options: set } = await strategyFor(command, strategyOf(event), event)
    const strategy = createStrategy(name, { event, random: Math.random }, set)
    const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map((w) => w.place) })
    const fetcher = webFor(inputs, options, event.languages, terminal)
    const counts = { judged: 0, relevant: 0, missing: 0 }
    const lines = inputLines(options, terminal)
    const judgeAll = async (out: { write(text: string): unknown }) => {
      for (const input of inputs) {
        for await (const page of pagesFrom(input, fetcher, lines)) {
          if (isMissing(page)) {
            counts.missing++
            terminal.err.write(printable(`${page.url}: ${page.problem}\n`))
            continue
          }
          const line = judgePage(page, strategy, { geoparser })
          counts.judged++
          if (line.relevant) counts.relevant++
          await writeText(out, jsonLine({ ...page.fields, ...line }))
        }
      }
    }
    try {
      if (options.output === undefined) await judgeAll(terminal.out)
      else await writeWhole(options.output, options, judgeAll)
    } finally {
      await fetcher?.close()
    }
    terminal.err.write(
      options.json
        ? jsonLine({ ...counts, skipped: lines.skipped })
        : `${counted(counts.judged, 'page')} judged, ${counts.relevant} relevant, ${counts.missing} could not be read\n`,
    )
    reportSkipped(lines, terminal)
  })
}

const isMissing = (page: SourcedPage | MissingPage): page is MissingPage => 'problem' in page
