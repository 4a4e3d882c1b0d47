import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { type Collection, eventFileOf, openForCrawl, readEvent } from '../collection.ts'
import { explainEnd } from '../crawl/loop/crawl-end.ts'
import { boundHeapRoom } from '../crawl/loop/heap-room.ts'
import { VisitLog } from '../crawl/loop/visit-log.ts'
import { eventContext } from '../event-context.ts'
import { urlsIn } from '../input/url-list.ts'
import type { Log } from '../log/log.ts'
import type { CrawlSpecification } from '../model/crawl-options.ts'
import { firstSet } from '../model/crawl-specification.ts'
import { EXIT_CODES } from '../model/errors.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { openRun } from '../open-run.ts'
import { findChromium, noChromium } from '../render/chromium.ts'
import { strategyOf, strategySpecFrom } from '../score/strategy-spec.ts'
import { readCrawlFile } from '../server/crawls/crawl-file.ts'
import { storeSettings } from '../server/crawls/stored-settings.ts'
import { givenOptions, withCrawlFlags } from './crawl-flags.ts'
import { reportCrawl } from './crawl-report.ts'
import { type LogOptions, openLogOf, withLogOptions } from './log-options.ts'
import { contactOf, refuseAnonymous } from './network.ts'
import { printable, type Terminal } from './output.ts'
import { type Progress, pauseNotice, showProgress } from './progress.ts'
import { stopOnSignals } from './signals.ts'
import { several } from './values.ts'

interface CrawlCommandOptions extends OutputOptions {
  readonly event?: string
  readonly seeds?: readonly string[]
  readonly ignoreStored?: boolean
}

/** What is written when a strategy does not return in a crawl. */
const STUCK_IN_CRAWL =
  'Nothing else can continue, so the crawl is ended; everything stored is kept. Run the same command to resume: a page that does this repeatedly is given up. Or choose another strategy.'

export interface OutputOptions extends LogOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

export function crawlCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('crawl')
    .description('start a crawl, or resume one')
    .argument('<collection>', 'folder of the collection; created if it does not exist')
    .option('--event <file>', 'what to look for; needed for a new collection, kept in it from then on')
    .option('--seeds <file>', 'URLs to start from, one per line; may be repeated', several)
    .option('--ignore-stored', 'do not use the settings that earlier runs stored with the collection')
  withOutputFlags(withCrawlFlags(command))
    .addHelpText(
      'after',
      '\nExample:\n  eventide crawl haiyan/ --event haiyan.yaml --seeds seeds.txt --pages 2000 --contact you@example.org\n\n' +
        'Options are stored with the collection: the next run uses them unless it sets others.\n' +
        'Ctrl-C finishes the pages in progress and stops; a second Ctrl-C stops at once. The same command resumes the crawl.',
    )
    .action(async (dir: string, options: CrawlCommandOptions) => {
      const { settings } = options.ignoreStored ? { settings: {} } : await readCrawlFile(dir)
      const given = await givenOptions(command, () => strategyInEffect(dir, options.event, settings))
      const specification = firstSet(given, settings)
      const seeds = await readSeeds(options.seeds)
      const collection = await openForCrawl(
        dir,
        {
          ...{ eventFile: options.event, seeds, specification },
          check: (event) => checkRun(firstSet(specification, event.crawl ?? {}), terminal),
        },
        eventContext,
      )
      try {
        const { fetched } = await collection.store.counts()
        await storeSettings(dir, { given, stored: settings, fetched })
        await crawlInto(collection, specification, seeds, options, terminal)
      } finally {
        await collection.store.close()
      }
    })
}

/** The output options of a crawl. */
export function withOutputFlags(command: Command): Command {
  return withLogOptions(command.option('--json', 'the summary as JSON').option('--quiet', 'no progress'))
}

/** Crawls into an open collection and reports the result. */
export async function crawlInto(
  collection: Collection,
  specification: CrawlSpecification,
  seeds: readonly string[],
  options: OutputOptions,
  terminal: Terminal,
): Promise<void> {
  boundHeapRoom()
  const file = openLogOf(options)
  const name = basename(collection.dir)
  const log: Log | undefined = file && ((entry) => file.log({ ...entry, collection: name }))
  const started = Date.now()
  const stop = stopOnSignals(terminal)
  let endProgress = async () => {}
  const contact = contactOf(firstSet(specification, collection.event.crawl ?? {}))
  try {
    const run = await openRun(
      collection,
      { ...specification, ...(contact !== undefined && { contact }) },
      {
        seeds,
        whenStuck: STUCK_IN_CRAWL,
        onNotice: (text) => {
          terminal.err.write(`${printable(text)}\n`)
          log?.({ level: 'warn', event: 'notice', message: text })
        },
        onDiskPause: (pause) => {
          terminal.err.write(pauseNotice(pause, options))
          log?.({ level: 'warn', event: pause ? 'disk-full' : 'disk-free', free: pause?.free ?? undefined })
        },
        ...(log && { visits: new VisitLog(log) }),
      },
    )
    try {
      const current = async (): Promise<Progress> => ({
        stats: run.stats,
        queue: await collection.store.counts(),
        pages: run.specification.pages,
        elapsedMs: Date.now() - started,
      })
      if (!options.quiet) endProgress = showProgress(terminal, current)
      log?.({ level: 'info', event: 'crawl-started' })
      const ended = await run.crawl(stop.signals)
      log?.({ level: 'info', event: 'crawl-ended', message: explainEnd(ended.end, 'command') })
      await endProgress()
      await reportCrawl(collection, ended, Date.now() - started, options, terminal)
      if (ended.end === 'stopped') process.exitCode = EXIT_CODES.stopped
    } finally {
      await run.close()
    }
  } finally {
    await endProgress()
    stop.dispose()
    file?.close()
  }
}

function checkRun(specification: CrawlSpecification, terminal: Terminal): void {
  refuseAnonymous(specification, terminal)
  const { render, chromium } = specification
  if (render === 'always' && !findChromium(chromium)) throw noChromium(chromium)
}

/** The strategy to which `--option` applies if the command line names none. */
async function strategyInEffect(
  dir: string,
  eventFile: string | undefined,
  { strategy }: CrawlSpecification,
): Promise<StrategySpec | undefined> {
  const own = eventFileOf(dir)
  const file = existsSync(own) ? own : eventFile
  if (file === undefined) return undefined
  return strategyOf(
    await readEvent(file, eventContext),
    strategy === undefined ? {} : strategySpecFrom(strategy),
  )
}

async function readSeeds(files: readonly string[] = []): Promise<string[]> {
  const seeds: string[] = []
  for (const file of files) for await (const url of urlsIn(file)) seeds.push(url)
  return seeds
}
