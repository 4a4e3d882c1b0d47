import type { Command } from 'commander'
import { openCollection } from '../collection.ts'
import { exclusionCodes } from '../crawl/links/exclusion-codes.ts'
import { TrapMemory } from '../crawl/memory/trap-memory.ts'
import { eventContext } from '../event-context.ts'
import { EventideError } from '../model/errors.ts'
import type { Store } from '../store/store.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { wholeNumber } from './values.ts'

interface ExclusionOptions {
  readonly code?: string
  readonly limit: number
  readonly json?: boolean
}

export function exclusionsCommand(program: Command, terminal: Terminal): void {
  program
    .command('exclusions')
    .description('list excluded URLs by code, and URL patterns closed as traps')
    .argument('<collection>', 'folder of the collection')
    .option('--code <code>', 'list the URLs excluded with this code')
    .option('--limit <n>', 'URLs shown', wholeNumber(1, 100_000), 20)
    .option('--json', 'one line of JSON for each')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide exclusions haiyan/\n  eventide exclusions haiyan/ --code same-content',
    )
    .action(async (dir: string, { code, limit, json }: ExclusionOptions) => {
      const { store } = await openCollection(dir, eventContext)
      const write = (line: object, text: string) =>
        void terminal.out.write(json ? jsonLine(line) : `${printable(text)}\n`)
      try {
        if (code !== undefined) {
          const excluded = await store.excluded(code, limit)
          if (excluded.length === 0) {
            await requireKnown(code, store)
            terminal.err.write(`No URL is excluded with the code ${code}\n`)
          }
          for (const left of excluded)
            write({ code, ...left }, `${left.canonicalUrl}${left.message && `  (${left.message})`}`)
          return
        }
        for (const { code, count } of await store.exclusions()) write({ code, count }, `${count}\t${code}`)
        for (const closing of (await TrapMemory.restore(store)).closedPatterns())
          write(closing, `closed\t${closing.code}\t${closing.pattern}: ${closing.because}`)
      } finally {
        await store.close()
      }
    })
}

/** Refuses a code that neither the program nor the collection knows. */
async function requireKnown(code: string, store: Store): Promise<void> {
  const here = (await store.exclusions()).map((one) => one.code)
  const known = [...new Set([...here, ...exclusionCodes()])].sort()
  if (known.includes(code)) return
  throw new EventideError(
    'usage',
    `Unknown exclusion code "${code.slice(0, 100)}"${didYouMean(code, known)}. Codes: ${known.join(', ')}`,
  )
}
