import { basename, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { PackageSigner } from '../archive/package-signer.ts'
import { type Collection, openCollection, signingKeyOf } from '../collection.ts'
import { EXPORT_FORMATS, type ExportFormatName } from '../library/export/formats.ts'
import { selectPages } from '../library/export/question-selection.ts'
import type { Selection } from '../library/export/selection.ts'
import { packWacz } from '../library/export/wacz.ts'
import { emptyCopy, warc } from '../library/export/warc.ts'
import { EventideError } from '../model/errors.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { FORCE_HELP, refuseExisting, writeText, writeWhole } from './whole-file.ts'
import { world } from './world.ts'

interface ExportOptions {
  readonly format: ExportFormatName
  readonly output?: string
  readonly force?: boolean
  readonly all?: boolean
  readonly query?: string
  readonly raw?: boolean
  readonly json?: boolean
  readonly sign: boolean
}

const FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormatName[]

export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description(
      'write the pages of a collection as JSON lines, CSV, GeoJSON, Parquet, addresses, WARC or WACZ',
    )
    .argument('<collection>', 'folder of the collection')
    .addOption(new Option('--format <name>', 'what to write').choices(FORMATS).default('jsonl'))
    .option('-o, --output <file>', 'write to a file instead of the terminal')
    .option('--force', FORCE_HELP)
    .option('--all', 'every fetched page, not only the kept ones')
    .option(
      '--query <text>',
      'only pages that answer: words, "phrases", -not, site: lang: place: from: ... as in search',
    )
    .option('--no-sign', 'leave a WACZ package unsigned')
    .option('--raw', 'CSV cells as they are: do not disarm what a spreadsheet would run')
    .option('--json', 'say how many pages were written as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide export haiyan/ --format csv -o haiyan.csv\n  eventide export haiyan/ --format wacz -o haiyan.wacz\n  eventide export haiyan/ --format parquet --query "tacloban lang:en" -o tacloban.parquet',
    )
    .action(async (dir: string, options: ExportOptions) => {
      const { format, output } = options
      if (output !== undefined) refuseExisting(output, options)
      const collection = await openCollection(dir, world)
      try {
        if (output === undefined && !EXPORT_FORMATS[format].text)
          throw new EventideError(
            'no-output',
            `${format} is no text: say where to write it with -o file.${EXPORT_FORMATS[format].ending}`,
          )
        const selection = await selectionIn(collection, options, terminal)
        if (format === 'wacz') await writePackage(collection, selection, output!, options, terminal)
        else if (format === 'warc') await writeRecords(selection, output!, options, terminal)
        else await writePages(selection, options, terminal)
      } finally {
        await collection.store.close()
      }
    })
}

async function selectionIn(
  collection: Collection,
  options: ExportOptions,
  terminal: Terminal,
): Promise<Selection> {
  const collections = [{ ...collection, id: basename(resolve(collection.dir)) }]
  const question = { q: options.query ?? '', verdict: options.all ? ('all' as const) : ('kept' as const) }
  const { notes, ...selection } = await selectPages(collections, question, world)
  for (const note of notes) terminal.err.write(`${printable(note)}\n`)
  return selection
}

async function writePages(selection: Selection, options: ExportOptions, terminal: Terminal): Promise<void> {
  const { format, output, raw } = options
  let count = 0
  async function* counted() {
    for await (const selected of selection.pages()) {
      count++
      yield selected
    }
  }
  const pieces = EXPORT_FORMATS[format].write({ ...selection, pages: counted }, { raw, created: new Date() })
  const write = async (out: { write(text: string | Uint8Array): unknown }) => {
    for await (const piece of pieces) await writeText(out, piece)
  }
  if (output === undefined) await write(terminal.out as { write(text: string | Uint8Array): unknown })
  else await writeWhole(output, options, write)
  if (options.json) terminal.err.write(jsonLine({ pages: count, format, output: output ?? null }))
  else if (output) terminal.err.write(`${count} pages written to ${output}\n`)
  else if (count === 0)
    terminal.err.write(
      options.query
        ? 'no pages to export: no kept page answers (--all looks in rejected pages too)\n'
        : 'no pages to export: nothing was kept yet (--all exports rejected pages too)\n',
    )
}

async function writeRecords(
  selection: Selection,
  output: string,
  options: ExportOptions,
  terminal: Terminal,
) {
  const copy = emptyCopy()
  await writeWhole(output, options, async (stream) => {
    for await (const piece of warc(selection, copy)) await writeText(stream, piece)
  })
  const { pages, captures, unarchived, leftOut } = copy
  if (options.json) {
    const done = { pages, captures, unarchived, leftOut: leftOut.length }
    return terminal.err.write(jsonLine({ format: options.format, ...done, output }))
  }
  terminal.err.write(`${captures} captures of ${pages} pages written to ${output}\n`)
  if (unarchived > 0) terminal.err.write(`${unarchived} pages have no archived copy\n`)
  if (leftOut.length > 0)
    terminal.err.write(
      `${leftOut.length} records are damaged or gone and were left out (listed at the end of the file): run eventide verify\n`,
    )
}

async function writePackage(
  { dir }: Collection,
  selection: Selection,
  output: string,
  options: ExportOptions,
  terminal: Terminal,
) {
  const signer = options.sign ? await PackageSigner.open(signingKeyOf(dir)) : undefined
  const done = await writeWhole(output, options, (stream) =>
    packWacz(stream, selection, { created: new Date(), signer }),
  )
  if (options.json) return terminal.err.write(jsonLine({ format: options.format, ...done, output }))
  const { pages, extraPages, captures, files, problems, publicKey } = done
  terminal.err.write(
    `${pages} kept and ${extraPages} other pages, ${captures} records of ${files} files written to ${output}\n`,
  )
  if (publicKey) terminal.err.write(`signed with the key of this collection: ${publicKey}\n`)
  if (problems > 0)
    terminal.err.write(`${problems} damaged places are in it as they are: run eventide verify\n`)
}
