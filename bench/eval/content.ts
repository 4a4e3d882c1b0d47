import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Parser } from 'htmlparser2'
import { decodeBody } from '../../src/page/charset.ts'
import { fold } from '../../src/page/fold.ts'
import { readHtml } from '../../src/page/html-reading.ts'
import { DEFAULT_LIMITS } from '../../src/page/limits.ts'
import { mainTextOf } from '../../src/page/main-text.ts'
import { readPage } from '../../src/page/read-page.ts'
import { detectLanguage } from '../../src/text/language.ts'
import { termsOf } from '../../src/text/terms.ts'
import { createDateHintCollector } from '../../src/time/date-hints.ts'
import { publicationDate } from '../../src/time/publication-date.ts'

type Half = 'development' | 'check'

/** Segment figures as trafilatura's evaluation counts them. */
export interface ContentFigures {
  readonly half: Half | 'all'
  readonly pages: number
  readonly precision: number
  readonly recall: number
  readonly f: number
}

export interface ContentReport {
  readonly figures: readonly ContentFigures[]
  readonly kilobytesPerPage: number
  /** Processor time of each stage and of the whole reading. */
  readonly msPerPage: Readonly<Record<string, number>>
}

interface Labelled {
  readonly url: string
  readonly body: Uint8Array
  readonly keep: readonly string[]
  readonly drop: readonly string[]
}

interface Counts {
  pages: number
  found: number
  missed: number
  unwanted: number
}

/** The constants of main text extraction were tuned on the first half; the second half is held out. */
const halfOf = (url: string): Half =>
  (createHash('sha256').update(url).digest()[0] ?? 0) % 2 === 0 ? 'development' : 'check'

/** Reads every page of `content/` in the data folder and compares its main text with the labelled segments. */
export function evaluateContent(dataFolder: string): ContentReport {
  const pages = load(join(dataFolder, 'content'))
  const counts: Record<Half, Counts> = { development: none(), check: none() }
  for (const { url, body, keep, drop } of pages) {
    const main = folded(readPage({ url, body, contentType: 'text/html' }).mainText)
    const tally = counts[halfOf(url)]
    const hits = keep.filter((segment) => main.includes(folded(segment))).length
    tally.pages++
    tally.found += hits
    tally.missed += keep.length - hits
    tally.unwanted += drop.filter((segment) => main.includes(folded(segment))).length
  }
  const { development, check } = counts
  const all: Counts = {
    pages: development.pages + check.pages,
    found: development.found + check.found,
    missed: development.missed + check.missed,
    unwanted: development.unwanted + check.unwanted,
  }
  return {
    figures: [figuresOf('development', development), figuresOf('check', check), figuresOf('all', all)],
    kilobytesPerPage: pages.reduce((sum, page) => sum + page.body.length, 0) / 1024 / pages.length,
    msPerPage: stageTimes(pages.filter((_, i) => i % 3 === 0)),
  }
}

const none = (): Counts => ({ pages: 0, found: 0, missed: 0, unwanted: 0 })

/** As in the main text, white space is collapsed and soft hyphens are removed. */
const folded = (text: string): string => fold(text).trim()

function figuresOf(half: ContentFigures['half'], { pages, found, missed, unwanted }: Counts): ContentFigures {
  const precision = found / (found + unwanted)
  const recall = found / (found + missed)
  return { half, pages, precision, recall, f: (2 * precision * recall) / (precision + recall) }
}

function load(folder: string): Labelled[] {
  const unpacked = mkdtempSync(join(tmpdir(), 'eval-content-'))
  try {
    execFileSync('tar', ['xJf', join(folder, 'html.tar.xz'), '-C', unpacked])
    const gold: Record<string, { file: string; with: string[]; without: string[] }> = JSON.parse(
      readFileSync(join(folder, 'gold.json'), 'utf8'),
    )
    return Object.entries(gold).map(([url, page]) => ({
      url,
      body: readFileSync(join(unpacked, 'html', page.file)),
      keep: page.with,
      drop: page.without,
    }))
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

const DEAF = { onopentag() {}, ontext() {}, onclosetag() {} }

/** All pages were read once before, so the code is warm. */
function stageTimes(pages: readonly Labelled[]): Record<string, number> {
  const micros = new Map<string, number>()
  const timed = <T>(stage: string, run: () => T): T => {
    const start = process.cpuUsage()
    const result = run()
    const { user, system } = process.cpuUsage(start)
    micros.set(stage, (micros.get(stage) ?? 0) + user + system)
    return result
  }
  for (const { url, body } of pages) {
    const decoded = timed('decode', () => decodeBody(body, null, DEFAULT_LIMITS.characters))
    // A reference for the speed of this machine.
    timed('htmlparser2 alone', () => new Parser(DEAF).end(decoded.text))
    const reading = timed('parse', () => readHtml(decoded.text, false, DEFAULT_LIMITS))
    const dates = createDateHintCollector(url)
    timed('parse with date hints', () => readHtml(decoded.text, false, DEFAULT_LIMITS, dates))
    const text = timed('links', () => {
      const visible = reading.visible.toString()
      reading.links.finish(visible, decoded.text.length, url)
      return visible
    })
    const main = timed('main text', () => mainTextOf(reading.tree, text, reading.head.title))
    const language = timed('language', () => detectLanguage(main, reading.head.language))
    timed('date', () => publicationDate(dates.hints(), { visibleText: text, language }))
    timed('terms', () => termsOf(text, language))
    timed('whole reading', () => readPage({ url, body, contentType: 'text/html' }))
  }
  return Object.fromEntries([...micros].map(([stage, sum]) => [stage, sum / 1000 / pages.length]))
}

function main(dataFolder: string): void {
  const { figures, kilobytesPerPage, msPerPage } = evaluateContent(dataFolder)
  for (const { half, pages, precision, recall, f } of figures) {
    const numbers = [precision, recall, f].map((value) => value.toFixed(3))
    console.log(
      `main text, ${half.padEnd(11)} ${pages} pages  P ${numbers[0]}  R ${numbers[1]}  F ${numbers[2]}`,
    )
  }
  const stages = Object.entries(msPerPage).map(([stage, ms]) => `${stage} ${ms.toFixed(2)}`)
  console.log(`ms per page of ${kilobytesPerPage.toFixed(0)} KB: ${stages.join(', ')}`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv[2] ?? '../shared/data')
}
