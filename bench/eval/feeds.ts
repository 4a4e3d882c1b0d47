import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBody } from '../../src/page/charset.ts'
import { readFeedDate } from '../../src/page/feed-date.ts'
import { DEFAULT_LIMITS } from '../../src/page/limits.ts'
import type { LinkList } from '../../src/page/link-list.ts'
import { textOfMarkup } from '../../src/page/plain-markup.ts'
import { readLinkList } from '../../src/page/read-link-list.ts'
import { readPage } from '../../src/page/read-page.ts'
import { dayFromNumber, dayNumber } from '../../src/time/day.ts'

/** The base URL of the fixtures. */
const HOME = 'http://127.0.0.1:8097/'
const EXPECTED = /^Expect:\s*(?:not bozo and |bozo and )?(feed|entries\[0\])([^\s=]+) == (.+?)\s*$/m

type Part = 'feed title' | 'feed description' | 'entry title' | 'entry summary' | 'entry link' | 'entry day'

const PARTS: readonly (readonly [Part, string, RegExp])[] = [
  ['feed title', 'feed', /^\['title'\]$|^\['title_detail'\]\['value'\]$|^\.title$/],
  ['feed description', 'feed', /^\['(description|subtitle|tagline)'\]$/],
  ['entry title', 'entries[0]', /^\['title'\]$|^\['title_detail'\]\['value'\]$|^\.title$/],
  ['entry summary', 'entries[0]', /^\['(description|summary)'\]$|^\['content'\]\[0\]\['value'\]$/],
  ['entry link', 'entries[0]', /^\['link'\]$|^\['links'\]\[0\]\['href'\]$|^\.link$/],
  ['entry day', 'entries[0]', /^\['(published|updated)_parsed'\]$/],
]

interface Tally {
  right: number
  wrong: string[]
}

/** Checks every fixture whose expectation concerns a field that is used. Texts are compared without markup. */
function evaluate(folder: string): Map<Part, Tally> {
  const tallies = new Map<Part, Tally>(PARTS.map(([part]) => [part, { right: 0, wrong: [] }]))
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.xml')) continue
    const bytes = readFileSync(join(folder, path))
    const { text } = decodeBody(bytes, null, DEFAULT_LIMITS.characters)
    // In HTTP, Content-Location is no longer the base of relative URLs.
    if (/^Header:\s*Content-Location/m.test(text)) continue
    const [, owner = '', field = '', literal = ''] = EXPECTED.exec(text) ?? []
    const part = PARTS.find(([, of, fields]) => of === owner && fields.test(field))?.[0]
    const expected = literalOf(literal)
    if (!part || expected === null) continue
    const tally = tallies.get(part)
    if (!tally) continue
    const { list } = readLinkList(text, 'xml', HOME, DEFAULT_LIMITS)
    if (list && agrees(part, list, expected)) tally.right++
    else tally.wrong.push(path)
  }
  return tallies
}

function agrees(part: Part, list: LinkList, expected: string): boolean {
  const entry = list.entries[0]
  if (part === 'entry link') return sameAddress(entry?.url ?? '', expected)
  if (part === 'entry day') return daysOf(entry?.date ?? '').includes(expected)
  const found = {
    'feed title': list.title,
    'feed description': list.description,
    'entry title': entry?.title ?? '',
    'entry summary': entry?.summary ?? '',
  }[part]
  const words = (text: string) => textOfMarkup(text, 10_000, DEFAULT_LIMITS).replaceAll(/\s+/g, '')
  return found.replaceAll(/\s+/g, '') === words(expected) || words(found) === words(expected)
}

function sameAddress(found: string, expected: string): boolean {
  return found === expected || (URL.canParse(expected) && found === new URL(expected).href)
}

/** The day as written, and its neighbours if its time zone changes it: the fixtures are in UTC. */
function daysOf(date: string): string[] {
  const day = readFeedDate(date, 'en', 'month-first')
  const number = day === null ? null : dayNumber(day)
  if (number === null || day === null) return []
  const zoned = /[+-](?!00:?00)\d\d:?\d\d$|[A-Z]{3}$/.test(date) && !/GMT|UTC$/.test(date)
  return zoned ? [day, dayFromNumber(number - 1), dayFromNumber(number + 1)] : [day]
}

/** A Python string or the day of a time tuple; null for anything else. */
function literalOf(literal: string): string | null {
  const [, year = '', month = '', day = ''] = /^\((\d{4}), (\d\d?), (\d\d?),/.exec(literal) ?? []
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const pieces = /^(?:(?:^|\s\+\s)u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))+/.exec(literal)?.[0]
  if (pieces === undefined) return null
  const quoted = pieces
    .split(/\s\+\s(?=u?['"])/)
    .map((piece) => piece.replace(/^u?['"]|['"]$/g, ''))
    .join('')
  return quoted.replaceAll(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gi,
    (_, x?: string, u?: string, long?: string, other?: string) => {
      const code = x ?? u ?? long
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
      return other === 'n' ? '\n' : other === 't' ? '\t' : (other ?? '')
    },
  )
}

function readSitemaps(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(sitemaps|rss)\/.*\.(xml|txt|gz|rss)$/.test(path))
    .sort()
    .map((path) => {
      const body = readFileSync(join(folder, path))
      const contentType = path.endsWith('.gz') ? 'application/gzip' : 'text/plain'
      const page = readPage({ url: `${HOME}${path}`, body, contentType })
      const stated = page.links.filter(({ published }) => published !== undefined).length
      const titled = page.links.filter(({ anchor }) => anchor !== '').length
      return `${path.padEnd(50)} ${page.form.padEnd(8)} ${page.links.length} links, ${stated} dated, ${titled} titled`
    })
}

/** Processor time for a sitemap of the maximum length, cut at our limit of characters: the median of five. */
function longSitemapMs(): number {
  const lines = Array.from({ length: 50_000 }, (_, i) => {
    const day = dayFromNumber(20_000 - (i % 5_000))
    return `<url><loc>http://a.example/news/${i}/a-story-of-some-length</loc><lastmod>${day}</lastmod></url>`
  })
  const body = Buffer.from(`<urlset>${lines.join('')}</urlset>`)
  const times = Array.from({ length: 5 }, () => {
    const begun = process.cpuUsage()
    readPage({ url: HOME, body, contentType: 'application/xml' })
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
  return times.sort((a, b) => a - b)[2] ?? 0
}

const [data, detail] = process.argv.slice(2)
if (!data) throw new Error('Usage: npx tsx bench/eval/feeds.ts <data folder> [wrong]')
const unpacked = mkdtempSync(join(tmpdir(), 'eval-feeds-'))
try {
  const archives = ['feeds/feedparser-fixtures.tar.xz', 'sitemaps/crawler-commons-test-resources.tar.xz']
  for (const archive of archives)
    execFileSync('tar', ['xJf', join(data, 'conformance', archive), '-C', unpacked])
  for (const [part, { right, wrong }] of evaluate(join(unpacked, 'tests'))) {
    const total = right + wrong.length
    console.log(`${part.padEnd(18)} ${right} of ${total} (${((100 * right) / total).toFixed(1)} %)`)
    if (detail) for (const path of wrong) console.log(`  ${path}`)
  }
  console.log('')
  for (const line of readSitemaps(join(unpacked, 'src/test/resources'))) console.log(line)
  console.log(`\na sitemap of 50,000 URLs: ${longSitemapMs().toFixed(0)} ms`)
} finally {
  rmSync(unpacked, { recursive: true })
}
