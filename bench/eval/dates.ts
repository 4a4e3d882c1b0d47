import { isUtf8 } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { legacyHookDecode } from '@exodus/bytes/encoding.js'
import { getEncoding } from 'encoding-sniffer'
import { type Handler, Parser } from 'htmlparser2'
import { createDateHintCollector } from '../../src/time/date-hints.ts'
import { dayNumber } from '../../src/time/day.ts'
import type { DateHints } from '../../src/time/hint.ts'
import { type PublicationDate, publicationDate } from '../../src/time/publication-date.ts'

/** Exact-day figures as htmldate counts them: a wrong day costs precision, no answer costs recall. */
export interface DateFigures {
  readonly set: string
  readonly pages: number
  readonly right: number
  readonly wrong: number
  readonly unanswered: number
  readonly precision: number
  readonly recall: number
  readonly accuracy: number
  readonly f: number
  readonly bySource: Readonly<Record<string, { right: number; wrong: number }>>
}

export interface DatedPage {
  readonly url: string
  readonly gold: string
  readonly found: PublicationDate
}

interface Labelled {
  readonly url: string
  readonly gold: string
  readonly html: string
}

/** Reads `dates/` or `content/` of the data folder and finds the day of every labelled page. */
export function evaluateDates(dataFolder: string, set: 'dates' | 'content', now: Date) {
  const labelled = load(dataFolder, set)
  const read = (): DatedPage[] =>
    labelled.map(({ url, gold, html }) => ({
      url,
      gold,
      found: publicationDate(hintsOf(url, html), { now }),
    }))
  const passing = leastTime(() => {
    for (const { html } of labelled) parse(html, NO_LISTENER)
  })
  const reading = leastTime(read)
  const msParsing = passing / labelled.length
  return { pages: read(), msParsing, msPerPage: reading / labelled.length - msParsing }
}

/** Time on the processor, the minimum of three: other work on the machine shall not count. */
function leastTime(run: () => unknown): number {
  let minimum = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const start = process.cpuUsage()
    run()
    minimum = Math.min(minimum, milliseconds(process.cpuUsage(start)))
  }
  return minimum
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

export function figuresOf(set: string, pages: readonly DatedPage[]): DateFigures {
  const bySource: Record<string, { right: number; wrong: number }> = {}
  let [right, wrong, unanswered] = [0, 0, 0]
  for (const { gold, found } of pages) {
    const cell = bySource[found.source] ?? { right: 0, wrong: 0 }
    bySource[found.source] = cell
    if (found.day === null) unanswered++
    else if (found.day === gold) right++
    else wrong++
    if (found.day === gold) cell.right++
    else cell.wrong++
  }
  const precision = right / (right + wrong)
  const recall = right / (right + unanswered)
  const f = (2 * precision * recall) / (precision + recall)
  return {
    set,
    pages: pages.length,
    right,
    wrong,
    unanswered,
    precision,
    recall,
    accuracy: right / pages.length,
    f,
    bySource,
  }
}

/** Half of the URLs, the same on every machine: rules are developed on one half and tested on the other. */
export function isDevelopment(url: string): boolean {
  return ((createHash('sha256').update(url).digest()[0] ?? 0) & 1) === 0
}

function hintsOf(url: string, html: string): DateHints {
  const collector = createDateHintCollector(url)
  parse(html, {
    onopentag: (tag, attributes) => collector.open(tag, attributes),
    ontext: (data) => collector.text(data),
    onclosetag: (tag) => collector.close(tag),
  })
  return collector.hints()
}

/** The baseline: parses the page in the same way without using the result. */
const NO_LISTENER: Partial<Handler> = { onopentag() {}, ontext() {}, onclosetag() {} }

function parse(html: string, handler: Partial<Handler>): void {
  const parser = new Parser(handler)
  parser.write(html)
  parser.end()
}

function load(dataFolder: string, set: 'dates' | 'content'): Labelled[] {
  const folder = mkdtempSync(join(tmpdir(), 'eventide-dates-'))
  try {
    execFileSync('tar', ['xJf', join(dataFolder, set, 'html.tar.xz'), '-C', folder])
    const gold = JSON.parse(readFileSync(join(dataFolder, set, 'gold.json'), 'utf8')) as Record<
      string,
      { file: string; date?: string | null }
    >
    const labelled: Labelled[] = []
    for (const [url, { file, date }] of Object.entries(gold)) {
      const path = join(folder, 'html', file)
      if (date && dayNumber(date) !== null && existsSync(path))
        labelled.push({ url, gold: date, html: decode(readFileSync(path)) })
    }
    return labelled
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : legacyHookDecode(bytes, getEncoding(bytes).toLowerCase())
}

/** WikiNews articles as plain text: the day from the visible text alone. */
export function evaluateTexts(dataFolder: string, now: Date): DatedPage[] {
  const lines = gunzipSync(readFileSync(join(dataFolder, 'events/wikinews-clusters/wikinews.jsonl.gz')))
  const pages: DatedPage[] = []
  for (const line of lines.toString('utf8').split('\n')) {
    if (!line) continue
    const { url, date, text } = JSON.parse(line) as { url: string; date: string; text: string }
    const hints = { url, language: 'en', hints: [], titleAt: null }
    pages.push({ url, gold: date, found: publicationDate(hints, { now, visibleText: text, language: 'en' }) })
  }
  return pages
}

function print(figures: DateFigures): void {
  const { set, pages, right, wrong, unanswered, precision, recall, accuracy, f } = figures
  const shown = [precision, recall, accuracy, f].map((value) => value.toFixed(3)).join('  ')
  const none = (unanswered / pages).toFixed(3)
  console.log(
    `${set.padEnd(28)}${String(pages).padStart(5)}  ${shown}  ${none}  ${right}/${wrong}/${unanswered}`,
  )
}

function main(dataFolder: string): void {
  const now = new Date()
  const dates = evaluateDates(dataFolder, 'dates', now)
  const content = evaluateDates(dataFolder, 'content', now)
  const inDates = new Set(dates.pages.map(({ url }) => url))
  const all = figuresOf('dates, all', dates.pages)
  console.log(`${'set'.padEnd(28)}pages  P      R      Acc    F      none   right/wrong/none`)
  print(all)
  print(
    figuresOf(
      'dates, development half',
      dates.pages.filter(({ url }) => isDevelopment(url)),
    ),
  )
  print(
    figuresOf(
      'dates, check half',
      dates.pages.filter(({ url }) => !isDevelopment(url)),
    ),
  )
  print(figuresOf('content, all', content.pages))
  print(
    figuresOf(
      'content, not in dates',
      content.pages.filter(({ url }) => !inDates.has(url)),
    ),
  )
  print(figuresOf('wikinews, text alone', evaluateTexts(dataFolder, now)))
  console.log('\nsource of evidence   right  wrong  precision   (dates, all)')
  for (const [source, { right, wrong }] of Object.entries(all.bySource).sort(
    (a, b) => b[1].right - a[1].right,
  )) {
    const share = source === 'none' ? '' : (right / (right + wrong)).toFixed(3)
    console.log(`${source.padEnd(20)}${String(right).padStart(6)}${String(wrong).padStart(7)}  ${share}`)
  }
  const { msPerPage, msParsing } = dates
  console.log(
    `\n${msPerPage.toFixed(2)} ms a page beyond the SAX pass (the pass alone ${msParsing.toFixed(2)} ms)`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2] ?? '/work/shared/data')
