import type { Command } from 'commander'
import { openCollection } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { type CollectionSummary, summaryOf } from '../library/summary/collection-summary.ts'
import type { CitedSentence } from '../library/summary/summarise.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { wholeNumber } from './values.ts'

/** Pages named with a sentence; `--json` has them all. */
const SHOWN_CITES = 4
const SHOWN_NAMES = 10

export function summaryCommand(program: Command, terminal: Terminal): void {
  program
    .command('summary')
    .description('summarise the event in dated sentences of its pages, each with the pages that contain it')
    .argument('<collection>', 'folder of the collection')
    .option('--sentences <n>', 'sentences of the overview', wholeNumber(1, 100), 20)
    .option('--json', 'the whole summary with every citation, as JSON')
    .addHelpText('after', '\nExample:\n  eventide summary haiyan/ --sentences 10')
    .action(async (dir: string, options: { sentences: number; json?: boolean }) => {
      const collection = await openCollection(dir, eventContext)
      try {
        const summary = await summaryOf(collection, options.sentences)
        terminal.out.write(options.json ? jsonLine(summary) : asText(collection.event.name, summary))
        if (summary.overview.length === 0)
          terminal.err.write('Nothing to summarise yet: no kept page has a suitable sentence\n')
      } finally {
        await collection.store.close()
      }
    })
}

function asText(event: string, { read, overview, days, places, who }: CollectionSummary): string {
  const lines = [`${event} (read: ${read.pages} of ${read.of} kept pages)`, '']
  for (const sentence of overview) lines.push(`  ${sentence.text}`, `    ${citesOf(sentence)}`)
  for (const { day, pages, sentences } of days) {
    lines.push('', `${day} (${pages} ${pages === 1 ? 'page' : 'pages'})`)
    for (const sentence of sentences) lines.push(`  ${sentence.text}`, `    ${citesOf(sentence)}`)
  }
  const named = (list: readonly { readonly name: string; readonly pages: number }[]) =>
    list
      .slice(0, SHOWN_NAMES)
      .map(({ name, pages }) => `${name} ${pages}`)
      .join(', ')
  if (places.length > 0) lines.push('', `Places: ${named(places)}`)
  if (who.length > 0) lines.push('', `People and organisations: ${named(who)}`)
  return `${lines.map(printable).join('\n')}\n`
}

function citesOf({ cites }: CitedSentence): string {
  const named = cites.slice(0, SHOWN_CITES).map(({ source, page }) => `${source} [${page}]`)
  const more = cites.length > SHOWN_CITES ? ` and ${cites.length - SHOWN_CITES} more` : ''
  return `${named.join(', ')}${more}`
}
