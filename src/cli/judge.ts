import type { Command } from 'commander'
import { readEvent } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { eachPage } from '../input/each-page.ts'
import { openPageJudge } from '../input/page-judge.ts'
import { pagesFrom, requireReadable } from '../input/page-source.ts'
import { gazetteerPath } from '../place/gazetteer-path.ts'
import { strategyOf } from '../score/strategy-spec.ts'
import { counted } from '../text/counted.ts'
import { inputLines, reportSkipped, STRICT_HELP, type StrictOption } from './input-lines.ts'
import {
  type NetworkOptions,
  type ReadingFlags,
  readerOptions,
  webFor,
  withNetworkOptions,
  withReadingFlags,
} from './network.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { strategyFor, withStrategyFlags } from './strategy-flags.ts'
import { wholeNumber } from './values.ts'
import { FORCE_HELP, refuseExisting, writeText, writeWhole } from './whole-file.ts'

interface JudgeOptions extends NetworkOptions, ReadingFlags, StrictOption {
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
  withReadingFlags(withNetworkOptions(command)).action(async (inputs: string[], options: JudgeOptions) => {
    if (options.output !== undefined) refuseExisting(options.output, options)
    await requireReadable(inputs)
    const event = await readEvent(options.event, eventContext)
    const strategy = await strategyFor(command, strategyOf(event), event)
    const judge = openPageJudge({ event, strategy, gazetteer: gazetteerPath() }, readerOptions(options))
    const fetcher = webFor(inputs, options, event.languages, terminal)
    const counts = { judged: 0, relevant: 0, missing: 0 }
    const lines = inputLines(options, terminal)
    const judgeAll = async (out: { write(text: string): unknown }) => {
      for (const input of inputs) {
        const pages = pagesFrom(input, fetcher, lines)
        for await (const done of eachPage(pages, judge.judge, { width: judge.width, lines })) {
          if ('problem' in done) {
            counts.missing++
            terminal.err.write(`${printable(`${done.url}: ${done.problem}`)}\n`)
            continue
          }
          counts.judged++
          if (done.result.relevant) counts.relevant++
          await writeText(out, jsonLine({ ...done.page.fields, ...done.result }))
        }
      }
    }
    try {
      if (options.output === undefined) await judgeAll(terminal.out)
      else await writeWhole(options.output, options, judgeAll)
    } finally {
      await judge.close()
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
