import { type Command, InvalidArgumentError, Option } from 'commander'
import { openCollection } from '../collection.ts'
import { lineOfRecord } from '../library/page-line.ts'
import { type FoundPage, searchLibrary } from '../library/search.ts'
import { didYouMean } from '../model/closest.ts'
import { EventideError } from '../model/errors.ts'
import { dayNumber } from '../time/day.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { wholeNumber } from './values.ts'
import { world } from './world.ts'

interface SearchCliOptions {
  readonly from?: string
  readonly to?: string
  readonly near?: string
  readonly within: number
  readonly sort: 'relevance' | 'time'
  readonly limit: number
  readonly json?: boolean
}

const KM_PER_MILE = 1.609344
/** Addresses of copies shown with a result. */
const MOST_COPIES = 3
const MARK = ['\u001b[1m', '\u001b[22m'] as const

export function searchCommand(program: Command, terminal: Terminal): void {
  program
    .command('search')
    .description('find kept pages by their words')
    .argument(
      '<collection...>',
      'one or more folders, then the query: words, "phrases", -words that must not occur',
    )
    .option('--from <day>', 'published on this day or later (YYYY-MM-DD)', day)
    .option('--to <day>', 'published on this day or earlier (YYYY-MM-DD)', day)
    .option(
      '--near <place>',
      'names a place close to this one: a name, "Town, Province, Country" or a gazetteer id',
    )
    .option('--within <distance>', 'how close: 50km, 30mi', kilometres, 50)
    .addOption(
      new Option('--sort <order>', 'best first or newest first')
        .choices(['relevance', 'time'])
        .default('relevance'),
    )
    .option('--limit <n>', 'results shown', wholeNumber(1, 1000), 10)
    .option('--json', 'one result per line as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide search haiyan/ "storm surge" -2012\n  eventide search haiyan/ hagupit/ 台风 --sort time',
    )
    .action(async (words: string[], options: SearchCliOptions) => {
      const text = words.at(-1)!
      const dirs = words.slice(0, -1)
      if (dirs.length === 0) {
        throw new EventideError(
          'usage',
          'say where to search and what for: eventide search <collection> "query"',
        )
      }
      const collections = await Promise.all(dirs.map((dir) => openCollection(dir, world)))
      try {
        const { total, found } = await searchLibrary(collections, text, { ...options, near: around(options) })
        for (const [i, hit] of found.entries()) {
          terminal.out.write(
            options.json ? jsonLine(hitLine(hit)) : `${shown(i + 1, hit, terminal.err.isTTY === true)}\n`,
          )
        }
        if (!options.json)
          terminal.err.write(
            total === 0 ? `nothing found for: ${printable(text)}\n` : `${found.length} of ${total} pages\n`,
          )
      } finally {
        for (const { store } of collections) await store.close()
      }
    })
}

/** The circle that `--near` and `--within` describe. */
function around({
  near,
  within: km,
}: SearchCliOptions): { lat: number; lon: number; km: number } | undefined {
  if (near === undefined) return undefined
  const place = world.places.resolve(near)
  if (place) return { lat: place.lat, lon: place.lon, km }
  const hint = didYouMean(near, world.places.suggest(near))
  throw new EventideError('unknown-place', `the place "${near}" is not in the gazetteer${hint}`)
}

function kilometres(text: string): number {
  const match = /^(\d{1,5}(?:\.\d{1,3})?)\s?(km|mi)$/.exec(text.trim())
  if (match) return Number(match[1]) * (match[2] === 'mi' ? KM_PER_MILE : 1)
  throw new InvalidArgumentError('Write a distance with its unit: 50km or 30mi.')
}

function day(text: string): string {
  if (dayNumber(text) !== null) return text
  throw new InvalidArgumentError('Write a day as YYYY-MM-DD.')
}

const hitLine = ({ collection, page, rank, snippet, copies }: FoundPage) => ({
  collection,
  rank,
  snippet: snippet.text,
  marks: snippet.marks,
  copies,
  ...lineOfRecord(page),
})

function alsoAt(copies: readonly string[]): string {
  if (copies.length === 0) return ''
  const more = copies.length > MOST_COPIES ? ` and ${copies.length - MOST_COPIES} more` : ''
  return `   also: ${copies.slice(0, MOST_COPIES).map(printable).join(' ')}${more}\n`
}

function shown(number: number, { page, snippet, copies }: FoundPage, bold: boolean): string {
  let text = ''
  let at = 0
  for (const [from, to] of snippet.marks) {
    text += printable(snippet.text.slice(at, from))
    const word = printable(snippet.text.slice(from, to))
    text += bold ? MARK[0] + word + MARK[1] : word
    at = to
  }
  text += printable(snippet.text.slice(at))
  const facts = [page.published ?? 'undated', page.source, `relevance ${page.relevance.toFixed(2)}`].join(
    '  ',
  )
  return `${number}. ${printable(page.title) || '(no title)'}\n   ${facts}\n   ${printable(page.url)}\n${alsoAt(copies)}   ${text}\n`
}
