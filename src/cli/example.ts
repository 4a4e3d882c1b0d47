import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openForCrawl } from '../collection.ts'
import { createEgress } from '../fetch/egress.ts'
import { createExampleWeb } from '../lab/example-web.ts'
import { serveWeb } from '../lab/web-server.ts'
import { type CrawlCliOptions, crawlInto, withCrawlOptions } from './crawl.ts'
import type { Terminal } from './output.ts'
import { wholeNumber } from './values.ts'
import { world } from './world.ts'

const DEFAULT_FOLDER = 'collections/example'
/** Enough to see a crawl at work, few enough for a first look. */
const DEFAULT_PAGES = 500

interface ExampleOptions extends CrawlCliOptions {
  readonly webPages: number
  readonly webSeed: number
}

export function exampleCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('example')
    .description('crawl the bundled example event over the bundled example web; no network needed')
    .argument('[collection]', 'folder for the collection', DEFAULT_FOLDER)
    .option('--web-pages <n>', 'size of the example web', wholeNumber(100, 1_000_000), 5000)
    .option('--web-seed <n>', 'another number gives another web', wholeNumber(0, 2 ** 31), 1)
    .option('--no-serve', 'end after the crawl')
  for (const option of withCrawlOptions(command).options) {
    // Nobody is bothered by a web that lives in this process.
    if (option.long === '--pages') option.default(DEFAULT_PAGES)
    if (option.long === '--delay') option.default(0)
    if (option.long === '--patience') option.default(1000, '1s')
    command.setOptionValueWithSource(option.attributeName(), option.defaultValue, 'default')
  }
  command
    .addHelpText('after', '\nExample:\n  eventide example demo/ --pages 200 --strategy breadth-first')
    .action(async (dir: string, options: ExampleOptions) => {
      const web = createExampleWeb({ pages: options.webPages, seed: options.webSeed })
      const scratch = await mkdtemp(join(tmpdir(), 'eventide-example-'))
      const server = await serveWeb(web)
      try {
        const eventFile = join(scratch, 'event.yaml')
        await writeFile(eventFile, web.event)
        const collection = await openForCrawl(
          dir,
          { eventFile, seeds: web.seeds, delayMs: options.delay },
          world,
        )
        try {
          // The example web answers for all its hosts as a proxy does, so that their names need not exist.
          const fetcher = createEgress({ proxy: server.url })
          await crawlInto(collection, fetcher, web.seeds, options, terminal)
        } finally {
          await collection.store.close()
        }
      } finally {
        await server.close()
        await rm(scratch, { recursive: true, force: true })
      }
      if (!options.json) terminal.out.write(nextSteps(dir))
    })
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
