import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import {
  crawlPart,
  LAB_DEFAULTS,
  LAB_OPTION_NAMES,
  type LabMachine,
  type LabSetup,
  type WebSpec,
} from '../lab/setup.ts'
import {
  type GoalOptions,
  goalSpecOf,
  requireFile,
  strategySpecsOf,
  webSpecOf,
} from '../lab/setup-from-options.ts'
import { STUCK_IN_LAB } from '../lab/trials/stuck-in-lab.ts'
import { EventideError, EXIT_CODES } from '../model/errors.ts'
import { strategyNames } from '../score/registry.ts'
import { crawlOptionsGiven, withCrawlFlags } from './crawl-flags.ts'
import { LabProgress } from './lab-progress.ts'
import { reportText } from './lab-text.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { stopOnSignals } from './signals.ts'
import { several, wholeNumber } from './values.ts'
import { FORCE_HELP, refuseExisting } from './whole-file.ts'

const MACHINE_NAMES = [
  'readingWorkers',
  'readingTimeout',
  'strategyTimeout',
] as const satisfies readonly (keyof LabMachine)[]

interface CompareCliOptions extends GoalOptions, LabMachine {
  readonly web?: string
  readonly warc?: readonly string[]
  readonly capture: 'latest' | 'first'
  readonly strategies: string
  readonly option?: readonly string[]
  readonly randomSeeds: number
  readonly firstSeed: number
  readonly points: number
  readonly jobs?: number
  readonly output?: string
  readonly force?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

export function labCommand(program: Command, terminal: Terminal): void {
  const lab = program.command('lab').description('compare strategies without a network')
  const command = lab
    .command('compare')
    .description('crawl one web with several strategies and measure each by labels')
    .option(
      '--web <spec>',
      'example, example:200000 (number of pages), or a file pages.jsonl(.gz); default: example',
    )
    .option('--warc <files...>', 'crawl WARC files as a web')
    .addOption(
      new Option('--capture <which>', 'which of several captures of a URL to use')
        .choices(['latest', 'first'])
        .default('latest'),
    )
    .option('--strategies <names>', `all, or some of ${strategyNames().join(', ')}`, 'all')
    .option('--option <strategy.key=value>', 'set an option of a strategy; may be repeated', several)
    .option(
      '--random-seeds <n>',
      'number of random seeds; each gives another example web',
      wholeNumber(1, 1000),
      5,
    )
    .option('--first-seed <n>', 'first random seed', wholeNumber(0, 2 ** 31), 1)
    .option('--event <file>', 'event file, for a web other than the example web')
    .option('--seeds <file>', 'file of seed URLs, one per line; may be repeated', several)
    .option('--relevant <label>', 'relevant pages: a label of the pages, or a file of URLs')
    .option('--labels <file>', 'relevant pages: lines of {"url", "relevant"}; other pages are not counted')
    .option('--events <file>', 'list of events, each with seeds and relevant pages')
    .option('--core', 'only the core events of the list')
  withCrawlFlags(command, { names: [...LAB_OPTION_NAMES, ...MACHINE_NAMES], defaults: LAB_DEFAULTS })
    .option('--points <n>', 'points of each curve', wholeNumber(2, 1000), 50)
    .option('--jobs <n>', 'number of processes; default: one per core', wholeNumber(1, 256))
    .option('-o, --output <folder>', 'write report.html and report.json to this folder')
    .option('--force', FORCE_HELP)
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'do not show progress')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide lab compare --strategies best-first,event-model --pages 500 --random-seeds 3 -o report/\n' +
        '  eventide lab compare --web pages.jsonl.gz --events events.json --pages 200 -o report/\n\n' +
        'Ctrl-C writes a report of the finished runs; with -o, the same command resumes.',
    )
    .action((options: CompareCliOptions) => runCompare(options, command, terminal))
}

async function runCompare(options: CompareCliOptions, command: Command, terminal: Terminal): Promise<void> {
  const setup = await setupOf(options, command)
  const { readingWorkers, readingTimeout, strategyTimeout } = options
  const stop = stopOnSignals(terminal)
  let progress: LabProgress | undefined
  try {
    // Imported lazily: the example web takes a tenth of the start-up time.
    const { compareStrategies } = await import('../lab/compare-strategies.ts')
    const { REPORT_FILES } = await import('../lab/report/write-report.ts')
    const { report, page } = await compareStrategies({
      setup,
      jobs: options.jobs ?? availableParallelism(),
      folder: options.output,
      command: commandOf(process.argv.slice(2)),
      signal: stop.signals.drain,
      machine: { readingWorkers, readingTimeout, strategyTimeout },
      whenStuck: STUCK_IN_LAB,
      onNotice: (text) => terminal.err.write(`${printable(text)}\n`),
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
    if (page !== null) terminal.err.write(`Wrote ${page}\n`)
    terminal.out.write(options.json ? jsonLine(report) : reportText(report))
    if (!report.complete) {
      const total = setup.strategies.length * setup.randomSeeds.length * report.events.length
      terminal.err.write(`Interrupted: ${report.runs.length} of ${total} runs are finished\n`)
      process.exitCode = EXIT_CODES.stopped
    }
  } finally {
    progress?.end()
    stop.dispose()
  }
}

async function setupOf(options: CompareCliOptions, command: Command): Promise<LabSetup> {
  const web = webOf(options)
  return {
    web,
    goal: await goalSpecOf(web, options),
    strategies: strategySpecsOf(options.strategies, options.option ?? []),
    randomSeeds: Array.from({ length: options.randomSeeds }, (_, i) => options.firstSeed + i),
    points: options.points,
    ...crawlPart(crawlOptionsGiven(command)),
  }
}

function webOf({ web, warc, capture }: CompareCliOptions): WebSpec {
  if (warc === undefined) return webSpecOf(web ?? 'example')
  if (web !== undefined) throw new EventideError('usage', 'Use either --web or --warc, not both')
  for (const file of warc) requireFile(file)
  return { kind: 'warc', files: warc, capture }
}

/** The command as it can be typed again in a shell. */
function commandOf(words: readonly string[]): string {
  const quoted = (word: string) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
  return ['eventide', ...words.map(quoted)].join(' ')
}
