import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { openCollection } from '../collection.ts'
import { csvHeader, csvLine } from '../library/csv.ts'
import { lineOfRecord, type PageLine } from '../library/page-line.ts'
import type { PageRecord } from '../store/records.ts'
import { jsonLine, type Terminal } from './output.ts'
import { world } from './world.ts'

/** Each format: what stands before the first page, and how a page is written. */
const FORMATS = {
  jsonl: { head: '', line: (line: PageLine) => jsonLine(line) },
  csv: { head: csvHeader(), line: csvLine },
  urls: { head: '', line: (line: PageLine) => `${line.url}\n` },
} as const
type Format = keyof typeof FORMATS

interface ExportOptions {
  readonly format: Format
  readonly output?: string
  readonly all?: boolean
  readonly json?: boolean
}

export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write the pages of a collection as JSON lines, CSV or a list of addresses')
    .argument('<collection>', 'folder of the collection')
    .addOption(new Option('--format <name>', 'what to write').choices(Object.keys(FORMATS)).default('jsonl'))
    .option('-o, --output <file>', 'write to a file instead of the terminal')
    .option('--all', 'every fetched page, not only the kept ones')
    .option('--json', 'say how many pages were written as JSON')
    .addHelpText('after', '\nExample:\n  eventide export haiyan/ --format csv -o haiyan.csv')
    .action(async (dir: string, options: ExportOptions) => {
      const collection = await openCollection(dir, world)
      try {
        const pages = collection.store.pages({ all: options.all })
        const count = options.output
          ? await writeFileWhole(options.output, options.format, pages)
          : await write(terminal.out, options.format, pages)
        if (options.json)
          terminal.err.write(
            jsonLine({ pages: count, format: options.format, output: options.output ?? null }),
          )
        else if (options.output) terminal.err.write(`${count} pages written to ${options.output}\n`)
        else if (count === 0)
          terminal.err.write('no pages to export: nothing was kept yet (--all exports rejected pages too)\n')
      } finally {
        await collection.store.close()
      }
    })
}

/** Nobody ever sees half an export: it gets its name when it is complete. */
async function writeFileWhole(
  file: string,
  format: Format,
  pages: AsyncIterable<PageRecord>,
): Promise<number> {
  const partial = `${file}.partial-${process.pid}`
  const stream = createWriteStream(partial)
  try {
    await once(stream, 'open')
    const count = await write(stream, format, pages)
    stream.end()
    await once(stream, 'close')
    await rename(partial, file)
    return count
  } catch (error) {
    stream.destroy()
    await rm(partial, { force: true })
    throw error
  }
}

async function write(
  out: { write(text: string): unknown },
  format: Format,
  pages: AsyncIterable<PageRecord>,
): Promise<number> {
  const { head, line } = FORMATS[format]
  if (head) out.write(head)
  let count = 0
  for await (const page of pages) {
    const more = out.write(line(lineOfRecord(page)))
    count++
    // A slow reader must not make us hold the whole collection in memory.
    if (more === false) await once(out as NodeJS.WriteStream, 'drain')
  }
  return count
}
