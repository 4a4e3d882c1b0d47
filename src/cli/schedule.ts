import { type Command, InvalidArgumentError } from 'commander'
import type { Crawls } from '../server/crawls/crawls.ts'
import type { CrawlSettings } from '../server/crawls/protocol.ts'
import type { Schedule } from '../server/crawls/schedules.ts'
import { type NetworkOptions, networkOf, withNetworkOptions } from './network.ts'
import { jsonLine, printable, type Terminal, table } from './output.ts'
import { requireFolder } from './serve.ts'
import { duration, strategyName, wholeNumber } from './values.ts'
import { world } from './world.ts'

interface AddOptions {
  readonly timezone?: string
  readonly morePages?: number
  readonly pages?: number
  readonly time?: number
  readonly strategy?: string
  readonly lookAgain?: number
  readonly json?: boolean
}

export function scheduleCommand(program: Command, terminal: Terminal): void {
  const group = program.command('schedule').description('crawls that run again (cron syntax)')
  addCommand(group, terminal)
  listCommand(group, terminal)
  removeCommand(group, terminal)
  runCommand(group, terminal)
}

function addCommand(group: Command, terminal: Terminal): void {
  group
    .command('add')
    .description('run a crawl again and again, while eventide serve or eventide schedule run is running')
    .argument('<folder>', 'the folder that is served')
    .argument('<collection>', 'name of a collection in it', nonEmpty)
    .argument('<cron>', 'minute, hour, day of month, month, day of week: "0 6 * * 1-5"; or @daily', nonEmpty)
    .option('--timezone <name>', 'whose clock it follows: Europe/Berlin (default: that of this machine)')
    .option('--more-pages <n>', 'pages of each run (default: 1000)', wholeNumber(1))
    .option('--pages <n>', 'stop when the collection holds this many fetched pages', wholeNumber(1))
    .option('--time <duration>', 'longest time of each run: 30m, 2h', duration)
    .option('--strategy <name>', 'how to choose (default: as set before)', strategyName)
    .option(
      '--look-again <duration>',
      'ask again for seeds, feeds and lists last asked for longer ago (default: 1h)',
      duration,
    )
    .option('--json', 'the schedule as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide schedule add collections/ haiyan "0 6 * * *" --more-pages 500 --timezone Asia/Manila',
    )
    .action(async (folder: string, collection: string, cron: string, options: AddOptions) => {
      const { morePages, pages, time, strategy, timezone, lookAgain } = options
      const minutes = (ms?: number) => (ms === undefined ? undefined : ms / 60_000)
      const given = {
        morePages,
        pages,
        strategy,
        minutes: minutes(time),
        lookAgainMinutes: minutes(lookAgain),
      }
      const settings: CrawlSettings = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      )
      await using(folder, {}, terminal, async ({ schedules }) => {
        const added = await schedules.add({ collection, cron, timezone, settings })
        terminal.out.write(options.json ? jsonLine(added) : listOf([added]))
      })
    })
}

function listCommand(group: Command, terminal: Terminal): void {
  group
    .command('list')
    .description('the schedules of a folder, when each is due next and what came of the last time')
    .argument('<folder>', 'the folder that is served')
    .option('--json', 'one schedule a line as JSON')
    .addHelpText('after', '\nExample:\n  eventide schedule list collections/')
    .action((folder: string, options: { json?: boolean }) =>
      using(folder, {}, terminal, async ({ schedules }) => {
        const all = await schedules.list()
        if (options.json) for (const one of all) terminal.out.write(jsonLine(one))
        else terminal.out.write(all.length > 0 ? listOf(all) : 'no crawl is scheduled here\n')
      }),
    )
}

function removeCommand(group: Command, terminal: Terminal): void {
  group
    .command('remove')
    .description('forget a schedule; a crawl it has started goes on')
    .argument('<folder>', 'the folder that is served')
    .argument('<id>', 'of the schedule, as eventide schedule list tells it')
    .option('--json', 'say so as JSON')
    .addHelpText('after', '\nExample:\n  eventide schedule remove collections/ 1f0c2a9b')
    .action((folder: string, id: string, options: { json?: boolean }) =>
      using(folder, {}, terminal, async ({ schedules }) => {
        await schedules.remove(id)
        terminal.out.write(options.json ? jsonLine({ removed: id }) : `removed ${printable(id)}\n`)
      }),
    )
}

interface RunOptions extends NetworkOptions {
  readonly now?: string
  readonly json?: boolean
}

function runCommand(group: Command, terminal: Terminal): void {
  const command = group
    .command('run')
    .description('start crawls when they are due, without the application, until Ctrl-C')
    .argument('<folder>', 'the folder whose schedules are run; not while eventide serve runs them')
    .option('--now <id>', 'start this one now instead, and end when it has')
  withNetworkOptions(command)
    .option('--json', 'the schedule that was run, as JSON')
    .addHelpText('after', '\nExample:\n  eventide schedule run collections/ --contact you@example.org')
    .action((folder: string, options: RunOptions) =>
      using(folder, options, terminal, async ({ desk, schedules }) => {
        if (options.now !== undefined) {
          const run = await schedules.startNow(options.now)
          await desk.ended(run.collection)
          if (options.json) terminal.out.write(jsonLine(run))
          if (run.note !== null) process.exitCode = 1
          return
        }
        schedules.run()
        await new Promise<void>((resolve) => {
          process.once('SIGINT', () => resolve())
          process.once('SIGTERM', () => resolve())
        })
      }),
    )
}

/** Opens the crawls of a folder for as long as `work` takes; those that run are then stopped. */
async function using(
  folder: string,
  options: NetworkOptions,
  terminal: Terminal,
  work: (crawls: Crawls) => Promise<void>,
): Promise<void> {
  const [{ openCrawls }, { openShelf }] = await Promise.all([
    import('../server/crawls/crawls.ts'),
    import('../server/shelf.ts'),
  ])
  requireFolder(folder)
  const shelf = openShelf(folder, world)
  const log = (line: string) => void terminal.err.write(`${printable(line)}\n`)
  const crawls = openCrawls({ folder, shelf, world, network: networkOf(options), log })
  try {
    await work(crawls)
  } finally {
    await crawls.close()
    await shelf.close()
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
