import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import { indexFileOf, openForCrawl, requireCollection } from '../collection.ts'
import { type CollectionRecovery, recoverCollection } from '../crawl/recovery/recover-collection.ts'
import { eventContext } from '../event-context.ts'
import {
  discardUnfinished,
  type RebuiltCollection,
  rebuildCollection,
} from '../rebuild/rebuild-collection.ts'
import { readCrawlFile } from '../server/crawls/crawl-file.ts'
import { DEFAULT_HOST_DELAY_MS } from '../store/store.ts'
import { counted } from '../text/counted.ts'
import { writeIndex } from './index-archive.ts'
import { jsonLine, printable, type Terminal } from './output.ts'

export function recoverCommand(program: Command, terminal: Terminal): void {
  program
    .command('recover')
    .description('repair a damaged collection; damaged bytes are kept in separate files, never deleted')
    .argument('<collection>', 'folder of the collection')
    .option('--rebuild', 'make the database again from the archived pages; the old one is set aside')
    .option('--json', 'what was done as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide recover haiyan/ && eventide crawl haiyan/\n  eventide recover haiyan/ --rebuild\n\nPages whose record is missing are queued again: the next crawl fetches them.',
    )
    .action(async (dir: string, options: { json?: boolean; rebuild?: boolean }) => {
      requireCollection(dir)
      const rebuilt = options.rebuild
        ? await rebuildCollection(dir, eventContext, (await readCrawlFile(dir)).settings)
        : undefined
      const collection = await openForCrawl(
        dir,
        { seeds: [], specification: { delay: DEFAULT_HOST_DELAY_MS } },
        eventContext,
      )
      try {
        await discardUnfinished(dir)
        const index = indexFileOf(dir)
        // Set aside until it is made anew: were this ended in between, it would name records that are gone.
        const outdated = `${index}.outdated`
        if (existsSync(index)) await rename(index, outdated)
        const reindexed = existsSync(outdated)
        const done = await recoverCollection(collection)
        if (reindexed) await writeIndex(collection.archiveDir, index, { force: true }, terminal)
        await rm(outdated, { force: true })
        if (options.json) terminal.out.write(jsonLine({ ...done, reindexed, ...(rebuilt && { rebuilt }) }))
        else {
          const lines = [...(rebuilt ? rebuiltLines(rebuilt) : []), ...linesOf(done, reindexed)]
          for (const line of lines) terminal.out.write(`${printable(line)}\n`)
        }
      } finally {
        await collection.store.close()
      }
    })
}

function* rebuiltLines({
  counts,
  setAside,
  unreadable,
  lostDecisions,
}: RebuiltCollection): Generator<string> {
  const { fetched, kept, copies, failed, queued } = counts
  yield `the database was made again from the archive: ${counted(fetched, 'page')} (${kept} kept, ${copies} copies), ${failed} failed, ${queued} queued`
  if (setAside.length > 0) yield `the former database was set aside as ${setAside.join(', ')}`
  if (unreadable.length > 0)
    yield `${counted(unreadable.length, 'place')} in the archive could not be read; the first is ${unreadable[0]?.file}@${unreadable[0]?.offset}: ${unreadable[0]?.what}`
  if (lostDecisions > 0)
    yield `${counted(lostDecisions, 'decision')} of curators could not be repeated: the archive does not hold the page or source`
}

const STATES = {
  sound: 'its writer had crashed; every record in it is complete',
  removed: 'its writer had crashed before writing a record; removed',
  live: 'another process may still write it; left unchanged',
  short: 'it ends before the last record that the collection refers to',
} as const

function* linesOf(done: CollectionRecovery, reindexed: boolean): Generator<string> {
  for (const { file, state, cut } of done.crashed) {
    if (cut)
      yield `${file}: an incomplete record was cut off (${cut.bytes} bytes at ${cut.offset}, kept as ${cut.keptAs})`
    else if (state !== 'cut') yield `${file}: ${STATES[state]}`
  }
  for (const { file, offset, bytes, done: what, keptAs } of done.mended) {
    if (what === 'left')
      yield `${file}: ${bytes} damaged bytes at ${offset} could not be repaired and were left unchanged`
    else if (what === 'cut')
      yield `${file}: a damaged end was cut off (${bytes} bytes at ${offset}, kept as ${keptAs})`
    else
      yield `${file}: ${bytes} damaged bytes at ${offset} were replaced by a record that says so (kept as ${keptAs})`
  }
  if (reindexed) yield 'the index was rebuilt'
  yield done.requeued > 0
    ? `${counted(done.requeued, 'page')} without a record, queued again: crawl to fetch them`
    : 'every page of the collection has its record'
}
