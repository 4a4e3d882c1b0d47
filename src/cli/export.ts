import { basename, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { PackageSigner } from '../archive/package-signer.ts'
import { type Collection, openCollection, signingKeyOf } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import type { ExportPieces, ExportReport } from '../library/export/export-format.ts'
import { exportFormat, exportFormatNames } from '../library/export/formats.ts'
import { selectPages } from '../library/export/query-selection.ts'
import type { ExportSelection } from '../library/export/selection.ts'
import { EventideError } from '../model/errors.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { FORCE_HELP, refuseExisting, writeText, writeWhole } from './whole-file.ts'

interface ExportCliOptions {
  readonly format: string
  readonly output?: string
  readonly force?: boolean
  readonly all?: boolean
  readonly copies?: boolean
  readonly text?: boolean
  readonly query?: string
  readonly raw?: boolean
  readonly json?: boolean
  readonly sign: boolean
}

export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write the kept pages of a collection to a file, each story once')
    .argument('<collection>', 'folder of the collection')
    .addOption(new Option('--format <name>', 'what to write').choices(exportFormatNames()).default('jsonl'))
    .option('-o, --output <file>', 'write to a file instead of the terminal')
    .option('--force', FORCE_HELP)
    .option('--all', 'every fetched page: kept, rejected and copies')
    .option('--copies', 'also copies of pages; by default each story is written once')
    .option('--text', 'add the extracted text to JSON lines, for judge and calibrate')
    .option(
      '--query <text>',
      'only pages that match a query: words, "phrases", begin*, OR, -not, title: site: lang: place: from: ... as in search',
    )
    .option('--no-sign', 'leave a WACZ package unsigned')
    .option('--raw', 'write CSV cells unchanged: do not escape formulas that a spreadsheet would run')
    .option('--json', 'print how many pages were written, as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide export haiyan/ --format csv -o haiyan.csv\n  eventide export haiyan/ --format wacz -o haiyan.wacz\n  eventide export haiyan/ --format parquet --query "tacloban lang:en" -o tacloban.parquet',
    )
    .action(async (dir: string, options: ExportCliOptions) => {
      const { output, raw, text } = options
      const format = exportFormat(options.format)
      if (output === undefined && !format.text)
        throw new EventideError(
          'no-output',
          `${format.title} is not text: name an output file with -o file.${format.ending}`,
        )
      if (output !== undefined) refuseExisting(output, options)
      const collection = await openCollection(dir, eventContext)
      try {
        const selection = await selectionIn(collection, options, terminal)
        const signer = options.sign ? () => PackageSigner.open(signingKeyOf(dir)) : undefined
        const pieces = format.write(selection, { raw, text, created: new Date(), signer })
        await report(await write(pieces, options, terminal), selection, options, terminal)
      } finally {
        await collection.store.close()
      }
    })
}

async function selectionIn(
  collection: Collection,
  { query, all, copies }: ExportCliOptions,
  terminal: Terminal,
): Promise<ExportSelection> {
  const collections = [{ ...collection, id: basename(resolve(collection.dir)) }]
  const searchQuery = { q: query ?? '', verdict: all ? ('all' as const) : ('kept' as const) }
  const { notes, ...selection } = await selectPages(collections, searchQuery, eventContext, {
    copies: copies || all,
  })
  for (const note of notes) terminal.err.write(`${printable(note)}\n`)
  return selection
}

/** Writes the pieces to a file or the terminal; returns what the format reports. */
async function write(pieces: ExportPieces, options: ExportCliOptions, terminal: Terminal) {
  const { output } = options
  const writeTo = async (out: { write(piece: string | Uint8Array): unknown }): Promise<ExportReport> => {
    for (;;) {
      const next = await pieces.next()
      if (next.done) return next.value
      await writeText(out, next.value)
    }
  }
  if (output === undefined) return writeTo(terminal.out as { write(piece: string | Uint8Array): unknown })
  return writeWhole(output, options, writeTo)
}

async function report(
  { counts, written, notes }: ExportReport,
  selection: ExportSelection,
  { format, output, json, query, all }: ExportCliOptions,
  terminal: Terminal,
): Promise<void> {
  const copiesLeftOut = await selection.copiesLeftOut()
  if (json) {
    terminal.err.write(jsonLine({ format, ...counts, copiesLeftOut, output: output ?? null }))
    return
  }
  const lines: string[] = []
  if (counts.pages === 0) lines.push(nothingWritten(query !== undefined, all === true))
  else if (output !== undefined) lines.push(`${written} written to ${output}`)
  if (copiesLeftOut > 0 && counts.pages !== 0)
    lines.push(
      `${copiesLeftOut} ${copiesLeftOut === 1 ? 'copy' : 'copies'} of these pages left out: --copies includes copies`,
    )
  for (const line of [...lines, ...notes]) terminal.err.write(`${line}\n`)
}

function nothingWritten(hasQuery: boolean, all: boolean): string {
  const tried = hasQuery ? 'no page matches' : 'nothing was kept yet'
  return `No pages to export: ${tried}${all ? '' : ' (--all also exports rejected pages)'}`
}
