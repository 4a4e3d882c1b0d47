import { basename, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openCollection } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import type { Hit } from '../library/hits.ts'
import { DEFAULT_NEAR_KM, readDays, readDistance } from '../library/query-values.ts'
import { SORTS, type Sort } from '../library/ranking.ts'
import { searchLibrary } from '../library/search.ts'
import type { Circle } from '../library/search-query.ts'
import { EventideError } from '../model/errors.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { jsonLine, printable, type Terminal } from './output.ts'
import { wholeNumber } from './values.ts'

interface SearchCliOptions {
  readonly from?: string
  readonly to?: string
  readonly near?: string
  readonly within: number
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
  readonly json?: boolean
}

/** Addresses of copies shown with a result. */
const MAX_COPIES = 3
const MARK = ['\u001b[1m', '\u001b[22m'] as const

export function searchCommand(program: Command, terminal: Terminal): void {
  program
    .command('search')
    .description('find pages by their words, places, days, people and sources')
    .argument(
      '<collection...>',
      'one or more folders, then the query: words, "phrases", begin*, OR, -not, and operators such as title: site: lang: place: near: from: who: (docs/search.md)',
    )
    .option('--from <day>', 'published on this day or later (YYYY-MM-DD, a month or a year)', firstDay)
    .option('--to <day>', 'published on this day or earlier (YYYY-MM-DD, a month or a year)', lastDay)
    .option(
      '--near <place>',
      'names a place close to this one: a name, "Town, Province, Country" or a gazetteer id',
    )
    .option('--within <distance>', 'how close: 50km, 30mi, 800m', kilometres, DEFAULT_NEAR_KM)
    .addOption(
      new Option('--sort <order>', 'best first, newest first or oldest first')
        .choices(SORTS)
        .default('relevance'),
    )
    .option('--limit <n>', 'results shown', wholeNumber(1, 1000), 10)
    .option('--offset <n>', 'results skipped before the first one shown', wholeNumber(0, 100_000), 0)
    .option('--json', 'one result per line as JSON, as in the HTTP API')
    .addHelpText(
      'after',
      '\nExamples:\n  eventide search haiyan/ "storm surge" -2012\n  eventide search haiyan/ \'rescue near:Tacloban within:50km from:2013-11\'\n  eventide search haiyan/ hagupit/ 台风 --sort time',
    )
    .action(async (words: string[], options: SearchCliOptions) => {
      const q = words.at(-1)!
      const dirs = words.slice(0, -1)
      if (dirs.length === 0) {
        throw new EventideError(
          'usage',
          'Name a collection and a query: eventide search <collection> "query"',
        )
      }
      const { from, to, sort, limit, offset } = options
      const opened = await Promise.all(dirs.map((dir) => openCollection(dir, eventContext)))
      try {
        const collections = opened.map((collection, i) => ({ ...collection, id: idsOf(dirs)[i]! }))
        const searchQuery = { q, from, to, near: around(options) }
        const { total, hits, notes } = await searchLibrary(
          collections,
          searchQuery,
          { sort, limit, offset },
          eventContext,
        )
        for (const [i, hit] of hits.entries()) {
          if (options.json) {
            terminal.out.write(jsonLine(hit))
            continue
          }
          const store = collections.find(({ id }) => id === hit.collection)?.store
          const copies = hit.copies > 0 && store ? await store.reads.copies(hit.page) : []
          terminal.out.write(`${shown(offset + i + 1, hit, copies, terminal.err.isTTY === true)}\n`)
        }
        for (const note of notes) terminal.err.write(`${printable(note)}\n`)
        if (!options.json)
          terminal.err.write(
            total === 0 ? `Nothing found for: ${printable(q)}\n` : `${hits.length} of ${total} pages\n`,
          )
      } finally {
        for (const { store } of opened) await store.close()
      }
    })
}

/** Collections are named by their folders, as the server names them; by their paths when two folders have one name. */
function idsOf(dirs: readonly string[]): string[] {
  const names = dirs.map((dir) => basename(resolve(dir)))
  return new Set(names).size === names.length ? names : [...dirs]
}

/** The circle that `--near` and `--within` describe. */
function around({ near, within: km }: SearchCliOptions): Circle | undefined {
  if (near === undefined) return undefined
  const place = eventContext.places.resolve(near)
  if (place) return { lat: place.lat, lon: place.lon, km }
  const hint = didYouMean(near, eventContext.places.suggest(near))
  throw new EventideError('unknown-place', `The place "${near}" is not in the gazetteer${hint}`)
}

function kilometres(text: string): number {
  const km = readDistance(text)
  if (km !== null) return km
  throw new InvalidArgumentError('Write a distance with its unit: 50km, 30mi or 800m.')
}

function firstDay(text: string): string {
  return days(text).first
}

function lastDay(text: string): string {
  return days(text).last
}

function days(text: string) {
  const read = readDays(text)
  if (read) return read
  throw new InvalidArgumentError('Write a day as YYYY-MM-DD.')
}

function alsoAt(hit: Hit, copies: readonly { url: string }[]): string {
  if (copies.length === 0) return ''
  const named = copies.slice(0, MAX_COPIES)
  const more = hit.copies > named.length ? ` and ${hit.copies - named.length} more` : ''
  return `   also: ${named.map(({ url }) => printable(url)).join(' ')}${more}\n`
}

function shown(number: number, hit: Hit, copies: readonly { url: string }[], bold: boolean): string {
  const { title, url, published, source, relevance, relevant, snippet } = hit
  let text = ''
  let at = 0
  for (const [from, to] of snippet.marks) {
    text += printable(snippet.text.slice(at, from))
    const word = printable(snippet.text.slice(from, to))
    text += bold ? MARK[0] + word + MARK[1] : word
    at = to
  }
  text += printable(snippet.text.slice(at))
  const facts = [published ?? 'undated', source, `relevance ${relevance.toFixed(2)}`]
  if (!relevant) facts.push('rejected')
  return `${number}. ${printable(title) || '(no title)'}\n   ${facts.join('  ')}\n   ${printable(url)}\n${alsoAt(hit, copies)}   ${text}\n`
}
