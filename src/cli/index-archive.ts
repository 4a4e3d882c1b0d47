import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { indexArchive } from '../archive/index-archive.ts'
import { indexFileOf, openCollection } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { refusedIn } from '../store/sqlite/write-permission.ts'
import { jsonLine, type Terminal } from './output.ts'
import { FORCE_HELP, type Replacing, refuseExisting, writeText, writeWhole } from './whole-file.ts'

interface IndexCliOptions {
  readonly output?: string
  readonly force?: boolean
  readonly json?: boolean
}

export function indexCommand(program: Command, terminal: Terminal): void {
  program
    .command('index')
    .description('index every record of the archive by URL and time (CDXJ)')
    .argument('<collection>', 'folder of the collection')
    .option(
      '-o, --output <file>',
      'where to write it; - for the terminal (default: indexes/index.cdxj in the collection)',
    )
    .option('--force', FORCE_HELP)
    .option('--json', 'print what was indexed, as JSON')
    .addHelpText('after', '\nExample:\n  eventide index haiyan/')
    .action(async (dir: string, options: IndexCliOptions) => {
      const output = options.output ?? indexFileOf(dir)
      // The index of the collection is derived from its archive, so it may be replaced.
      const force = options.force || options.output === undefined
      if (output !== '-') refuseExisting(output, { force })
      const collection = await openCollection(dir, eventContext)
      await collection.store.close()
      const summary = await writeIndex(collection.archiveDir, output, { force }, terminal)
      if (options.json) terminal.err.write(jsonLine({ ...summary, output }))
      else if (output !== '-')
        terminal.err.write(`${summary.captures} records of ${summary.files} files written to ${output}\n`)
      if (summary.problems > 0 && !options.json)
        terminal.err.write(`${summary.problems} damaged parts were skipped: run eventide verify ${dir}\n`)
    })
}

/** Rebuilds the index from the archive files. */
export async function writeIndex(
  archiveDir: string,
  output: string,
  replacing: Replacing,
  terminal: Terminal,
) {
  const index = await indexArchive(archiveDir)
  try {
    const write = async (out: { write(text: string): unknown }) => {
      for await (const line of index.lines()) await writeText(out, `${line}\n`)
    }
    if (output === '-') await write(terminal.out)
    else {
      const folder = dirname(output)
      await mkdir(folder, { recursive: true }).catch((error) => {
        throw refusedIn(dirname(folder), error)
      })
      await writeWhole(output, replacing, write)
    }
    return { captures: index.captures, files: index.files.length, problems: index.problems }
  } finally {
    await index.close()
  }
}
