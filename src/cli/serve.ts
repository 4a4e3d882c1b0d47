import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import type { CrawlNetwork } from '../crawl/network.ts'
import { eventWorld } from '../event-world.ts'
import { EventideError, EXIT_CODES } from '../model/errors.ts'
import type { RunningServer } from '../server/start.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { networkOf, withOperatorOptions } from './network.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { wholeNumber } from './values.ts'

export interface ServeOptions extends CrawlNetwork {
  readonly port: number
  readonly replayPort?: number
  readonly host: string
  readonly publicUrl?: string
  readonly replayUrl?: string
  readonly tokenFile?: string
  readonly readOnly?: boolean
  readonly tiles?: string
  readonly tilesAttribution: string
  readonly json?: boolean
}

export function serveCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('the library and the crawls in the browser, until Ctrl-C')
    .argument('<folder>', 'a collection, or a folder that holds collections')
  withOperatorOptions(withServeOptions(command))
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
  return command
    .option('--port <n>', 'where the application listens; 0 takes a free one', port, 4180)
    .option('--replay-port <n>', 'where archived pages are shown (default: the next port)', port)
    .option('--host <address>', 'address to listen on; others than this machine need a token', '127.0.0.1')
    .option('--public-url <url>', 'how people reach it, when a proxy stands before it')
    .option('--replay-url <url>', 'how archived pages are reached: another name or another port')
    .option('--token-file <file>', 'file with the token that opens everything (default: EVENTIDE_TOKEN)')
    .option('--read-only', 'a library to look at: nothing can be started or changed')
    .option('--tiles <url>', 'tile server for maps: https://tiles.example.org/{z}/{x}/{y}.png')
    .option('--tiles-attribution <text>', 'whose map it is, shown in its corner', '')
}

/** Serves until a signal ends it. */
export async function serve(folder: string, options: ServeOptions, terminal: Terminal): Promise<void> {
  requireFolder(folder)
  if (!options.readOnly) await bringUpToDate(folder, terminal)
  const server = await start(folder, options, terminal)
  const { url, replayUrl, leftOut } = server
  if (options.json) terminal.out.write(jsonLine({ url, replayUrl }))
  else terminal.out.write(`Eventide is at ${url}\n`)
  if (leftOut.length > 0) terminal.err.write(`${leftOutNotice(leftOut)}\n`)
  if (!options.json) terminal.err.write('Ctrl-C ends it.\n')
  await untilSignal()
  // Crawls finish the pages in progress first.
  process.once('SIGINT', () => process.exit(EXIT_CODES.interrupted))
  if (!options.json) terminal.err.write('\nending; once more to end at once\n')
  await server.close()
}

async function start(folder: string, options: ServeOptions, terminal: Terminal): Promise<RunningServer> {
  // Loaded only here: no other command needs an HTTP server.
  const [{ startServer }, { readToken }, { originFrom }, { tilesFrom }] = await Promise.all([
    import('../server/start.ts'),
    import('../server/access/credential.ts'),
    import('../server/access/names.ts'),
    import('../server/tiles.ts'),
  ])
  const { port, publicUrl, replayUrl, tokenFile, tiles, tilesAttribution } = options
  return startServer({
    ...{ folder, world: eventWorld, host: options.host, port },
    replayPort: options.replayPort ?? (port === 0 || port === 65_535 ? 0 : port + 1),
    token: readToken(tokenFile, process.env),
    publicOrigin: publicUrl === undefined ? undefined : originFrom(publicUrl, '--public-url'),
    replayOrigin: replayUrl === undefined ? undefined : originFrom(replayUrl, '--replay-url'),
    readOnly: options.readOnly === true,
    tiles: tiles === undefined ? null : tilesFrom(tiles, tilesAttribution),
    network: networkOf(options),
    log: (line) => terminal.err.write(`${line.split('\n').map(printable).join('\n')}\n`),
  })
}

function leftOutNotice(names: readonly string[]): string {
  const shown = names.slice(0, 10).map(printable).join(', ')
  return `left out, because of their names (a-z, 0-9, dot, dash and underscore are fine): ${shown}`
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
