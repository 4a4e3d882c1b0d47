import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { LabSetup, WebSpec } from '../lab/setup.ts'
import {
  type GoalOptions,
  goalSpecOf,
  mustExist,
  strategySpecsOf,
  webSpecOf,
} from '../lab/setup-from-options.ts'
import { EventideError, EXIT_CODES } from '../model/errors.ts'
import { STRATEGY_NAMES } from '../score/registry.ts'
import { LabProgress } from './lab-progress.ts'
import { reportText } from './lab-text.ts'
import { jsonLine, type Terminal } from './output.ts'
import { stopOnSignals } from './signals.ts'
import { several, wholeNumber } from './values.ts'
import { FORCE_HELP, refuseExisting } from './whole-file.ts'

interface CompareCliOptions extends GoalOptions {
  readonly web?: string
  readonly warc?: readonly string[]
  readonly capture: 'latest' | 'first'
  readonly strategies: string
  readonly option?: readonly string[]
  readonly pages: number
  readonly randomSeeds: number
  readonly firstSeed: number
  readonly points: number
  readonly concurrency: number
  readonly delay: number
  readonly jobs?: number
  readonly output?: string
  readonly force?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Readings of pages in hand are kept apart up to this many visits. */
const MAX_VISITS = 200

export function labCommand(program: Command, terminal: Terminal): void {
  const lab = program.command('lab').description('compare strategies on webs that need no network')
  lab
    .command('compare')
    .description('crawl one web with several strategies and measure each against labels')
    .option('--web <spec>', 'example, example:200000 (its pages), or pages.jsonl(.gz); default: example')
    .option('--warc <files...>', 'crawl these WARC files as a web instead')
    .addOption(
      new Option('--capture <which>', 'of several captures of one address')
        .choices(['latest', 'first'])
        .default('latest'),
    )
    .option('--strategies <names>', `all, or some of ${STRATEGY_NAMES.join(', ')}`, 'all')
    .option('--option <strategy.key=value>', 'set an option of a strategy; may be repeated', several)
    .option('--pages <n>', 'pages each crawl fetches', wholeNumber(1, 10_000_000), 1000)
    .option(
      '--random-seeds <n>',
      'repeat with so many random seeds; each is another example web',
      wholeNumber(1, 1000),
      5,
    )
    .option('--first-seed <n>', 'the first of them', wholeNumber(0, 2 ** 31), 1)
    .option('--event <file>', 'what to look for on a web of yours')
    .option('--seeds <file>', 'addresses to start from, one a line; may be repeated', several)
    .option('--relevant <label>', 'what is relevant: a label of the pages, or a file of addresses')
    .option('--labels <file>', 'what is relevant: lines of {"url", "relevant"}; other pages are not counted')
    .option('--events <file>', 'a list of events, each with seed and relevant pages: all are crawled for')
    .option('--core', 'only the events the list calls core')
    .option(
      '--concurrency <n>',
      'visits at once; with 1 the order is the strategy’s alone',
      wholeNumber(1, MAX_VISITS),
      1,
    )
    .option('--delay <ms>', 'rest between two requests to one host, in simulated time', wholeNumber(0), 0)
    .option('--points <n>', 'points of each curve', wholeNumber(2, 1000), 50)
    .option('--jobs <n>', 'processes; default: one per core', wholeNumber(1, 256))
    .option('-o, --output <folder>', 'write report.html and report.json there')
    .option('--force', FORCE_HELP)
    .option('--json', 'the report as JSON')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide lab compare --strategies best-first,event-model --pages 500 --random-seeds 3 -o report/\n' +
        '  eventide lab compare --web pages.jsonl.gz --events events.json --pages 200 -o report/\n\n' +
        'Ctrl-C writes what is finished; with -o the same command goes on from there.',
    )
    .action((options: CompareCliOptions) => runCompare(options, terminal))
}

async function runCompare(options: CompareCliOptions, terminal: Terminal): Promise<void> {
  const setup = await setupOf(options)
  const stop = stopOnSignals(terminal)
  let progress: LabProgress | undefined
  try {
    // Loaded when it is needed: its example web is a tenth of what starting the program takes.
    const { compareStrategies } = await import('../lab/compare-strategies.ts')
    const { REPORT_FILES } = await import('../lab/report/write-report.ts')
    const { report, page } = await compareStrategies({
      setup,
      jobs: options.jobs ?? availableParallelism(),
      folder: options.output,
      command: commandOf(process.argv.slice(2)),
      signal: stop.signals.drain,
      onStart: ({ total, finished, path }) => {
        if (finished === 0 && options.output !== undefined)
          for (const name of Object.values(REPORT_FILES)) refuseExisting(join(options.output, name), options)
        if (finished > 0)
          terminal.err.write(
            `Resuming an interrupted comparison with ${finished} finished runs; to start over, delete ${path}\n`,
          )
        const all = { pages: total * setup.pages, runs: total }
        progress = new LabProgress(terminal, options.quiet === true, all)
      },
      onRun: (run) => progress?.done(setup, run),
      onPages: (pages) => progress?.fetched(pages),
    })
    progress?.end()
    if (page !== null) terminal.err.write(`${page} written\n`)
    terminal.out.write(options.json ? jsonLine(report) : reportText(report))
    if (!report.complete) {
      const total = setup.strategies.length * setup.randomSeeds.length * report.events.length
      terminal.err.write(`interrupted: ${report.runs.length} of ${total} runs are finished\n`)
      process.exitCode = EXIT_CODES.stopped
    }
  } finally {
    progress?.end()
    stop.dispose()
  }
}

async function setupOf(options: CompareCliOptions): Promise<LabSetup> {
  const web = webOf(options)
  return {
    web,
    goal: await goalSpecOf(web, options),
    strategies: strategySpecsOf(options.strategies, options.option ?? []),
    randomSeeds: Array.from({ length: options.randomSeeds }, (_, i) => options.firstSeed + i),
    pages: options.pages,
    points: options.points,
    concurrency: options.concurrency,
    delayMs: options.delay,
  }
}

function webOf({ web, warc, capture }: CompareCliOptions): WebSpec {
  if (warc === undefined) return webSpecOf(web ?? 'example')
  if (web !== undefined) throw new EventideError('usage', 'give one web: --web or --warc')
  for (const file of warc) mustExist(file)
  return { kind: 'warc', files: warc, capture }
}

/** The command as it can be typed again in a shell. */
function commandOf(words: readonly string[]): string {
  const quoted = (word: string) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
  return ['eventide', ...words.map(quoted)].join(' ')
}
