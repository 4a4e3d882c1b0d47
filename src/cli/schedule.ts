import { type Command, InvalidArgumentError } from 'commander'
import type { CrawlNetwork } from '../crawl/network.ts'
import { eventContext } from '../event-context.ts'
import type { Log } from '../log/log.ts'
import { CRAWL_OPTION_NAMES, crawlOption } from '../model/crawl-options.ts'
import type { Crawls } from '../server/crawls/crawls.ts'
import type { Schedule } from '../server/crawls/schedules.ts'
import { givenOptions, withCrawlFlags } from './crawl-flags.ts'
import { type LogOptions, openLogOf, withLogOptions } from './log-options.ts'
import { networkOf, withOperatorOptions } from './network.ts'
import { jsonLine, printable, type Terminal, table } from './output.ts'
import { requireFolder } from './serve.ts'

interface AddOptions {
  readonly timezone?: string
  readonly json?: boolean
}

/** Options that a schedule may set: not those that describe the machine that runs it. */
const NAMES = CRAWL_OPTION_NAMES.filter((name) => !crawlOption(name).operator)

export function scheduleCommand(program: Command, terminal: Terminal): void {
  const group = program.command('schedule').description('crawls that run repeatedly (cron syntax)')
  addCommand(group, terminal)
  listCommand(group, terminal)
  removeCommand(group, terminal)
  runCommand(group, terminal)
}

function addCommand(group: Command, terminal: Terminal): void {
  const command = group
    .command('add')
    .description('run a crawl repeatedly, while eventide serve or eventide schedule run is running')
    .argument('<folder>', 'the folder that is served')
    .argument('<collection>', 'name of a collection in it', nonEmpty)
    .argument('<cron>', 'minute, hour, day of month, month, day of week: "0 6 * * 1-5"; or @daily', nonEmpty)
    .option('--timezone <name>', 'time zone of the schedule: Europe/Berlin (default: that of this machine)')
  withCrawlFlags(command, { names: NAMES, withoutDefaults: true })
    .option('--json', 'the schedule as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide schedule add collections/ haiyan "0 6 * * *" --more-pages 500 --timezone Asia/Manila\n\n' +
        'Options that are not given keep the values stored with the collection. Without --pages and --more-pages each run\n' +
        'fetches 1000 more pages; without --look-again, seeds, feeds and lists are fetched again after an hour.',
    )
    .action(async (folder: string, collection: string, cron: string, { timezone, json }: AddOptions) => {
      const settings = await givenOptions(command)
      await using(folder, {}, terminal, async ({ schedules }) => {
        const added = await schedules.add({ collection, cron, timezone, settings })
        terminal.out.write(json ? jsonLine(added) : listOf([added]))
      })
    })
}

function listCommand(group: Command, terminal: Terminal): void {
  group
    .command('list')
    .description('list the schedules of a folder, when each is due next and the result of the last run')
    .argument('<folder>', 'the folder that is served')
    .option('--json', 'one schedule a line as JSON')
    .addHelpText('after', '\nExample:\n  eventide schedule list collections/')
    .action((folder: string, options: { json?: boolean }) =>
      using(folder, {}, terminal, async ({ schedules }) => {
        const all = await schedules.list()
        if (options.json) for (const one of all) terminal.out.write(jsonLine(one))
        else terminal.out.write(all.length > 0 ? listOf(all) : 'No crawl is scheduled here\n')
      }),
    )
}

function removeCommand(group: Command, terminal: Terminal): void {
  group
    .command('remove')
    .description('remove a schedule; a crawl that it started continues')
    .argument('<folder>', 'the folder that is served')
    .argument('<id>', 'id of the schedule, as listed by eventide schedule list')
    .option('--json', 'say so as JSON')
    .addHelpText('after', '\nExample:\n  eventide schedule remove collections/ 1f0c2a9b')
    .action((folder: string, id: string, options: { json?: boolean }) =>
      using(folder, {}, terminal, async ({ schedules }) => {
        await schedules.remove(id)
        terminal.out.write(options.json ? jsonLine({ removed: id }) : `removed ${printable(id)}\n`)
      }),
    )
}

interface RunOptions extends CrawlNetwork, LogOptions {
  readonly now?: string
  readonly json?: boolean
}

function runCommand(group: Command, terminal: Terminal): void {
  const command = group
    .command('run')
    .description('start crawls when they are due, without the application, until Ctrl-C')
    .argument('<folder>', 'the folder whose schedules are run; not while eventide serve runs them')
    .option('--now <id>', 'start only this schedule, now, and exit when its crawl has ended')
  withOperatorOptions(withLogOptions(command))
    .option('--json', 'the schedule that was run, as JSON')
    .addHelpText('after', '\nExample:\n  eventide schedule run collections/ --contact you@example.org')
    .action(async (folder: string, options: RunOptions) => {
      requireFolder(folder)
      const file = openLogOf(options)
      try {
        await using(folder, options, terminal, (crawls) => runSchedules(crawls, options, terminal), file?.log)
      } finally {
        file?.close()
      }
    })
}

async function runSchedules(
  { control, schedules }: Crawls,
  { now, json }: RunOptions,
  terminal: Terminal,
): Promise<void> {
  if (now !== undefined) {
    const run = await schedules.startNow(now)
    await control.ended(run.collection)
    if (json) terminal.out.write(jsonLine(run))
    if (run.note !== null) process.exitCode = 1
    return
  }
  schedules.run()
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

/** Opens the crawls of a folder while `work` runs; crawls still running are then stopped. */
async function using(
  folder: string,
  options: CrawlNetwork,
  terminal: Terminal,
  work: (crawls: Crawls) => Promise<void>,
  events?: Log,
): Promise<void> {
  const [{ openCrawls }, { openCollections }] = await Promise.all([
    import('../server/crawls/crawls.ts'),
    import('../server/served-collections.ts'),
  ])
  requireFolder(folder)
  const collections = openCollections(folder, eventContext)
  const log = (line: string) => {
    terminal.err.write(`${printable(line)}\n`)
    events?.({ level: 'warn', event: 'notice', message: line })
  }
  const crawls = openCrawls({
    folder,
    collections,
    eventContext: eventContext,
    network: networkOf(options),
    ...{ log, events },
  })
  try {
    await work(crawls)
  } finally {
    await crawls.close()
    await collections.close()
  }
}

function listOf(schedules: readonly Schedule[]): string {
  const rows = schedules.map((one) => [
    one.id,
    one.collection,
    one.cron,
    one.timezone,
    `next ${one.nextAt ?? 'never'}`,
    one.lastAt === null ? 'not run yet' : `last ${one.lastAt}`,
    printable(one.note ?? ''),
  ])
  return `${table(rows)}\n`
}

function nonEmpty(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new InvalidArgumentError('It must not be empty.')
}
