import { Argument, type Command } from 'commander'
import { openCollection, openForCrawl } from '../collection.ts'
import { curateStopped } from '../crawl/memory/curate-stopped.ts'
import { eventContext } from '../event-context.ts'
import { canonicalUrl } from '../frontier/canonical-url.ts'
import { EventideError } from '../model/errors.ts'
import type { CurationEntry, CurationRequest } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { counted } from '../text/counted.ts'
import { jsonLine, printable, type Terminal } from './output.ts'

const DECISIONS = new Map<string, CurationRequest['decision']>([
  ['accept', 'accepted'],
  ['reject', 'rejected'],
  ['reset', null],
])

export function curateCommand(program: Command, terminal: Terminal): void {
  program
    .command('curate')
    .description('accept or reject a page or a source; the model and the queue follow')
    .argument('<collection>', 'folder of the collection; not while a crawl writes to it')
    .addArgument(new Argument('<decision>', 'reset undoes a decision').choices([...DECISIONS.keys()]))
    .argument('<page or source>', 'URL of a fetched page, or a source such as example.org')
    .option('--reason <text>', 'why, for the log', '')
    .option('--json', 'the entry of the log as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide curate haiyan/ reject https://news.example.org/other-storm --reason "another storm"\n  eventide curate haiyan/ accept example.org',
    )
    .action(
      async (dir: string, decision: string, target: string, options: { reason: string; json?: boolean }) => {
        const order = {
          decision: DECISIONS.get(decision) ?? null,
          reason: options.reason,
          at: new Date().toISOString(),
        }
        // Does not create a collection.
        await (await openCollection(dir, eventContext)).store.close()
        const collection = await openForCrawl(dir, { seeds: [] }, eventContext)
        try {
          const entry = await curateStopped(collection, {
            ...order,
            target: await targetOf(target, collection.store),
          })
          terminal.out.write(options.json ? jsonLine(entry) : sentence(entry))
        } finally {
          await collection.store.close()
        }
      },
    )
}

async function targetOf(text: string, store: Store): Promise<CurationRequest['target']> {
  if (!/^https?:/i.test(text)) return { source: text.toLowerCase() }
  const known = await store.explain(canonicalUrl(text)?.canonicalUrl ?? '')
  if (known?.state !== 'done')
    throw new EventideError('no-page', `This collection has no page ${printable(text.slice(0, 200))}`)
  return { page: known.id }
}

function sentence({ what, target, decision, links }: CurationEntry): string {
  const done = decision ?? 'reset to its verdict'
  return `The ${what} ${printable(target)} is ${done}; the scores of ${counted(links, 'queued link')} changed\n`
}
