import type { Command } from 'commander'
import { type ArchiveProblem, problem, verifyArchive } from '../archive/verify.ts'
import { indexFileOf, openCollection } from '../collection.ts'
import { expectedCaptures } from '../crawl/recovery/expected-captures.ts'
import { missedEntries } from '../crawl/recovery/missed-entries.ts'
import { eventContext } from '../event-context.ts'
import { EXIT_CODES } from '../model/errors.ts'
import type { Store } from '../store/store.ts'
import { counted } from '../text/counted.ts'
import { jsonLine, printable, type Terminal } from './output.ts'

export function verifyCommand(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description('re-read every archived record, check digests, and check that archive and database agree')
    .argument('<collection>', 'folder of the collection')
    .option('--json', 'problems and summary as JSON lines')
    .addHelpText(
      'after',
      '\nExample:\n  eventide verify haiyan/\n\nEnds with code 3 when something is wrong; eventide recover repairs what can be repaired.',
    )
    .action(async (dir: string, options: { json?: boolean }) => {
      const collection = await openCollection(dir, eventContext)
      try {
        const inStore = await collection.store.check()
        const say = (problem: ArchiveProblem | { code: string; what: string }) =>
          terminal.out.write(options.json ? jsonLine(problem) : `${lineOf(problem)}\n`)
        for (const what of inStore) say({ code: 'store', what })
        const behind = await behindJournal(collection.store)
        for (const one of behind) say(one)
        const verification = verifyArchive(collection.archiveDir, expectedCaptures(collection.store), {
          index: indexFileOf(dir),
        })
        for await (const problem of verification) say(problem)
        const { errors, notes } = verification.summary
        const summary = {
          ...verification.summary,
          errors: errors + inStore.length,
          notes: notes + behind.length,
        }
        if (options.json) terminal.out.write(jsonLine({ summary }))
        else {
          terminal.out.write(
            `${summary.files} files, ${summary.records} records, ${summary.responses} responses, ${summary.revisits} revisits; ` +
              `${summary.confirmed} of ${summary.expected} captures confirmed; ` +
              `${summary.errors} errors, ${summary.notes} notes\n`,
          )
        }
        if (summary.errors > 0) process.exitCode = EXIT_CODES.problems
      } finally {
        await collection.store.close()
      }
    })
}

/** A note when the database lacks seeds or decisions that were noted beside it. */
async function behindJournal(store: Store): Promise<ArchiveProblem[]> {
  const { seeds, decisions } = await missedEntries(store)
  if (seeds.length + decisions.length === 0) return []
  const what = `the database does not have ${counted(seeds.length, 'seed')} and ${counted(decisions.length, 'decision')} that are noted there`
  return [problem('behind', 'journal.jsonl', 0, what)]
}

function lineOf(problem: ArchiveProblem | { code: string; what: string }): string {
  if (!('file' in problem)) return `error ${problem.code}: ${printable(problem.what)}`
  return printable(
    `${problem.level} ${problem.code} ${problem.file}@${problem.offset}: ${problem.what}. ${problem.todo}`,
  )
}
