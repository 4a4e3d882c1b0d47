import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { eventFileOf, openForCrawl } from '../collection.ts'
import { createEgress } from '../fetch/egress.ts'
import { readCrawlFile, writeCrawlFile } from '../server/crawls/crawl-file.ts'
import { type CrawlCliOptions, crawlInto, withCrawlOptions } from './crawl.ts'
import type { Terminal } from './output.ts'
import { type ServeOptions, serve, withServeOptions } from './serve.ts'
import { wholeNumber } from './values.ts'
import { world } from './world.ts'

const DEFAULT_FOLDER = 'collections/example'
/** Enough to see a crawl at work, few enough for a first look. */
const DEFAULT_PAGES = 500

interface ExampleOptions extends CrawlCliOptions, ServeOptions {
  readonly webPages: number
  readonly webSeed: number
  readonly serve?: boolean
  readonly json?: boolean
}

export function exampleCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('example')
    .description(
      'crawl the bundled example event over the bundled example web, and open the library; no network needed',
    )
    .argument('[collection]', 'folder for the collection', DEFAULT_FOLDER)
    .option('--web-pages <n>', 'size of the example web', wholeNumber(100, 1_000_000), 5000)
    .option('--web-seed <n>', 'another number gives another web', wholeNumber(0, 2 ** 31), 1)
    .option('--no-serve', 'end after the crawl; the library is not opened')
  for (const option of withServeOptions(withCrawlOptions(command)).options) {
    // Nobody is bothered by a web that lives in this process.
    if (option.long === '--pages') option.default(DEFAULT_PAGES)
    if (option.long === '--delay') option.default(0)
    if (option.long === '--patience') option.default(1000, '1s')
    command.setOptionValueWithSource(option.attributeName(), option.defaultValue, 'default')
  }
  command
    .addHelpText('after', '\nExample:\n  eventide example demo/ --pages 200 --strategy breadth-first')
    .action(async (dir: string, options: ExampleOptions) => {
      const { createExampleWeb } = await import('../lab/web/example-web.ts')
      const { serveWeb } = await import('../lab/web/web-server.ts')
      const web = createExampleWeb({ pages: options.webPages, seed: options.webSeed })
      const scratch = await mkdtemp(join(tmpdir(), 'eventide-example-'))
      const server = await serveWeb(web)
      try {
        const eventFile = join(scratch, 'event.yaml')
        await writeFile(eventFile, web.event)
        const collection = await openForCrawl(
          dir,
          {
            ...(!(await isBegun(dir, options)) && { eventFile }),
            seeds: web.seeds,
            delayMs: options.delay,
          },
          world,
        )
        try {
          // The example web answers for all its hosts as a proxy does, so that their names need not exist.
          const fetcher = createEgress({ proxy: server.url })
          await rememberExample(dir, options)
          await crawlInto(collection, fetcher, web.seeds, options, terminal)
        } finally {
          await collection.store.close()
        }
      } finally {
        await server.close()
        await rm(scratch, { recursive: true, force: true })
      }
      if (!options.json) terminal.out.write(nextSteps(dir))
      // Whoever stopped the crawl wants to leave. Others can be set up beside it, in the folder that holds it.
      if (options.serve !== false && !process.exitCode) await serve(dirname(resolve(dir)), options, terminal)
    })
}

/** A crawl of this web goes on with its own event, which may have been edited since. */
async function isBegun(dir: string, { webPages, webSeed }: ExampleOptions): Promise<boolean> {
  const { web } = await readCrawlFile(dir)
  const isThis = web?.example.pages === webPages && web.example.seed === webSeed
  return isThis && existsSync(eventFileOf(dir))
}

/** Whoever goes on with the crawl from the application finds the web it was begun on. */
async function rememberExample(dir: string, options: ExampleOptions): Promise<void> {
  const { pages, delay: delayMs, strategy, webPages, webSeed: seed } = options
  const file = await readCrawlFile(dir)
  const settings = { pages, delayMs, ...(strategy !== undefined && { strategy }), ...file.settings }
  await writeCrawlFile(dir, { ...file, settings, web: { example: { pages: webPages, seed } } })
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
