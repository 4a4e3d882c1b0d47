import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Collection, databaseOf, openCollection } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { badLine } from '../input/text-lines.ts'
import { inputLines, reportSkipped, type StrictOption } from './input-lines.ts'
import { curatedPages, type LabelledInput, labelledLines, lookUpIn } from './labelled-input.ts'
import { printable, type Terminal } from './output.ts'

/** Labelled pages from collections and files. */
export interface LabelSources {
  pages(): AsyncIterable<LabelledInput>
  /** Counts and reports a page that could not be read. */
  readonly skip: (input: LabelledInput, problem: string) => void
  /** Reports what was read, once the pages are read. */
  report(): void
  /** What to do when there are too few labels. */
  advice(): string
  close(): Promise<void>
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * Folders are collections: curators' decisions about their pages are labels, and lines without a page are looked up in
 * them. Without a folder, lines are looked up in the collection that contains the event file, if there is one.
 */
export async function openLabels(
  inputs: readonly string[],
  eventFile: string,
  options: StrictOption,
  terminal: Terminal,
): Promise<LabelSources> {
  const folders = inputs.filter(isFolder)
  const beside = dirname(eventFile)
  const opened = new Map<string, Collection>()
  for (const dir of folders) opened.set(dir, await openCollection(dir, eventContext))
  if (folders.length === 0 && existsSync(databaseOf(beside)))
    opened.set(beside, await openCollection(beside, eventContext))
  const lines = inputLines(options, terminal)
  const decisions = { accepted: 0, rejected: 0 }
  let unlabelled = 0
  let textless = 0
  let unreadable = 0
  const lookUp = lookUpIn([...opened.values()].map(({ store }) => store))
  const onUnlabelled = () => {
    unlabelled++
  }
  const onTextless = () => {
    textless++
  }
  async function* pages(): AsyncGenerator<LabelledInput> {
    for (const dir of folders) {
      for await (const given of curatedPages(dir, opened.get(dir)!.store, onTextless)) {
        decisions[given.label ? 'accepted' : 'rejected']++
        yield given
      }
    }
    for (const file of inputs.filter((input) => !isFolder(input)))
      yield* labelledLines(file, { lines, lookUp, onUnlabelled })
  }
  return {
    pages,
    skip({ where, isLine }, problem) {
      if (isLine) return lines.skip(badLine(where, problem))
      unreadable++
      terminal.err.write(`${printable(`${where}: ${problem}`)}\n`)
    },
    report() {
      const { accepted, rejected } = decisions
      if (folders.length > 0)
        terminal.err.write(
          `${accepted + rejected} decisions of curators in ${folders.join(', ')}: ${accepted} accepted, ${rejected} rejected\n`,
        )
      if (textless > 0)
        terminal.err.write(`${textless} more were not used: the texts of these pages were not stored\n`)
      if (unreadable > 0) terminal.err.write(`${unreadable} could not be read and were not used\n`)
      if (unlabelled > 0) terminal.err.write(`${unlabelled} lines without a label were ignored\n`)
      reportSkipped(lines, terminal)
    },
    advice() {
      const [dir] = folders
      if (dir === undefined) return 'Label more pages, relevant and irrelevant ones'
      return `Accept pages about the event and reject others, in the browser or with: eventide curate ${dir} reject <url>`
    },
    async close() {
      for (const { store } of opened.values()) await store.close()
    },
  }
}
