// Writes the table of crawl options in docs/crawling.md from the table in src/model/crawl-options.ts; part of `npm run docs`.
import { join } from 'node:path'
import {
  CRAWL_OPTION_NAMES,
  type CrawlOption,
  type CrawlOptionName,
  crawlOption,
  OPTION_GROUPS,
} from '../src/model/crawl-options.ts'
import { optionFlag } from '../src/model/crawl-specification.ts'
import { formatDuration, formatSize } from '../src/model/quantities.ts'

export const CRAWLING_DOC = join(import.meta.dirname, '../docs/crawling.md')

const START = '<!-- options: written by `npm run docs` -->\n'
const END = '<!-- end of options -->\n'

/** The page with its table of options replaced by the current one. */
export function withOptionTable(page: string): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) throw new Error('docs/crawling.md has no place for the table of options')
  return `${page.slice(0, start)}${START}\n${optionTable()}\n${page.slice(end)}`
}

function optionTable(): string {
  const rows = OPTION_GROUPS.flatMap((group) => [
    `| **${group}** | | | | | |`,
    ...CRAWL_OPTION_NAMES.filter((name) => crawlOption(name).group === group).map(row),
  ])
  const head = ['| name | flag | default | bounds | changes apply | meaning |', '|---|---|---|---|---|---|']
  const operator = CRAWL_OPTION_NAMES.filter((name) => crawlOption(name).operator)
  const singleRun = CRAWL_OPTION_NAMES.filter((name) => crawlOption(name).singleRun)
  return `${[...head, ...rows].join('\n')}

Only whoever runs the program may set ${listed(operator)}: they are not stored, and neither event files nor the HTTP API may set them. ${listed(singleRun)} apply to one run and are not stored.
`
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names.map((name) => `\`${name}\``))
}

function row(name: CrawlOptionName): string {
  const option = crawlOption(name)
  return `| \`${name}\` | \`${flagOf(name)}\` | ${defaultOf(option)} | ${boundsOf(option)} | ${changesOf(option)} | ${option.help} |`
}

function flagOf(name: CrawlOptionName): string {
  const kebab = optionFlag(name)
  const option = crawlOption(name)
  return option.type === 'flag' && option.default ? `--no-${kebab}` : `--${kebab}`
}

function defaultOf(option: CrawlOption): string {
  if (option.default === null || option.type === 'list') return option.unset ?? ''
  if (option.type === 'flag') return option.default ? 'on' : 'off'
  return quantity(option, option.default)
}

function boundsOf(option: CrawlOption): string {
  if (option.type === 'choice') return option.choices.map((choice) => `\`${choice}\``).join(', ')
  if (option.type === 'list') return `at most ${option.maxItems.toLocaleString('en-US')}`
  if (option.type === 'text') return `at most ${option.maxLength.toLocaleString('en-US')} characters`
  if (!('min' in option)) return ''
  return `${quantity(option, option.min)} to ${quantity(option, option.max)}`
}

function quantity(option: CrawlOption, value: number | string): string {
  if (typeof value === 'string') return `\`${value}\``
  if (option.type === 'duration') return value === 0 ? '0' : formatDuration(value)
  if (option.type === 'size') return value === 0 ? '0' : formatSize(value)
  return value.toLocaleString('en-US')
}

function changesOf(option: CrawlOption): string {
  if (option.live) return 'at once'
  return option.operator || option.singleRun ? 'at the next start' : 'after the pages in progress'
}
