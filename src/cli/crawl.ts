import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Collection, openForCrawl } from '../collection.ts'
import { DEFAULT_MIN_FREE } from '../crawl/loop/disk-watch.ts'
import type { CrawlEnd } from '../crawl/loop/loop.ts'
import { harvestRatio } from '../crawl/loop/stats.ts'
import { DEFAULT_CRAWL_OPTIONS } from '../crawl/parts.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { urlsIn } from '../input/url-list.ts'
import { EXIT_CODES } from '../model/errors.ts'
import { findChromium, noChromium } from '../render/chromium.ts'
import { DEFAULT_STRATEGY, STRATEGY_NAMES } from '../score/registry.ts'
import { runSession, type SessionEnd, type SessionOptions } from '../session.ts'
import { fetchLimits, readingLimits, withLimitOptions } from './limits.ts'
import { contactOf, type NetworkOptions, openWeb, refuseAnonymous, withNetworkOptions } from './network.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { type Progress, pauseNotice, showProgress } from './progress.ts'
import { withRemembered } from './remembered.ts'
import { stopOnSignals } from './signals.ts'
import { duration, inWords, several, size, strategyName, wholeNumber } from './values.ts'
import { world } from './world.ts'

export interface CrawlCliOptions extends NetworkOptions {
  readonly event?: string
  readonly seeds?: readonly string[]
  readonly pages: number
  readonly time?: number
  readonly strategy?: string
  readonly delay: number
  readonly addressDelay?: number
  readonly concurrency: number
  readonly readingWorkers?: number
  readonly archive: 'all' | 'kept'
  readonly depth: number
  readonly hostPages: number
  readonly allowHost?: readonly string[]
  readonly denyHost?: readonly string[]
  readonly tunnel: number
  readonly minScore: number
  readonly patience: number
  readonly lookAgain?: number
  readonly minFree: number
  readonly followNofollow?: boolean
  readonly ignoreNoarchive?: boolean
  readonly sitemaps: boolean
  readonly maxRedirects?: number
  readonly render: 'auto' | 'never' | 'always'
  readonly chromium?: string
  readonly stopWhenExhausted?: boolean
  readonly randomSeed: number
  readonly json?: boolean
  readonly quiet?: boolean
}

export function crawlCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('crawl')
    .description('start a crawl, or go on with one')
    .argument('<collection>', 'folder for the collection; made when it is new')
    .option('--event <file>', 'what to look for; needed the first time, kept in the collection from then on')
    .option('--seeds <file>', 'addresses to start from, one a line; may be repeated', several)
  withLimitOptions(withCrawlOptions(withNetworkOptions(command)))
    .addHelpText(
      'after',
      '\nExample:\n  eventide crawl haiyan/ --event haiyan.yaml --seeds seeds.txt --pages 2000 --contact you@example.org\n\n' +
        'Ctrl-C finishes the pages in hand and stops; a second Ctrl-C stops at once. The same command goes on where it was.',
    )
    .action(async (dir: string, given: CrawlCliOptions) => {
      const options = await withRemembered(dir, given, command)
      refuseAnonymous(options, terminal)
      if (options.render === 'always' && !findChromium(options.chromium)) throw noChromium(options.chromium)
      const seeds = await readSeeds(options.seeds)
      const into = {
        eventFile: options.event,
        seeds,
        delayMs: options.delay,
        addressDelayMs: options.addressDelay ?? null,
      }
      const collection = await openForCrawl(dir, into, world)
      try {
        const fetcher = openWeb(options, collection.event.languages, fetchLimits(options))
        await crawlInto(collection, fetcher, seeds, options, terminal)
      } finally {
        await collection.store.close()
      }
    })
}

