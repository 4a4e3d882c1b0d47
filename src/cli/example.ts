import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { eventFileOf, openForCrawl } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { CRAWL_OPTION_NAMES, type CrawlSpecification, crawlOption } from '../model/crawl-options.ts'
import { firstSet } from '../model/crawl-specification.ts'
import { strategyOf } from '../score/strategy-spec.ts'
import { type CrawlFile, readCrawlFile, writeCrawlFile } from '../server/crawls/crawl-file.ts'
import { EXAMPLE_DEFAULTS } from '../server/crawls/settings.ts'
import { storeSettings } from '../server/crawls/stored-settings.ts'
import { crawlInto, type OutputOptions, withOutputFlags } from './crawl.ts'
import { givenOptions, withCrawlFlags } from './crawl-flags.ts'
import type { Terminal } from './output.ts'
import { type ServeOptions, serve, withServeOptions } from './serve.ts'
import { wholeNumber } from './values.ts'

const DEFAULT_FOLDER = 'collections/example'
/** Enough pages to see how a crawl works, few enough for a quick start. */
const DEFAULTS: CrawlSpecification = { ...EXAMPLE_DEFAULTS, pages: 500 }

/** The example web is reached through a proxy of the program itself. */
const NAMES = CRAWL_OPTION_NAMES.filter((name) => crawlOption(name).group !== 'Network')

interface ExampleOptions extends OutputOptions, ServeOptions {
  readonly webPages: number
  readonly webSeed: number
  readonly serve?: boolean
}

export function exampleCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('example')
    .description(
      'crawl the bundled example event over the bundled example web, and open the library; no network needed',
    )
    .argument('[collection]', 'folder of the collection', DEFAULT_FOLDER)
    .option('--web-pages <n>', 'size of the example web', wholeNumber(100, 1_000_000), 5000)
    .option(
      '--web-seed <n>',
      'seed of the example web: another number gives another web',
      wholeNumber(0, 2 ** 31),
      1,
    )
    .option('--no-serve', 'end after the crawl, without opening the library')
  withServeOptions(withOutputFlags(withCrawlFlags(command, { names: NAMES, defaults: DEFAULTS })))
    .addHelpText('after', '\nExample:\n  eventide example demo/ --pages 200 --strategy breadth-first')
    .action(async (dir: string, options: ExampleOptions) => {
      const { createExampleWeb } = await import('../lab/web/example-web.ts')
      const { serveWeb } = await import('../lab/web/web-server.ts')
      const given = await givenOptions(command, async () => strategyOf({}))
      const web = createExampleWeb({ pages: options.webPages, seed: options.webSeed })
      const scratch = await mkdtemp(join(tmpdir(), 'eventide-example-'))
      const server = await serveWeb(web)
      try {
        const eventFile = join(scratch, 'event.yaml')
        await writeFile(eventFile, web.event)
        const file = await readCrawlFile(dir)
        const specification = firstSet(given, file.settings, DEFAULTS)
        const into = {
          ...(!isBegun(dir, file, options) && { eventFile }),
          seeds: web.seeds,
          specification,
        }
        const collection = await openForCrawl(dir, into, eventContext)
        try {
          const { fetched } = await collection.store.counts()
          await rememberWeb(dir, options)
          await storeSettings(dir, { given, stored: firstSet(file.settings, DEFAULTS), fetched })
          // The example web answers for all its hosts as a proxy does, so that their names need not exist.
          const behindProxy = { ...specification, proxy: server.url }
          await crawlInto(collection, behindProxy, web.seeds, options, terminal)
        } finally {
          await collection.store.close()
        }
      } finally {
        await server.close()
        await rm(scratch, { recursive: true, force: true })
      }
      if (!options.json) terminal.out.write(nextSteps(dir))
      // Not after Ctrl-C. The parent folder is served, so that other collections can be created next to it.
      if (options.serve !== false && !process.exitCode) await serve(dirname(resolve(dir)), options, terminal)
    })
}

/** Whether a crawl of this web has begun: it is resumed with its own event, which may have been edited since. */
function isBegun(dir: string, { web }: CrawlFile, { webPages, webSeed }: ExampleOptions): boolean {
  const isThis = web?.example.pages === webPages && web.example.seed === webSeed
  return isThis && existsSync(eventFileOf(dir))
}

/** Stores which web it is, for a crawl resumed in the browser. */
async function rememberWeb(dir: string, { webPages: pages, webSeed: seed }: ExampleOptions): Promise<void> {
  await writeCrawlFile(dir, { ...(await readCrawlFile(dir)), web: { example: { pages, seed } } })
}

function nextSteps(dir: string): string {
  return [
    '',
    `The collection is in ${dir}: event.yaml, collection.db and archive/*.warc.gz. Try next:`,
    `  npx eventide search ${dir} "storm surge"`,
    `  npx eventide search ${dir} 台风 --sort time`,
    `  npx eventide export ${dir} --format csv -o pages.csv`,
    `  npx eventide verify ${dir}`,
    '  npx eventide --help',
    '',
  ].join('\n')
}
