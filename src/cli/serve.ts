import { existsSync, statSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { CrawlNetwork } from '../crawl/network.ts'
import { eventContext } from '../event-context.ts'
import { isBlockedPort } from '../fetch/ports.ts'
import type { Log } from '../log/log.ts'
import { EventideError, EXIT_CODES } from '../model/errors.ts'
import { formatDuration } from '../model/quantities.ts'
import { DEFAULT_LIMITS } from '../server/limits.ts'
import type { RunningServer } from '../server/start.ts'
import { type LogOptions, openLogOf, withLogOptions } from './log-options.ts'
import { networkOf, withOperatorOptions } from './network.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { upgradeCollections } from './upgrade-collections.ts'
import { duration, wholeNumber } from './values.ts'

export interface ServeOptions extends CrawlNetwork, LogOptions {
  readonly port: number
  readonly replayPort?: number
  readonly host: string
  readonly publicUrl?: string
  readonly replayUrl?: string
  readonly tokenFile?: string
  readonly readOnly?: boolean
  readonly tiles?: string
  readonly tilesAttribution: string
  readonly maxDownloads: number
  readonly maxDownloadsPerClient: number
  readonly maxLive: number
  readonly maxLivePerClient: number
  readonly stallTimeout: number
  readonly searchThreads?: number
  readonly publicMetrics?: boolean
  readonly json?: boolean
}

export function serveCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('the library and the crawls in the browser, until Ctrl-C')
    .argument('<folder>', 'a collection, or a folder that holds collections')
  withOperatorOptions(withLogOptions(withServeOptions(command)))
    .option('--json', 'print the URLs as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide serve collections/\n  eventide serve haiyan/ --read-only --public-url https://library.example.org --replay-url https://replay.example.org\n\n' +
        'Only this machine can connect, unless --host is given. See docs/serving.md.',
    )
    .action((folder: string, options: ServeOptions) => serve(folder, options, terminal))
}

export function withServeOptions(command: Command): Command {
  const port = wholeNumber(0, 65_535)
  const count = wholeNumber(1, 100_000)
  const { downloads, live, stallMs } = DEFAULT_LIMITS
  return command
    .option('--port <n>', 'port of the application; 0 chooses a free one', port, 4180)
    .option('--replay-port <n>', 'port of archived pages (default: the next port)', port)
    .option('--host <address>', 'address to listen on; other than loopback requires a token', '127.0.0.1')
    .option('--public-url <url>', 'URL that users open, if it is behind a proxy')
    .option('--replay-url <url>', 'URL of archived pages: another host name or port')
    .option('--token-file <file>', 'file with the access token (default: EVENTIDE_TOKEN)')
    .option('--read-only', 'read-only: nothing can be started or changed')
    .option('--public-metrics', 'show /metrics without the token')
    .option(
      '--search-threads <n>',
      'threads that search, each with some 100 MB; 0 searches in the thread of the server (default: one for each core, at most 4)',
      wholeNumber(0, 64),
    )
    .option('--tiles <url>', 'tile server for maps: https://tiles.example.org/{z}/{x}/{y}.png')
    .option('--tiles-attribution <text>', 'attribution of the map, shown in its corner', '')
    .option('--max-downloads <n>', 'exports and reports being downloaded at a time', count, downloads.total)
    .option('--max-downloads-per-client <n>', 'the same, for each IP address', count, downloads.perClient)
    .option('--max-live <n>', 'live views open at a time', count, live.total)
    .option('--max-live-per-client <n>', 'the same, for each IP address', count, live.perClient)
    .addOption(
      new Option('--stall-timeout <duration>', 'disconnect a client that reads nothing for this long')
        .argParser(duration)
        .default(stallMs, formatDuration(stallMs)),
    )
}

/** Serves until a signal ends it. */
export async function serve(folder: string, options: ServeOptions, terminal: Terminal): Promise<void> {
  requireFolder(folder)
  if (!options.readOnly) await upgradeCollections(folder, terminal)
  const file = openLogOf(options)
  const server = await start(folder, options, terminal, file?.log)
  const { url, replayUrl, leftOut } = server
  if (options.json) terminal.out.write(jsonLine({ url, replayUrl }))
  else terminal.out.write(`Eventide is at ${url}\n`)
  if (leftOut.length > 0) terminal.err.write(`${leftOutNotice(leftOut)}\n`)
  if (!options.json) terminal.err.write('Ctrl-C stops it.\n')
  await untilSignal()
  // Crawls finish the pages in progress first.
  process.once('SIGINT', () => process.exit(EXIT_CODES.interrupted))
  if (!options.json) terminal.err.write('\nStopping; press Ctrl-C again to stop at once\n')
  await server.close()
  file?.close()
}

async function start(
  folder: string,
  options: ServeOptions,
  terminal: Terminal,
  events: Log | undefined,
): Promise<RunningServer> {
  // Loaded only here: no other command needs an HTTP server.
  const [{ startServer }, { readToken }, { originFrom }, { tilesFrom }] = await Promise.all([
    import('../server/start.ts'),
    import('../server/access/credential.ts'),
    import('../server/access/names.ts'),
    import('../server/tiles.ts'),
  ])
  const { port, publicUrl, replayUrl, tokenFile, tiles, tilesAttribution } = options
  return startServer({
    ...{ folder, eventContext: eventContext, host: options.host, port },
    replayPort: options.replayPort ?? replayPortAfter(port),
    token: readToken(tokenFile, process.env),
    publicOrigin: publicUrl === undefined ? undefined : originFrom(publicUrl, '--public-url'),
    replayOrigin: replayUrl === undefined ? undefined : originFrom(replayUrl, '--replay-url'),
    readOnly: options.readOnly === true,
    tiles: tiles === undefined ? null : tilesFrom(tiles, tilesAttribution),
    network: networkOf(options),
    limits: {
      downloads: { perClient: options.maxDownloadsPerClient, total: options.maxDownloads },
      live: { perClient: options.maxLivePerClient, total: options.maxLive },
      stallMs: options.stallTimeout,
    },
    searchThreads: options.searchThreads,
    publicMetrics: options.publicMetrics,
    log: (line) => {
      terminal.err.write(`${line.split('\n').map(printable).join('\n')}\n`)
      events?.({ level: 'warn', event: 'notice', message: line })
    },
    events,
  })
}

/** The next port that browsers open; with 0, a free one. */
function replayPortAfter(port: number): number {
  if (port === 0 || port === 65_535) return 0
  return isBlockedPort(port + 1) ? replayPortAfter(port + 1) : port + 1
}

function leftOutNotice(names: readonly string[]): string {
  const shown = names.slice(0, 10).map(printable).join(', ')
  return `Not served, because of their names (a-z, 0-9, dot, dash and underscore are fine): ${shown}`
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

/** Refuses a folder that does not exist. */
export function requireFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  throw new EventideError(
    'no-folder',
    `${folder} is not a folder; give a collection or a folder of collections`,
  )
}