/** The options that steer a crawl, without those that name its input. */
export function withCrawlOptions(command: Command): Command {
  const defaults = DEFAULT_CRAWL_OPTIONS
  return command
    .option(
      '--pages <n>',
      'stop when the collection holds this many fetched pages',
      wholeNumber(1),
      defaults.pages,
    )
    .option('--time <duration>', 'stop after this long: 90s, 30m, 2h', duration)
    .option(
      '--strategy <name>',
      `how to choose: ${STRATEGY_NAMES.join(', ')} (default: the event's, else ${DEFAULT_STRATEGY})`,
      strategyName,
    )
    .option(
      '--delay <ms>',
      'rest between two requests to one host',
      wholeNumber(0),
      defaults.politeness.delayMs,
    )
    .option(
      '--address-delay <ms>',
      'between two requests to one IP address, whatever the hosts (default: a fifth of --delay)',
      wholeNumber(0),
    )
    .option('--concurrency <n>', 'hosts asked at the same time', wholeNumber(1, 1000), defaults.concurrency)
    .option(
      '--reading-workers <n>',
      'threads that read pages; 0 reads on the main one (default: one for each core but one, at most 8)',
      wholeNumber(0, 64),
    )
    .addOption(
      new Option('--archive <which>', 'pages that go into the WARC files')
        .choices(['all', 'kept'])
        .default(defaults.archive),
    )
    .option('--depth <n>', 'links followed from a seed at most', wholeNumber(0), 20)
    .option('--host-pages <n>', 'pages taken from one host at most', wholeNumber(1), 2000)
    .option('--allow-host <host>', 'stay on this host and its sub-domains; may be repeated', several)
    .option('--deny-host <host>', 'never go to this host or its sub-domains; may be repeated', several)
    .option(
      '--tunnel <n>',
      'irrelevant pages in a row through which links are still followed',
      wholeNumber(0),
      defaults.tunnel,
    )
    .option(
      '--min-score <x>',
      'links that promise less are recorded, not queued (0 to 1)',
      share,
      defaults.minScore,
    )
    .option(
      '--patience <duration>',
      'longest wait when every host left must rest; then stop',
      duration,
      defaults.patienceMs,
    )
    .option(
      '--look-again <duration>',
      'first ask again for seeds, feeds and lists that were last asked for longer ago: 6h',
      duration,
    )
    .option(
      '--min-free <size>',
      'space the disk must keep; with less, pause until there is more: 500MB, 2GB',
      size,
      DEFAULT_MIN_FREE,
    )
    .option('--follow-nofollow', 'also follow links marked nofollow')
    .option('--ignore-noarchive', 'also keep copies of pages that ask for none (noarchive)')
    .addOption(
      new Option(
        '--render <when>',
        'pages shown in Chromium before they are read; auto: those without text of their own',
      )
        .choices(['auto', 'never', 'always'])
        .default('auto'),
    )
    .option('--chromium <file>', 'the Chromium to use (or set EVENTIDE_CHROMIUM)')
    .option('--no-sitemaps', 'do not look for pages in the sitemaps that robots.txt files name')
    .option('--stop-when-exhausted', 'stop when the strategy expects nothing more of the event')
    .option('--random-seed <n>', 'number that chance is drawn from', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--json', 'the summary as JSON')
    .option('--quiet', 'no progress')
}

/** Crawls into an open collection and tells how it went. */
export async function crawlInto(
  collection: Collection,
  fetcher: Fetcher,
  seeds: readonly string[],
  options: CrawlCliOptions,
  terminal: Terminal,
): Promise<void> {
  const session = sessionOptions(collection, seeds, options)
  const started = Date.now()
  const stop = stopOnSignals(terminal)
  let endProgress = async () => {}
  try {
    const ended = await runSession(collection, fetcher, session, stop.signals, {
      notice: (text) => void terminal.err.write(`${printable(text)}\n`),
      paused: (pause) => void terminal.err.write(pauseNotice(pause, options)),
      started: (live) => {
        if (options.quiet) return
        const current = async (): Promise<Progress> => ({
          stats: live,
          queue: await collection.store.counts(),
          pages: options.pages,
          elapsedMs: Date.now() - started,
        })
        endProgress = showProgress(terminal, current)
      },
    })
    await endProgress()
    await tell(collection, ended, Date.now() - started, options, terminal)
    if (ended.end === 'stopped') process.exitCode = EXIT_CODES.stopped
  } finally {
    await endProgress()
    stop.dispose()
    await fetcher.close()
  }
}

async function readSeeds(files: readonly string[] = []): Promise<string[]> {
  const seeds: string[] = []
  for (const file of files) for await (const url of urlsIn(file)) seeds.push(url)
  return seeds
}

function sessionOptions(
  collection: Collection,
  seeds: readonly string[],
  options: CrawlCliOptions,
): SessionOptions {
  const { depth, hostPages, allowHost, denyHost } = options
  return {
    strategy: options.strategy ?? collection.event.strategy ?? DEFAULT_STRATEGY,
    seeds,
    contact: contactOf(options),
    randomSeed: options.randomSeed,
    readingWorkers: options.readingWorkers,
    render: options.render,
    chromium: options.chromium,
    minFree: options.minFree,
    lookAgainMs: options.lookAgain,
    reading: readingLimits(options),
    scope: { maxDepth: depth, maxPerHost: hostPages, allow: allowHost, deny: denyHost },
    crawl: {
      ...DEFAULT_CRAWL_OPTIONS,
      pages: options.pages,
      deadline: options.time === undefined ? Number.POSITIVE_INFINITY : Date.now() + options.time,
      concurrency: options.concurrency,
      politeness: { ...DEFAULT_CRAWL_OPTIONS.politeness, delayMs: options.delay },
      patienceMs: options.patience,
      archive: options.archive,
      tunnel: options.tunnel,
      minScore: options.minScore,
      followNofollow: options.followNofollow === true,
      ignoreNoarchive: options.ignoreNoarchive === true,
      sitemaps: options.sitemaps,
      maxRedirects: options.maxRedirects ?? DEFAULT_CRAWL_OPTIONS.maxRedirects,
      stopWhenSaturated: options.stopWhenExhausted === true,
    },
  }
}

const WHY: Readonly<Record<CrawlEnd, string>> = {
  exhausted: 'every link found was followed',
  saturated: 'the event looks exhausted; run the same command without --stop-when-exhausted to go on',
  waiting: 'what is left must rest; run the same command later to go on',
  pages: 'the page budget is used up; raise --pages to go on',
  time: 'the time is used up; run the same command to go on',
  stopped: 'stopped; run the same command to go on',
}

async function tell(
  collection: Collection,
  { end, stats, exhausted }: SessionEnd,
  elapsedMs: number,
  options: CrawlCliOptions,
  terminal: Terminal,
): Promise<void> {
  const queue = await collection.store.counts()
  const pagesPerSecond = stats.fetchedThisRun / (elapsedMs / 1000)
  if (options.json) {
    const { fetched, kept, copies, redirects, unchanged, fetchedThisRun, bytes, withheld } = stats
    const harvest = harvestRatio(stats)
    const failures = Object.fromEntries([...stats.failures].sort())
    terminal.out.write(
      jsonLine({
        collection: collection.dir,
        end,
        fetched,
        kept,
        copies,
        harvest,
        redirects,
        unchanged,
        fetchedThisRun,
        pagesPerSecond,
        bytes,
        withheld,
        elapsedMs,
        queue,
        rendered: Object.fromEntries([...stats.rendered].sort()),
        failures,
        exhausted,
      }),
    )
    return
  }
  const failures = [...stats.failures].sort((a, b) => b[1] - a[1]).map(([code, n]) => `${code} ${n}`)
  const rendered = [...stats.rendered].sort((a, b) => b[1] - a[1]).map(([outcome, n]) => `${outcome} ${n}`)
  terminal.out.write(
    [
      `${collection.dir}: ${stats.kept} of ${stats.fetched} pages kept (harvest ${harvestRatio(stats).toFixed(3)})${stats.copies > 0 ? ` and ${stats.copies} copies of them` : ''}, ${queue.queued} links waiting`,
      `${stats.fetchedThisRun} pages in ${inWords(elapsedMs)} (${pagesPerSecond.toFixed(1)} a second); ${WHY[end]}`,
      ...(exhausted ? [`the event looks exhausted: ${exhausted.join('; ')}`] : []),
      ...(stats.unchanged > 0 ? [`looked at again: ${stats.unchanged} had not changed`] : []),
      ...(stats.withheld > 0 ? [`not archived: ${stats.withheld} that ask for no copy (noarchive)`] : []),
      ...(rendered.length > 0 ? [`shown in Chromium: ${rendered.join(', ')}`] : []),
      ...(failures.length > 0 ? [`not fetched: ${failures.join(', ')}`] : []),
      '',
    ].join('\n'),
  )
}

function share(text: string): number {
  const value = Number(text)
  if (/^\d(\.\d{1,6})?$/.test(text) && value <= 1) return value
  throw new InvalidArgumentError('Write a number from 0 to 1.')
}
