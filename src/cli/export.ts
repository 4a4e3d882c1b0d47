import { type Command, Option } from 'commander'
import { type Collection, openCollection } from '../collection.ts'
import { csvHeader, csvLine } from '../library/csv.ts'
import { lineOfRecord, type PageLine } from '../library/page-line.ts'
import { EventideError } from '../model/errors.ts'
import type { PageRecord } from '../store/records.ts'
import { exportWacz } from './export-wacz.ts'
import { jsonLine, type Terminal } from './output.ts'
import { writeText, writeWhole } from './whole-file.ts'
import { world } from './world.ts'

/** Each format: what stands before the first page, and how a page is written. */
const FORMATS = {
  jsonl: { head: '', line: (line: PageLine) => jsonLine(line) },
  csv: { head: csvHeader(), line: csvLine },
  urls: { head: '', line: (line: PageLine) => `${line.url}\n` },
} as const
type TextFormat = keyof typeof FORMATS
type Format = TextFormat | 'wacz'

interface ExportOptions {
  readonly format: Format
  readonly output?: string
  readonly all?: boolean
  readonly raw?: boolean
  readonly json?: boolean
  readonly sign: boolean
}

export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description(
      'write the pages of a collection as JSON lines, CSV or a list of addresses, or all of it as a WACZ package',
    )
    .argument('<collection>', 'folder of the collection')
    .addOption(
      new Option('--format <name>', 'what to write')
        .choices([...Object.keys(FORMATS), 'wacz'])
        .default('jsonl'),
    )
    .option('-o, --output <file>', 'write to a file instead of the terminal')
    .option('--all', 'every fetched page, not only the kept ones')
    .option('--no-sign', 'leave a WACZ package unsigned')
    .option('--raw', 'CSV cells as they are: do not disarm what a spreadsheet would run')
    .option('--json', 'say how many pages were written as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide export haiyan/ --format csv -o haiyan.csv\n  eventide export haiyan/ --format wacz -o haiyan.wacz',
    )
    .action(async (dir: string, options: ExportOptions) => {
      const collection = await openCollection(dir, world)
      try {
        const { format, output } = options
        if (format === 'wacz') {
          await writePackage(collection, options, terminal)
          return
        }
        const pages = collection.store.pages({ all: options.all })
        const count = output
          ? await writeWhole(output, (stream) => write(stream, format, pages, options))
          : await write(terminal.out, format, pages, options)
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

async function write(
  out: { write(text: string): unknown },
  format: TextFormat,
  pages: AsyncIterable<PageRecord>,
  { raw }: Pick<ExportOptions, 'raw'>,
): Promise<number> {
  const { head, line } = FORMATS[format]
  if (head) out.write(head)
  let count = 0
  for await (const page of pages) {
    await writeText(out, line(lineOfRecord(page), { raw }))
    count++
  }
  return count
}

async function writePackage(collection: Collection, options: ExportOptions, terminal: Terminal) {
  if (options.output === undefined)
    throw new EventideError('no-output', 'a WACZ package is no text: say where to write it with -o file.wacz')
  const done = await exportWacz(collection, options.output, options.sign)
  if (options.json) return terminal.err.write(jsonLine({ format: options.format, ...done }))
  const { pages, extraPages, captures, files, problems, output, publicKey } = done
  terminal.err.write(
    `${pages} kept and ${extraPages} other pages, ${captures} records of ${files} files written to ${output}\n`,
  )
  if (publicKey) terminal.err.write(`signed with the key of this collection: ${publicKey}\n`)
  if (problems > 0)
    terminal.err.write(`${problems} damaged places are in it as they are: run eventide verify\n`)
}
