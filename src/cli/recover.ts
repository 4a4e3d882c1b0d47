import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { indexFileOf, openForCrawl, requireCollection } from '../collection.ts'
import { type CollectionRecovery, recoverCollection } from '../crawl/recovery/recover-collection.ts'
import { eventWorld } from '../event-world.ts'
import { DEFAULT_HOST_DELAY_MS } from '../store/store.ts'
import { writeIndex } from './index-archive.ts'
import { jsonLine, printable, type Terminal } from './output.ts'

export function recoverCommand(program: Command, terminal: Terminal): void {
  program
    .command('recover')
    .description('repair a damaged collection; damaged bytes are set aside, never deleted')
    .argument('<collection>', 'folder of the collection')
    .option('--json', 'what was done as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide recover haiyan/ && eventide crawl haiyan/\n\nPages whose record is gone are queued again: the next crawl fetches them.',
    )
    .action(async (dir: string, options: { json?: boolean }) => {
      requireCollection(dir)
      const collection = await openForCrawl(
        dir,
        { seeds: [], specification: { delay: DEFAULT_HOST_DELAY_MS } },
        eventWorld,
      )
      try {
        const done = await recoverCollection(collection)
        const index = indexFileOf(dir)
        const reindexed = existsSync(index)
        if (reindexed) await writeIndex(collection.archiveDir, index, { force: true }, terminal)
        if (options.json) terminal.out.write(jsonLine({ ...done, reindexed }))
        else for (const line of linesOf(done, reindexed)) terminal.out.write(`${printable(line)}\n`)
      } finally {
        await collection.store.close()
      }
    })
}

const STATES = {
  sound: 'its writer had died; every record in it is whole',
  removed: 'its writer had died before anything was in it; removed',
  live: 'somebody may still write it; left alone',
  short: 'it ends before the last record the collection knew of',
} as const

function* linesOf(done: CollectionRecovery, reindexed: boolean): Generator<string> {
  for (const { file, state, cut } of done.crashed) {
    if (cut)
      yield `${file}: an incomplete record was cut off (${cut.bytes} bytes at ${cut.offset}, kept as ${cut.keptAs})`
    else if (state !== 'cut') yield `${file}: ${STATES[state]}`
  }
  for (const { file, offset, bytes, done: what, keptAs } of done.mended) {
    if (what === 'left')
      yield `${file}: ${bytes} damaged bytes at ${offset} could not be mended and are as they were`
    else if (what === 'cut')
      yield `${file}: a damaged end was cut off (${bytes} bytes at ${offset}, kept as ${keptAs})`
    else
      yield `${file}: ${bytes} damaged bytes at ${offset} were replaced by a record that notes it (kept as ${keptAs})`
  }
  if (reindexed) yield 'the index was made anew'
  yield done.requeued > 0
    ? `${done.requeued} pages whose record is gone are queued again: crawl to fetch them`
    : 'every page the collection counts on has its record'
}
